import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { FaultAlert } from './fault-alert.js';
import { words } from '../words/words.js';

interface Props {
  readonly title: string;
  /** The label of the button that goes ahead. */
  readonly action: string;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly children: ReactNode;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before a step that cannot be undone. */
export function Confirm({ title, action, isBusy, error, children, onConfirm, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack>
        {children}
        {error && <FaultAlert error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {words.shared.cancel}
          </Button>
          <Button color="red.8" loading={isBusy} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
