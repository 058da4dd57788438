import { Badge, Group, Text } from '@mantine/core';
import type { Schemas } from '../api/schemas.js';
import { answerText } from '../delivery/delivery-texts.js';
import { StatusBadge } from '../delivery/status-badge.js';
import { ApiText } from '../shared/api-text.js';
import { TextLink } from '../shared/links.js';
import { Instant } from '../times/instant.js';
import { countdown } from '../times/time.js';
import { useNow } from '../times/use-now.js';
import { parcelsWords } from '../words/parcels.words.js';
import { words } from '../words/words.js';
import { earlierSendings } from './earlier-sendings.js';
import { FindingNote, StepLinks } from './finding-alert.js';
import { type Finding, type ReceiverPart, type Severity, severityOf, statusOf } from './parcel-entries.js';
import { useSentAgain } from './use-parcel.js';

const text = parcelsWords;

/** The delivery of an event to one receiver, or the reason why there is none. */
export function DeliveryLine({ part, name }: { readonly part: ReceiverPart; readonly name: string }) {
  const { receiverId, finding, delivery } = part;
  const severity = severityOf(part);
  const status = statusOf(part);
  return (
    <div>
      <Group gap="xs" align="baseline">
        <div style={{ minWidth: 116 }}>
          {status === undefined ? <NotSent severity={severity} /> : <StatusBadge status={status} isFailing={severity === 'failing'} />}
        </div>
        <TextLink to="/receivers/$receiverId" params={{ receiverId }} size="sm" fw={500}>
          {name}
        </TextLink>
        {delivery !== null && <Result delivery={delivery} />}
        {delivery === null && finding !== null && <Why finding={finding} />}
      </Group>
      {delivery !== null && delivery.round > 1 && <Earlier delivery={delivery} />}
      {delivery !== null && finding !== null && severity !== 'info' && finding.code !== 'delivered' && (
        <FindingNote finding={finding} isShort severity={severity} />
      )}
    </div>
  );
}

const NotSent = ({ severity }: { readonly severity: Severity }) => (
  <Badge variant="light" color={severity === 'problem' ? 'red' : severity === 'waiting' ? 'blue' : 'gray'}>
    {severity === 'waiting' ? text.notYetSent : text.notSent}
  </Badge>
);

const Why = ({ finding }: { readonly finding: Finding }) => (
  <Text size="sm" c="dimmed" component="div" style={{ flex: '1 1 320px', overflowWrap: 'anywhere' }}>
    <ApiText text={finding.meaning} /> {(finding.severity === 'problem' || finding.deliveryId !== null) && <StepLinks finding={finding} />}
  </Text>
);

function Result({ delivery }: { readonly delivery: Schemas['Delivery'] }) {
  const { deliveryId, status, attempts, round, updatedAt, nextAttemptAt } = delivery;
  const facts = [attempts > 0 && answerText(delivery), text.attempts(attempts), round > 1 && words.shared.onRequest(round)];
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

/** The earlier rounds of a delivery that was sent again. */
function Earlier({ delivery }: { readonly delivery: Schemas['Delivery'] }) {
  const { data } = useSentAgain(delivery);
  return (data ? earlierSendings(data) : []).map((sending) => (
    <Text key={sending.round} size="sm" c="dimmed" pl={126}>
      {text.before} {text.attempts(sending.attempts)} · {answerText(sending)} · <Instant at={sending.at} />
    </Text>
  ));
}

function NextAttempt({ at }: { readonly at: string }) {
  const nowMs = useNow(1_000);
  const atMs = Date.parse(at);
  return atMs <= nowMs ? text.due : `${text.nextAttempt} ${countdown(atMs, nowMs)}`;
}
