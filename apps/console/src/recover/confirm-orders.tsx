import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { FaultAlert } from '../shared/fault-alert.js';
import { nameOf, useKnownReceivers } from '../shared/use-receivers.js';
import { recoverWords } from '../words/recover.words.js';
import { words } from '../words/words.js';
import { type Ordered, type Recoverable, useOrder } from './recoverable.js';

interface Props {
  readonly recoverable: Recoverable;
  readonly onClose: () => void;
  readonly onOrdered: (ordered: Ordered) => void;
}

/** Asks before webhooks go out. */
export function ConfirmOrders({ recoverable: { count, countIsExact, parts, orders }, onClose, onOrdered }: Props) {
  const receivers = useKnownReceivers();
  const names = Array.from(new Set(orders.map(({ receiverId }) => receiverId)), (receiverId) => nameOf(receivers, receiverId));
  const { mutate, isPending, error } = useOrder((ordered) => {
    onClose();
    onOrdered(ordered);
  });
  const first = parts.filter(({ status }) => status === 'missing').length;
  const sentence = first === 0 ? recoverWords.confirm : first < parts.length ? recoverWords.confirmSomeFirst : recoverWords.confirmFirst;
  return (
    <Modal opened onClose={onClose} title={recoverWords.confirmTitle(names)}>
      <Stack>
        <Text>{sentence(count, countIsExact)}</Text>
        <Text size="sm" c="dimmed">
          {recoverWords.confirmHint}
        </Text>
        {error && <FaultAlert error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.shared.cancel}
          </Button>
          <Button loading={isPending} onClick={() => mutate(orders)} data-autofocus>
            {recoverWords.confirmSend}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
