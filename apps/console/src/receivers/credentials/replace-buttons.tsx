import { Button, Group } from '@mantine/core';
import { FaultAlert } from '../../shared/fault-alert.js';
import { ScopedButton } from '../../shared/scoped-button.js';
import { words } from '../../words/words.js';
import type { useChangeReceiver } from '../shared/receiver-mutations.js';

interface Props {
  readonly change: Pick<ReturnType<typeof useChangeReceiver>, 'error' | 'isPending'>;
  readonly saveLabel: string;
  readonly onCancel: () => void;
}

/** The foot of a form that replaces a secret: the refusal of the API, save and cancel. */
export function ReplaceButtons({ change: { error, isPending }, saveLabel, onCancel }: Props) {
  return (
    <>
      {error && <FaultAlert error={error} />}
      <Group>
        <ScopedButton needs="write" type="submit" loading={isPending}>
          {saveLabel}
        </ScopedButton>
        <Button variant="default" onClick={onCancel}>
          {words.shared.cancel}
        </Button>
      </Group>
    </>
  );
}
