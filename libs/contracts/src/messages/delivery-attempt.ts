// webhook-sender, token-api → webhook-sender: one POST to make, now (delivery-attempts) or at due-at (delivery-retries). The value is its body.
import { REFERENCE_KEYS } from '../vocabulary.js';
import { WEBHOOK_EVENT_NAMES, type WebhookEventName } from '../webhook/operational-event.js';
import { headerFault, type HeaderRules, isCount, isInstant, isUuid, ownInstantMs, type OwnMessage } from './own-message.js';
import { fault, type Parsed, parsed } from './parsed.js';

/** One POST to make. */
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
  /** What is signed and POSTed. Nobody reads or changes it: its bytes are the same over all 16 attempts. */
  readonly body: Buffer;
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

const REFERENCE_HEADERS = REFERENCE_KEYS.map((key) => [key, `reference-${key}`] as const);

/** What the message of the attempt says beside the body. An empty reference has no header. */
export function deliveryAttemptHeaders(attempt: DeliveryAttempt): Record<string, string> {
  const headers: Record<string, string> = {
    schema: SCHEMA,
    'delivery-id': attempt.deliveryId,
    'delivery-created-at': new Date(attempt.deliveryCreatedAtMs).toISOString(),
    'receiver-id': attempt.receiverId,
    account: String(attempt.account),
    'consignment-id': attempt.consignmentId,
    eventid: attempt.eventid,
    event: attempt.event,
    round: String(attempt.round),
    attempt: String(attempt.attempt),
  };
  for (const [key, header] of REFERENCE_HEADERS) if (attempt.references[key]) headers[header] = attempt.references[key];
  if (attempt.dueAtMs !== undefined) headers['due-at'] = new Date(attempt.dueAtMs).toISOString();
  if (attempt.isTest !== undefined) headers['is-test'] = String(attempt.isTest);
  return headers;
}

const MOST_ATTEMPTS = 16;
const EVENTS: ReadonlySet<string> = new Set(WEBHOOK_EVENT_NAMES);

const HEADERS: HeaderRules = {
  schema: { isValid: (text) => text === SCHEMA },
  'delivery-id': { isValid: isUuid },
  'delivery-created-at': { isValid: isInstant },
  'receiver-id': { isValid: isUuid },
  account: { isValid: isCount },
  'consignment-id': { isValid: isUuid },
  eventid: { isValid: isUuid },
  event: { isValid: (text) => EVENTS.has(text) },
  round: { isValid: isCount },
  attempt: { isValid: (text) => isCount(text) && Number(text) <= MOST_ATTEMPTS },
  'due-at': { isOptional: true, isValid: isInstant },
  'is-test': { isOptional: true, isValid: (text) => text === 'true' || text === 'false' },
  ...Object.fromEntries(REFERENCE_HEADERS.map(([, header]) => [header, { isOptional: true, isValid: () => true }])),
};

/** A message of topic delivery-attempts or delivery-retries, its body not copied. A fault makes it a dead letter: no app wrote it. */
export function readDeliveryAttempt(message: OwnMessage): Parsed<DeliveryAttempt> {
  const { headers, value } = message;
  const wrong = value === null ? 'it has no value' : headerFault(message, HEADERS);
  if (wrong !== undefined) return fault('E_SCHEMA', `no ${SCHEMA}: ${wrong}`);
  const { 'due-at': dueAt, 'is-test': isTest } = headers;
  return parsed({
    deliveryId: headers['delivery-id']!,
    deliveryCreatedAtMs: Date.parse(headers['delivery-created-at']!),
    receiverId: headers['receiver-id']!,
    account: Number(headers['account']),
    consignmentId: headers['consignment-id']!,
    eventid: headers['eventid']!,
    event: headers['event'] as WebhookEventName,
    round: Number(headers['round']),
    attempt: Number(headers['attempt']),
    references: Object.fromEntries(REFERENCE_HEADERS.map(([key, header]) => [key, headers[header] ?? ''])),
    body: value!,
    ...(dueAt !== undefined && { dueAtMs: ownInstantMs(dueAt)! }),
    ...(isTest !== undefined && { isTest: isTest === 'true' }),
  });
}

/** The seven that an attempt carries, of however many a payload has. */
export const onlyReferences = (references: DeliveryAttempt['references']): DeliveryAttempt['references'] =>
  Object.keys(references).length === REFERENCE_KEYS.length
    ? references
    : Object.fromEntries(REFERENCE_KEYS.map((key) => [key, references[key] ?? '']));
