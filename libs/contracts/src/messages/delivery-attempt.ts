// webhook-sender, token-api → webhook-sender: one POST to make, now (delivery-attempts) or at dueAt (delivery-retries)
import { REFERENCE_KEYS } from '../vocabulary.js';
import { WEBHOOK_EVENT_NAMES, type WebhookEventName } from '../webhook/operational-event.js';
import { isCount, isTextsOf, isUuid, ownInstantMs, parseOwnMessage, ownMessageFault } from './own-message.js';

/** One POST to make (delivery-attempt/1). The body is frozen here: its bytes are the same over all 16 attempts. */
export interface DeliveryAttempt {
  readonly deliveryId: string;
  /** Creation time of the delivery row, epoch ms: it decides the partition of its rows. */
  readonly deliveryCreatedAtMs: number;
  readonly receiverId: string;
  readonly account: number;
  readonly consignmentId: string;
  readonly eventid: string;
  /** An operational event has a made-up consignment and empty references. */
  readonly event: WebhookEventName;
  /** 1 for the event itself, 2, 3 … for redeliveries, each with attempts 1–16 of its own. */
  readonly round: number;
  /** 1 … 16. */
  readonly attempt: number;
  /** Not before this, epoch ms; absent = at once. */
  readonly dueAtMs?: number;
  /** The seven references as query parameters would mirror them. */
  readonly references: Readonly<Record<string, string>>;
  readonly body: string;
  /** Asked for by the customer: one attempt without retries, also for a receiver that is off. */
  readonly isTest?: boolean;
}

/** Of a message of topic delivery-retries, and of what may not overtake itself: one consignment's events toward one receiver. */
export const deliveryAttemptKey = (attempt: Pick<DeliveryAttempt, 'receiverId' | 'consignmentId'>): string =>
  `${attempt.receiverId}:${attempt.consignmentId}`;

/** What makes an attempt unique: an attempt recorded under this is never made again (ARCHITECTURE.md, Repeats). */
export const attemptId = (attempt: Pick<DeliveryAttempt, 'deliveryId' | 'round' | 'attempt'>): string =>
  `${attempt.deliveryId}/${attempt.round}/${attempt.attempt}`;

const SCHEMA = 'delivery-attempt/1';

export const serialiseDeliveryAttempt = (attempt: DeliveryAttempt): string =>
  JSON.stringify({
    schema: SCHEMA,
    deliveryId: attempt.deliveryId,
    receiverId: attempt.receiverId,
    account: attempt.account,
    consignmentId: attempt.consignmentId,
    eventid: attempt.eventid,
    event: attempt.event,
    round: attempt.round,
    attempt: attempt.attempt,
    references: attempt.references,
    body: attempt.body,
    isTest: attempt.isTest,
    deliveryCreatedAt: new Date(attempt.deliveryCreatedAtMs).toISOString(),
    dueAt: attempt.dueAtMs === undefined ? undefined : new Date(attempt.dueAtMs).toISOString(),
  });

type Wire = Omit<DeliveryAttempt, 'deliveryCreatedAtMs' | 'dueAtMs'> & { readonly deliveryCreatedAt: string; readonly dueAt?: string };

/** Kafka value → DeliveryAttempt; undefined when it is none. */
export function parseDeliveryAttempt(value: Buffer | null): DeliveryAttempt | undefined {
  const message = parseOwnMessage<Wire & { schema: string }>(value, SCHEMA);
  if (!message || !isWire(message)) return undefined;
  const { deliveryCreatedAt, dueAt, isTest } = message;
  const deliveryCreatedAtMs = ownInstantMs(deliveryCreatedAt);
  const dueAtMs = dueAt === undefined ? undefined : ownInstantMs(dueAt);
  if (deliveryCreatedAtMs === undefined || (dueAt !== undefined && dueAtMs === undefined)) return undefined;
  // field by field: an unknown field, such as dueAtMs, must not become part of it
  return {
    deliveryId: message.deliveryId,
    deliveryCreatedAtMs,
    receiverId: message.receiverId,
    account: message.account,
    consignmentId: message.consignmentId,
    eventid: message.eventid,
    event: message.event,
    round: message.round,
    attempt: message.attempt,
    references: onlyReferences(message.references),
    body: message.body,
    ...(dueAtMs !== undefined && { dueAtMs }),
    ...(isTest !== undefined && { isTest }),
  };
}

/** The seven that an attempt carries, of however many a payload has. */
export const onlyReferences = (references: DeliveryAttempt['references']): DeliveryAttempt['references'] =>
  Object.keys(references).length === REFERENCE_KEYS.length
    ? references
    : Object.fromEntries(REFERENCE_KEYS.map((key) => [key, references[key] ?? '']));

/** Why it is none, for its dead letter. */
export const deliveryAttemptFault = (value: Buffer | null): string => ownMessageFault(value, SCHEMA);

const MOST_ATTEMPTS = 16;

function isWire(message: Partial<Wire>): boolean {
  const { deliveryId, receiverId, consignmentId, eventid, account, round, attempt, event, references, body, isTest } = message;
  return (
    [deliveryId, receiverId, consignmentId, eventid].every(isUuid) &&
    [account, round, attempt].every(isCount) &&
    (attempt as number) <= MOST_ATTEMPTS &&
    WEBHOOK_EVENT_NAMES.some((name) => name === event) &&
    isTextsOf(references, REFERENCE_KEYS) &&
    typeof body === 'string' &&
    (isTest === undefined || typeof isTest === 'boolean')
  );
}
