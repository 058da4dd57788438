import { Group, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { answerOf } from '../../api/fault.js';
import { queryClient } from '../../api/queries.js';
import type { Schemas, WebhookEventName } from '../../api/schemas.js';
import { WEBHOOK_EVENT_NAMES } from '../../api/vocabulary.js';
import { FaultAlert } from '../../shared/fault-alert.js';
import { ScopedButton } from '../../shared/scoped-button.js';
import { words } from '../../words/words.js';
import { Section } from '../shared/section.js';
import { TestLife } from './test-life.js';
import { TestResult } from './test-result.js';

const { test } = words.receivers;
const LIVE_MS = 3_000;

type Detail = Schemas['DeliveryDetail'];

/** Sends a test event, and shows the answer of the receiver at once. */
export function TestTab({ receiver }: { readonly receiver: Schemas['ReceiverDetail'] }) {
  const { receiverId, events, timeoutMs } = receiver;
  const [event, setEvent] = useState<WebhookEventName>(events[0] ?? 'onDelivered');
  const send = useMutation({
    mutationFn: () => answerOf(api.POST('/receivers/{receiverId}/test', { params: { path: { receiverId } }, body: { event } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['deliveries'] }),
  });
  return (
    <Stack gap="lg">
      <Section title={test.title} hint={test.hint}>
        <Group align="flex-end" gap="sm">
          <Select
            label={test.event}
            allowDeselect={false}
            w={240}
            data={WEBHOOK_EVENT_NAMES}
            value={event}
            onChange={(value) => setEvent(WEBHOOK_EVENT_NAMES.find((name) => name === value) ?? event)}
          />
          <ScopedButton needs="write" loading={send.isPending} onClick={() => send.mutate()}>
            {test.send}
          </ScopedButton>
        </Group>
        {send.isPending && (
          <Text size="sm" c="dimmed" role="status">
            {test.waiting(timeoutMs)}
          </Text>
        )}
        {send.error && <FaultAlert error={send.error} />}
      </Section>
      {send.data && !send.isPending && <Followed key={send.data.deliveryId} sent={send.data} />}
      <TestLife receiver={receiver} />
    </Stack>
  );
}

/** Follows a pending test to its end. */
function Followed({ sent }: { readonly sent: Detail }) {
  const { deliveryId } = sent;
  const { data } = useQuery({
    queryKey: ['deliveries', deliveryId],
    queryFn: () => answerOf(api.GET('/deliveries/{deliveryId}', { params: { path: { deliveryId } } })),
    enabled: sent.status === 'pending',
    refetchInterval: (query) => (query.state.data?.status === 'pending' ? LIVE_MS : false),
  });
  return <TestResult delivery={data ?? sent} />;
}
