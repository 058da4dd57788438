// What became of a delivery: still on its way, or how it ended and how it is sent again.
import { toIso } from '#libs/contracts';
import type { Delivery } from '../deliveries/deliveries.dto.js';
import { diagnosisRowOf } from '../deliveries/diagnosis.js';
import type { DiagnosisRow } from '../deliveries/diagnosis-row.js';
import type { Wait } from '../deliveries/delivery-views.js';
import { type Finding, finding, type FindingCode, type FindingContent } from './finding.js';
import type { ParcelHistory, HistoryReceiver } from './parcel-history.js';
import { settingsAt } from './receiver-settings-at.js';
import { CREATE_AGAIN, disabledWords, ENABLE, SEND_MISSING } from './words.js';

export function deliveryFinding(delivery: Delivery, history: ParcelHistory): Finding {
  const { eventid, receiverId, deliveryId, status, nextAttemptAt, updatedAt } = delivery;
  const about = { eventid, receiverId, deliveryId };
  const halt = status === 'pending' ? haltOf(delivery, history) : undefined;
  if (halt !== undefined) return finding(halt, { ...about, at: nextAttemptAt });
  if (status === 'pending') return finding(pendingWords(delivery, history), { ...about, at: nextAttemptAt });
  return finding(endedWords(delivery, history), { ...about, at: updatedAt });
}

/** A delivery to a receiver that is off or deleted is cancelled when its attempt is due. */
function haltOf(delivery: Delivery, history: ParcelHistory): FindingContent | undefined {
  const { event } = delivery;
  if (isDeleted(delivery, history)) {
    const meaning = `${event} waits for an attempt, but the receiver was deleted: the attempt will be cancelled.`;
    return { code: 'receiver_deleted', severity: 'problem', meaning, toDo: `${CREATE_AGAIN}${SEND_MISSING}` };
  }
  const receiver = receiverOf(delivery, history);
  if (receiver?.enabled !== false) return undefined;
  if (receiver.disabled) {
    const meaning = `${event} waits for an attempt, but the service disabled the receiver ${disabledWords(receiver.disabled)}: the attempt will be cancelled.`;
    return { code: 'disabled', severity: 'problem', meaning, toDo: `Repair the receiver. ${ENABLE_IN_TIME}` };
  }
  const meaning = `${event} waits for an attempt, but the receiver is switched off (\`enabled\` false): the attempt will be cancelled.`;
  return { code: 'switched_off', severity: 'problem', meaning, toDo: ENABLE_IN_TIME };
}

const ENABLE_IN_TIME =
  'Set `enabled` to true before the attempt is due. After it: send it again with POST /deliveries/{deliveryId}/redeliver.';

/** `why` follows the name of the event. */
const PENDING: Readonly<Record<Wait, { readonly code: FindingCode; readonly why: string; readonly toDo: string }>> = {
  retry: {
    code: 'pending_retry',
    why: ': the next attempt is planned.',
    toDo: 'Repair the receiver meanwhile: each attempt reads its settings again.',
  },
  queue: {
    code: 'pending_queue',
    why: ' waits for its turn: the attempt is due.',
    toDo: 'Wait. A receiver that answers faster gets its webhooks faster.',
  },
  circuit: {
    code: 'pending_circuit',
    why: ' waits: the receiver does not answer in time. One attempt goes out as a probe now and then; the others wait.',
    toDo: 'Make the receiver answer within `timeoutMs`, with any status.',
  },
  hold: {
    code: 'pending_hold',
    why: ' waits: the receiver answered 429 or 503 with `Retry-After`, or its TLS handshakes fail and take too much computing time. Nothing is sent until the hold ends.',
    toDo: 'Wait. Answer 429 only when you mean it.',
  },
  limit: {
    code: 'pending_limit',
    why: ' waits: more webhooks come than `maxPerSecond` or `maxInFlight` of the receiver let through.',
    toDo: 'Raise the limit with PATCH /receivers/{receiverId}, or wait.',
  },
};

function pendingWords(delivery: Delivery, history: ParcelHistory): FindingContent {
  const { event, attempts, nextAttemptAt, waitingFor } = delivery;
  const { code, why, toDo } = PENDING[waitingFor ?? 'queue'];
  const isPlanned = nextAttemptAt !== null && waitingFor === 'retry';
  const waits = `${event}${isPlanned ? `: next attempt at ${toIso(nextAttemptAt.getTime())}.` : why}`;
  if (attempts === 0) return { code, severity: 'waiting', meaning: waits, toDo };
  const failed = attempts === 1 ? '1 attempt has failed' : `${attempts} attempts have failed`;
  const { meaning, toDo: repair } = diagnosisOf(delivery, history);
  return {
    code,
    severity: 'waiting',
    meaning: `${waits} ${failed}, the last one with ${outcomeWords(delivery)}: ${meaning}`,
    toDo: `${repair} ${toDo}`,
  };
}

/** What the last attempt says of the receiver. */
function diagnosisOf(
  { deliveryId, lastOutcome, lastHttpStatus }: Delivery,
  { lastEnds }: ParcelHistory,
): Pick<DiagnosisRow, 'meaning' | 'toDo'> {
  if (lastOutcome === null) return { meaning: 'Nothing was sent.', toDo: '' };
  return diagnosisRowOf({ outcome: lastOutcome, httpStatus: lastHttpStatus, reason: null, detail: null, ...lastEnds.get(deliveryId) });
}

const outcomeWords = ({ lastOutcome, lastHttpStatus }: Delivery): string =>
  lastOutcome === 'http_status' && lastHttpStatus !== null ? `HTTP status ${lastHttpStatus}` : `\`${lastOutcome ?? 'unknown'}\``;

function endedWords(delivery: Delivery, history: ParcelHistory): FindingContent {
  const { event, status, attempts, updatedAt, deliveryId } = delivery;
  const at = toIso(updatedAt.getTime());
  if (status === 'delivered') {
    const toDo = 'Search your log for the `eventid` (header `webhook-id`).';
    return { code: 'delivered', severity: 'info', meaning: `${event} was delivered at ${at}: the receiver answered 2xx.`, toDo };
  }
  if (status === 'cancelled') return cancelledWords(delivery, at, history);
  const { meaning: why, toDo: repair } = diagnosisOf(delivery, history);
  const last = `the last one with ${outcomeWords(delivery)}: ${why}`;
  const toDo = `${isDeleted(delivery, history) ? '' : `${repair} `}${sendAgain(delivery, history)} GET /deliveries/${deliveryId} shows each attempt.`;
  if (status === 'exhausted')
    return { code: 'exhausted', severity: 'problem', meaning: `All ${attempts} attempts of ${event} failed, ${last}`, toDo };
  const meaning = `${event} waited too long behind the circuit, a hold or the limits of the receiver. Its attempts failed, ${last}`;
  return { code: 'expired', severity: 'problem', meaning, toDo };
}

function whyCancelled(delivery: Delivery, history: ParcelHistory): string {
  if (isDeleted(delivery, history)) return 'the receiver was deleted';
  const { receiverId, updatedAt } = delivery;
  const receiver = receiverOf(delivery, history);
  const changes = history.changes.filter((change) => change.receiverId === receiverId);
  const disabled = receiver && settingsAt(receiver, changes, updatedAt.getTime()).disabled;
  if (disabled) return `the service disabled the receiver ${disabledWords(disabled)}`;
  const wasSwitchedOff = changes.some(({ before, at }) => before.enabled === true && at <= updatedAt);
  return wasSwitchedOff || receiver?.enabled === false
    ? 'the receiver was switched off when an attempt was due'
    : 'the receiver was switched off or deleted, or the data of the parcel were erased';
}

function cancelledWords(delivery: Delivery, at: string, history: ParcelHistory): FindingContent {
  const meaning = `${delivery.event} was cancelled at ${at}: ${whyCancelled(delivery, history)}.`;
  return { code: 'cancelled', severity: 'problem', meaning, toDo: sendAgain(delivery, history) };
}

/** A receiver that is deleted or off gets no redelivery. */
function sendAgain(delivery: Delivery, history: ParcelHistory): string {
  if (isDeleted(delivery, history)) return `${CREATE_AGAIN}${SEND_MISSING}`;
  const receiver = receiverOf(delivery, history);
  if (receiver === undefined) return `If the receiver is switched off, set \`enabled\` to true. ${SEND_AGAIN}`;
  return receiver.enabled ? SEND_AGAIN : `${ENABLE}${SEND_AGAIN}`;
}

const SEND_AGAIN = 'Send it again with POST /deliveries/{deliveryId}/redeliver.';

/** undefined = deleted, or beyond the receivers that are explained. */
const receiverOf = ({ receiverId }: Delivery, { receivers }: ParcelHistory): HistoryReceiver | undefined =>
  receivers.find((each) => each.receiverId === receiverId);

function isDeleted(delivery: Delivery, history: ParcelHistory): boolean {
  const receiver = receiverOf(delivery, history);
  if (receiver !== undefined) return receiver.deletedAt !== null;
  return history.changes.some(({ receiverId, isDeletion }) => receiverId === delivery.receiverId && isDeletion);
}
