import { Badge, Group, Text } from '@mantine/core';
import type { Schemas } from '../api/schemas.js';
import { Instant } from '../shared/instant.js';
import { TextLink } from '../shared/links.js';
import { StatusBadge } from '../shared/status-badge.js';
import { countdown } from '../shared/time.js';
import { useNow } from '../shared/use-now.js';
import { words } from '../words/words.js';
import { FindingNote } from './finding-alert.js';
import { type ReceiverPart, severityOf } from './timeline.js';

const text = words.parcels;

/** What became of an event for one receiver. */
export function DeliveryLine({ part, name }: { readonly part: ReceiverPart; readonly name: string }) {
  const { receiverId, finding, delivery } = part;
  const isExplained = finding !== null && (severityOf(part) !== 'info' || delivery === null) && finding.code !== 'delivered';
  return (
    <div>
      <Group gap="xs">
        <div style={{ minWidth: 104 }}>{delivery === null ? <NotSent part={part} /> : <StatusBadge status={delivery.status} />}</div>
        <TextLink to="/receivers/$receiverId" params={{ receiverId }} size="sm" fw={500}>
          {name}
        </TextLink>
        {delivery !== null && <Result delivery={delivery} />}
      </Group>
      {isExplained && (finding.severity === 'info' ? <Why meaning={finding.meaning} /> : <FindingNote finding={finding} />)}
    </div>
  );
}

const NotSent = ({ part }: { readonly part: ReceiverPart }) => (
  <Badge variant="light" color={severityOf(part) === 'problem' ? 'red' : 'gray'}>
    {text.notSent}
  </Badge>
);

const Why = ({ meaning }: { readonly meaning: string }) => (
  <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
    {meaning.replaceAll('`', '')}
  </Text>
);

function Result({ delivery }: { readonly delivery: Schemas['Delivery'] }) {
  const { deliveryId, status, attempts, round, lastOutcome, lastHttpStatus, updatedAt, nextAttemptAt } = delivery;
  const facts = [
    lastHttpStatus === null ? lastOutcome !== null && words.deliveryList.outcome[lastOutcome] : text.http(lastHttpStatus),
    text.attempts(attempts),
    round > 1 && text.round(round),
  ];
  return (
    <>
      <Text size="sm" c="dimmed">
        {facts.filter(Boolean).join(' · ')}
      </Text>
      <TextLink to="/deliveries/$deliveryId" params={{ deliveryId }} size="sm">
        {status === 'pending' && nextAttemptAt !== null ? <NextAttempt at={nextAttemptAt} /> : <Instant at={updatedAt} />}
      </TextLink>
    </>
  );
}

function NextAttempt({ at }: { readonly at: string }) {
  const nowMs = useNow(1_000);
  const atMs = Date.parse(at);
  return atMs <= nowMs ? text.due : `${text.nextAttempt} ${countdown(atMs, nowMs)}`;
}
