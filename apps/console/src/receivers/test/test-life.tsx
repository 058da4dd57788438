import { Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../api/client.js';
import { answerOf } from '../../api/fault.js';
import { queryClient } from '../../api/queries.js';
import type { Schemas } from '../../api/schemas.js';
import { CodeBlock } from '../../shared/code-block.js';
import { FaultAlert } from '../../shared/fault-alert.js';
import { TextLink } from '../../shared/links.js';
import { ScopedButton } from '../../shared/scoped-button.js';
import { durationText } from '../../times/time.js';
import { words } from '../../words/words.js';
import { Section } from '../shared/section.js';

const { life } = words.receivers;

/** The events of a parcel that is not met at first, and collected from a shop. */
const LIFE = ['onCreated', 'onDispatch', 'onScheduled', 'onOutForDelivery', 'onFailedAttempt', 'onPickupReady', 'onDelivered'] as const;

interface Sent {
  readonly event: (typeof LIFE)[number];
  readonly delivery: Schemas['DeliveryDetail'];
}

/** Sends the test events of a life one after another, shows each answer, and names the command that checks more. */
export function TestLife({ receiver }: { readonly receiver: Schemas['ReceiverDetail'] }) {
  const { receiverId, url } = receiver;
  const [sent, setSent] = useState<readonly Sent[]>([]);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);
  const send = useMutation({
    mutationFn: async () => {
      setSent([]);
      for (const event of LIFE) {
        if (!isShown.current) return;
        const params = { path: { receiverId } };
        const delivery = await answerOf(api.POST('/receivers/{receiverId}/test', { params, body: { event } }));
        setSent((before) => [...before, { event, delivery }]);
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['deliveries'] }),
  });
  return (
    <Section title={life.title} hint={life.hint(LIFE.length)}>
      <Group>
        <ScopedButton needs="write" variant="default" loading={send.isPending} onClick={() => send.mutate()}>
          {life.send}
        </ScopedButton>
      </Group>
      <Stack gap={4} aria-live="polite">
        {sent.map(({ event, delivery }) => (
          <Answer key={delivery.deliveryId} event={event} delivery={delivery} />
        ))}
      </Stack>
      {send.error && <FaultAlert error={send.error} />}
      <Text size="sm">{life.more}</Text>
      <CodeBlock label={life.command} text={`parcel-webhooks rehearse ${url}`} />
    </Section>
  );
}

function Answer({ event, delivery: { deliveryId, attempts } }: Sent) {
  const attempt = attempts.at(-1);
  const isGood = attempt?.outcome === 'accepted';
  return (
    <Group gap="sm">
      <TextLink to="/deliveries/$deliveryId" params={{ deliveryId }} size="sm" w={140}>
        {event}
      </TextLink>
      <Text size="sm" fw={isGood ? 400 : 600}>
        {attempt ? words.shared.outcome[attempt.outcome] : life.waits}
        {attempt?.httpStatus != null && ` · HTTP ${attempt.httpStatus}`}
        {attempt?.timings.totalMs != null && ` · ${durationText(attempt.timings.totalMs)}`}
      </Text>
    </Group>
  );
}
