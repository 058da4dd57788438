import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../api/queries.js';
import type { Schemas } from '../api/schemas.js';
import { FaultAlert } from '../shared/fault-alert.js';
import { words } from '../words/words.js';
import { order } from './use-preview.js';
import type { Wish } from './wish-form.js';

interface Props {
  readonly receiver: Schemas['ListedReceiver'];
  readonly wish: Wish;
  readonly preview: Schemas['RedeliveryPreview'];
  readonly onClose: () => void;
  readonly onOrdered: (order: Schemas['Redelivery']) => void;
}

/** The last question before webhooks go out. */
export function ConfirmOrder({ receiver, wish, preview, onClose, onOrdered }: Props) {
  // one key for this order: pressing again after a lost answer makes no second one
  const [key] = useState(() => crypto.randomUUID());
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => order(receiver.receiverId, wish, key),
    onSuccess: (made) => {
      void queryClient.invalidateQueries({ queryKey: ['deliveries'] });
      onOrdered(made);
    },
  });
  return (
    <Modal opened onClose={onClose} title={words.recover.confirmTitle(receiver.name)}>
      <Stack>
        <Text>
          {wish.status === 'missing'
            ? words.recover.confirmFirst(preview.count, preview.countIsExact)
            : words.recover.confirm(preview.count, preview.countIsExact)}
        </Text>
        <Text size="sm" c="dimmed">
          {words.recover.confirmHint}
        </Text>
        {error && <FaultAlert error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.shared.cancel}
          </Button>
          <Button loading={isPending} onClick={() => mutate()} data-autofocus>
            {words.recover.confirmSend}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
