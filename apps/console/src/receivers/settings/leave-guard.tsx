import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { receiverFormWords } from '../../words/receiver-forms.words.js';

const { settings } = receiverFormWords;

/** Asks before unsaved changes are lost. */
export function LeaveGuard({ isDirty }: { readonly isDirty: boolean }) {
  const { status, proceed, reset } = useBlocker({ shouldBlockFn: () => isDirty, enableBeforeUnload: isDirty, withResolver: true });
  return (
    <Modal
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title={settings.leaveTitle}
      closeButtonProps={{ 'aria-label': settings.stay }}
    >
      <Stack>
        <Text size="sm">{settings.leave}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => reset?.()}>
            {settings.stay}
          </Button>
          <Button color="red.9" onClick={() => proceed?.()}>
            {settings.leaveDo}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
