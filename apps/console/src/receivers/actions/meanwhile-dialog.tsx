import { Button, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../../api/queries.js';
import type { Schemas } from '../../api/schemas.js';
import { order, usePreview } from '../../recover/use-preview.js';
import { FaultAlert } from '../../shared/fault-alert.js';
import { useNow } from '../../shared/use-now.js';
import { words } from '../../words/words.js';
import { type MeanwhileWish, questionOf, SETTLED_MS, wishOf } from './meanwhile.js';

const text = words.receivers.meanwhile;

interface Props {
  readonly receiver: Schemas['ReceiverDetail'];
  readonly offSince: string;
  readonly resumedAtMs: number;
  readonly onClose: () => void;
}

/** After a resume: how much the receiver did not get, and whether to send it. */
export function MeanwhileDialog({ receiver: { receiverId, name }, offSince, resumedAtMs, onClose }: Props) {
  const isSettled = useNow(1000) - resumedAtMs >= SETTLED_MS;
  const wishes = { missing: wishOf('missing', offSince), cancelled: wishOf('cancelled', offSince) };
  const counted = isSettled ? receiverId : undefined;
  const missing = usePreview(counted, wishes.missing);
  const cancelled = usePreview(counted, wishes.cancelled);
  const error = missing.error ?? cancelled.error;
  return (
    <Modal opened onClose={onClose} title={text.title(name)}>
      <div role="status" aria-live="polite">
        {error && <FaultAlert error={error} onRetry={() => void Promise.all([missing.refetch(), cancelled.refetch()])} />}
        {!error && (!missing.data || !cancelled.data) && <Counting />}
        {!error && missing.data && cancelled.data && (
          <Question
            question={questionOf(missing.data, cancelled.data)}
            receiverId={receiverId}
            wishes={[...(missing.data.count > 0 ? [wishes.missing] : []), ...(cancelled.data.count > 0 ? [wishes.cancelled] : [])]}
            onClose={onClose}
          />
        )}
      </div>
    </Modal>
  );
}

const Counting = () => (
  <Group gap="sm" wrap="nowrap">
    <Loader size="xs" />
    <Text size="sm">{text.counting}</Text>
  </Group>
);

interface QuestionProps {
  readonly question: string | undefined;
  readonly receiverId: string;
  readonly wishes: readonly MeanwhileWish[];
  readonly onClose: () => void;
}

function Question({ question, receiverId, wishes, onClose }: QuestionProps) {
  // what was counted is sent, no more; and to press again after a lost answer makes no second order
  const [to] = useState(() => new Date().toISOString());
  const [key] = useState(() => crypto.randomUUID());
  const send = useMutation({
    mutationFn: () => Promise.all(wishes.map((wish) => order(receiverId, { ...wish, to }, `${key}-${wish.status}`))),
    onSuccess: () => {
      notifications.show({ message: text.sent, color: 'teal' });
      void queryClient.invalidateQueries({ queryKey: ['deliveries'] });
      onClose();
    },
  });
  return (
    <Stack>
      <Text>{question ?? text.none}</Text>
      {question !== undefined && (
        <Text size="sm" c="dimmed">
          {text.hint}
        </Text>
      )}
      {send.error && <FaultAlert error={send.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {question === undefined ? text.close : text.notNow}
        </Button>
        {question !== undefined && (
          <Button loading={send.isPending} onClick={() => send.mutate()} data-autofocus>
            {text.send}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
