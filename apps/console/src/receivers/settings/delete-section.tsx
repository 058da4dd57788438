import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { answerOf } from '../../api/fault.js';
import { queryClient } from '../../api/queries.js';
import type { Schemas } from '../../api/schemas.js';
import { FaultAlert } from '../../shared/fault-alert.js';
import { ScopedButton } from '../../shared/scoped-button.js';
import { words } from '../../words/words.js';
import { Section } from '../shared/section.js';

/** Deletes the receiver. It stands at the end of the settings, out of the way. */
export function DeleteSection({ receiver }: { readonly receiver: Schemas['ReceiverDetail'] }) {
  const [isDeleting, { open, close }] = useDisclosure();
  return (
    <Section title={words.receivers.deleteSection} hint={words.receivers.deleteHint}>
      <Group>
        <ScopedButton
          needs="write"
          variant="default"
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={open}
        >
          {words.receivers.delete}
        </ScopedButton>
      </Group>
      <DeleteDialog receiver={receiver} opened={isDeleting} onClose={close} />
    </Section>
  );
}

interface DialogProps {
  readonly receiver: Schemas['ReceiverDetail'];
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks for the name of the receiver, which is its host if its owner gave none. */
function DeleteDialog({ receiver: { receiverId, name }, opened, onClose }: DialogProps) {
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => answerOf(api.DELETE('/receivers/{receiverId}', { params: { path: { receiverId } } })),
    onSuccess: async () => {
      notifications.show({ message: words.receivers.deleted(name), color: 'teal' });
      await navigate({ to: '/' });
      queryClient.removeQueries({ queryKey: ['receivers', receiverId] });
      await queryClient.invalidateQueries({ queryKey: ['receivers'] });
    },
  });
  return (
    <Modal opened={opened} onClose={onClose} title={words.receivers.deleteTitle(name)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (typed === name) remove.mutate();
        }}
      >
        <Stack>
          <Text size="sm">{words.receivers.deleteHint}</Text>
          <TextInput
            data-autofocus
            label={words.receivers.deleteLabel(name)}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {remove.error && <FaultAlert error={remove.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.shared.cancel}
            </Button>
            <Button type="submit" color="red.9" disabled={typed !== name} loading={remove.isPending}>
              {words.receivers.deleteDo}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
