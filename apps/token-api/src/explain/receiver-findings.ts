// Whether an event reached a receiver, and if not, why.
import { type EventName, toIso } from '#libs/contracts';
import type { Delivery } from '../deliveries/deliveries.dto.js';
import { diagnosisRowOf } from '../deliveries/diagnosis.js';
import type { DiagnosisRow } from '../deliveries/diagnosis-row.js';
import type { Wait } from '../deliveries/delivery-views.js';
import { type Finding, finding, type FindingCode, NOTHING_TO_DO } from './finding.js';
import { type Refusal, type RefusalCode, refusalOf } from './receiver-then.js';
import type { Story, StoryEvent, StoryReceiver } from './story.js';
import { listWords, quoted } from './words.js';

const SEND_MISSING = 'Send it with POST /receivers/{receiverId}/redeliver and `status: missing`.';

/** One for each receiver that has a delivery of the event or exists now; without any: no_receiver. */
export function receiverFindings(event: StoryEvent, story: Story): Finding[] {
  const deliveries = story.deliveries.filter(({ eventid }) => eventid === event.eventid);
  const reached = new Set(deliveries.map(({ receiverId }) => receiverId));
  const others = story.receivers.filter(({ receiverId }) => !reached.has(receiverId));
  const findings = [
    ...deliveries.map((delivery) => deliveryFinding(delivery, story)),
    ...others.map((receiver) => unsentFinding(event, receiver, story)),
  ];
  return findings.length > 0 ? findings : [noReceiver(event)];
}

const noReceiver = ({ event, eventid, createdAt }: StoryEvent): Finding =>
  finding(
    {
      code: 'no_receiver',
      severity: 'problem',
      meaning: `${event} came about, but your account has no receiver.`,
      toDo: `Create a receiver: POST /receivers. ${SEND_MISSING}`,
    },
    { eventid, at: createdAt },
  );

function unsentFinding(event: StoryEvent, receiver: StoryReceiver, story: Story): Finding {
  const about = { eventid: event.eventid, receiverId: receiver.receiverId };
  const changes = story.changes.filter(({ receiverId }) => receiverId === receiver.receiverId);
  if (!event.hasDeliveries) return finding(DELIVERIES_GONE, { ...about, at: event.createdAt });
  const refusal = refusalOf(receiver, changes, event);
  if (refusal !== undefined) return finding(refusalWords(refusal, event, receiver), { ...about, at: event.createdAt });
  return finding(story.isDeferred ? DEFERRED : NOT_FANNED_OUT, { ...about, at: event.createdAt });
}

type Said = Pick<Finding, 'code' | 'severity' | 'meaning' | 'toDo'>;

const DELIVERIES_GONE: Said = {
  code: 'event_not_kept',
  severity: 'info',
  meaning: 'Deliveries of that time are no longer kept: nothing says whether the receiver got the event.',
  toDo: NOTHING_TO_DO,
};

const DEFERRED: Said = {
  code: 'deferred',
  severity: 'waiting',
  meaning: 'The event waits for its turn, because your account has more than its share while other accounts send too.',
  toDo: NOTHING_TO_DO,
};

const NOT_FANNED_OUT: Said = {
  code: 'not_fanned_out',
  severity: 'waiting',
  meaning: 'The receiver wants the event, but the service has not taken it up for delivery yet.',
  toDo: `Wait a minute. Then ask the operator: the consumer of topic \`events\` is behind or stands still. ${SEND_MISSING}`,
};

function refusalWords({ code, settings, changedAt }: Refusal, event: StoryEvent, receiver: StoryReceiver): Said {
  const name = receiver.name === '' ? 'The receiver' : `The receiver ${quoted(receiver.name)}`;
  const when =
    changedAt === undefined
      ? 'when the event came about'
      : `by a change at ${toIso(changedAt.getTime())}, just before the event was taken up`;
  const meanings: Readonly<Record<RefusalCode, string>> = {
    created_later: `${name} was created at ${toIso(receiver.createdAt.getTime())}, after the event came about.`,
    receiver_deleted: `${name} was deleted at ${toIso(receiver.deletedAt?.getTime() ?? 0)}.`,
    paused: `${name} was paused (\`enabled\` false) ${when}.`,
    event_filter: `${name} did not list ${event.event} in \`events\` ${when}, only ${listWords(settings.events)}.`,
    client_filter: `${name} did not list the client ${quoted(event.client)} in \`clients\` ${when}.`,
  };
  const isWish = code === 'event_filter' || code === 'client_filter';
  return { code, severity: isWish ? 'info' : 'problem', meaning: meanings[code], toDo: `${CORRECT[code]}${SEND_MISSING}` };
}

const CORRECT: Readonly<Record<RefusalCode, string>> = {
  created_later: '',
  receiver_deleted: 'Create the receiver again. ',
  paused: 'Set `enabled` to true. ',
  event_filter: 'If you want such events, correct `events` with PATCH /receivers/{receiverId}. ',
  client_filter: 'If you want such events, correct `clients` with PATCH /receivers/{receiverId}: case counts. ',
};

function deliveryFinding(delivery: Delivery, story: Story): Finding {
  const { eventid, receiverId, deliveryId, status, nextAttemptAt, updatedAt } = delivery;
  const about = { eventid, receiverId, deliveryId };
  const halt = status === 'pending' ? haltOf(delivery, story) : undefined;
  if (halt !== undefined) return finding(halt, { ...about, at: nextAttemptAt });
  if (status === 'pending') return finding(pendingWords(delivery, story), { ...about, at: nextAttemptAt });
  return finding(endedWords(delivery, story), { ...about, at: updatedAt });
}

/** What waits for a receiver that is paused or gone ends as cancelled when its turn comes. */
function haltOf({ event, receiverId }: Delivery, { receivers, changes }: Story): Said | undefined {
  const receiver = receivers.find((each) => each.receiverId === receiverId);
  const isGone = receiver ? receiver.deletedAt !== null : changes.some((change) => change.receiverId === receiverId && change.isDeletion);
  if (isGone) {
    const meaning = `${event} waits for an attempt, but the receiver was deleted: the attempt will be cancelled.`;
    return { code: 'receiver_deleted', severity: 'problem', meaning, toDo: `${CORRECT.receiver_deleted}${SEND_MISSING}` };
  }
  if (receiver?.enabled !== false) return undefined;
  const meaning = `${event} waits for an attempt, but the receiver is paused (\`enabled\` false): the attempt will be cancelled.`;
  const toDo = 'Set `enabled` to true before the attempt is due. After it: send it again with POST /deliveries/{deliveryId}/redeliver.';
  return { code: 'paused', severity: 'problem', meaning, toDo };
}

const PENDING: Readonly<Record<Wait, { readonly code: FindingCode; readonly why: string; readonly toDo: string }>> = {
  retry: {
    code: 'pending_retry',
    why: 'The next attempt is planned.',
    toDo: 'Repair the receiver meanwhile: each attempt reads its settings again.',
  },
  queue: {
    code: 'pending_queue',
    why: 'The attempt is due and comes in its turn.',
    toDo: 'Wait. A receiver that answers faster gets its webhooks faster.',
  },
  circuit: {
    code: 'pending_circuit',
    why: 'The receiver does not answer in time: one attempt goes out as a probe now and then, the others wait.',
    toDo: 'Make the receiver answer within `timeoutMs`, with any status.',
  },
  hold: {
    code: 'pending_hold',
    why: 'The receiver answered 429 or 503 with `Retry-After`: nothing is sent until then.',
    toDo: 'Wait. Answer 429 only when you mean it.',
  },
  limit: {
    code: 'pending_limit',
    why: 'More comes than `maxPerSecond` or `maxInFlight` of the receiver let through.',
    toDo: 'Raise the limit with PATCH /receivers/{receiverId}, or wait.',
  },
};

function pendingWords(delivery: Delivery, story: Story): Said {
  const { event, attempts, nextAttemptAt, waitingFor } = delivery;
  const { code, why, toDo } = PENDING[waitingFor ?? 'queue'];
  const until = nextAttemptAt === null || waitingFor !== 'retry' ? '' : ` Not before ${toIso(nextAttemptAt.getTime())}.`;
  const onItsWay = `${event} is on its way. ${why}${until}`;
  if (attempts === 0) return { code, severity: 'waiting', meaning: onItsWay, toDo };
  const failed = attempts === 1 ? '1 attempt has failed' : `${attempts} attempts have failed`;
  const { meaning, toDo: repair } = diagnosisOf(delivery, story);
  return {
    code,
    severity: 'waiting',
    meaning: `${onItsWay} ${failed}, the last one with ${outcomeWords(delivery)}: ${meaning}`,
    toDo: `${repair} ${toDo}`,
  };
}

/** What the last attempt says of the receiver. */
function diagnosisOf(
  { deliveryId, lastOutcome, lastHttpStatus }: Delivery,
  { lastDetails }: Story,
): Pick<DiagnosisRow, 'meaning' | 'toDo'> {
  if (lastOutcome === null) return { meaning: 'Nothing was sent.', toDo: '' };
  return diagnosisRowOf({ outcome: lastOutcome, httpStatus: lastHttpStatus, detail: lastDetails.get(deliveryId) ?? null });
}

const outcomeWords = ({ lastOutcome, lastHttpStatus }: Delivery): string =>
  lastOutcome === 'http_status' && lastHttpStatus !== null ? `HTTP status ${lastHttpStatus}` : `\`${lastOutcome ?? 'unknown'}\``;

const AGAIN = 'Then send it again with POST /deliveries/{deliveryId}/redeliver.';

function endedWords(delivery: Delivery, story: Story): Said {
  const { event, status, attempts, updatedAt, deliveryId } = delivery;
  const at = toIso(updatedAt.getTime());
  if (status === 'delivered') {
    const toDo = 'Search your log for the `eventid` (header `webhook-id`).';
    return { code: 'delivered', severity: 'info', meaning: `${event} was delivered at ${at}: the receiver answered 2xx.`, toDo };
  }
  if (status === 'cancelled') return cancelledWords(event, at, pauseOf(delivery, story));
  const { meaning: why, toDo: repair } = diagnosisOf(delivery, story);
  const last = `the last one with ${outcomeWords(delivery)}: ${why}`;
  const toDo = `${repair} ${AGAIN} GET /deliveries/${deliveryId} shows each attempt.`;
  if (status === 'exhausted')
    return { code: 'exhausted', severity: 'problem', meaning: `All ${attempts} attempts of ${event} failed, ${last}`, toDo };
  const meaning = `${event} waited too long behind the circuit, a hold or the limits of the receiver. Its attempts failed, ${last}`;
  return { code: 'expired', severity: 'problem', meaning, toDo };
}

type Pause = 'deleted' | 'paused' | 'unknown';

function pauseOf({ receiverId, updatedAt }: Delivery, { receivers, changes }: Story): Pause {
  const receiver = receivers.find((each) => each.receiverId === receiverId);
  const ofReceiver = changes.filter((change) => change.receiverId === receiverId);
  if (receiver ? receiver.deletedAt !== null : ofReceiver.some(({ isDeletion }) => isDeletion)) return 'deleted';
  const wasPaused = ofReceiver.some(({ before, at }) => before.enabled === true && at <= updatedAt);
  return wasPaused || receiver?.enabled === false ? 'paused' : 'unknown';
}

const WHY_CANCELLED: Readonly<Record<Pause, string>> = {
  deleted: 'the receiver was deleted',
  paused: 'the receiver was paused when an attempt was due',
  unknown: 'the receiver was paused or deleted, or the data of the parcel were erased',
};

function cancelledWords(event: EventName, at: string, pause: Pause): Said {
  const toDo =
    pause === 'deleted'
      ? 'Create the receiver again, then send the events of before with `status: missing`.'
      : `Set \`enabled\` to true. ${AGAIN}`;
  return { code: 'cancelled', severity: 'problem', meaning: `${event} was cancelled at ${at}: ${WHY_CANCELLED[pause]}.`, toDo };
}
