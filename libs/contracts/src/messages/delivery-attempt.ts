// webhook-sender, token-api → webhook-sender: one POST to make, now (delivery-attempts) or at dueAt (delivery-retries).
// The value of the message is the body of the POST; one header holds all other fields.
import { REFERENCE_KEYS } from '../vocabulary.js';
import { WEBHOOK_EVENT_NAMES, type WebhookEventName } from '../webhook/operational-event.js';
import { headerFault, type HeaderRules, isCount, isObject, isTextsOf, isUuid, ownInstantMs, type OwnMessage } from './own-message.js';
import { fault, type Parsed, parsed } from './parsed.js';

/** One POST to make. */
export interface DeliveryAttempt {
  readonly deliveryId: string;
  /** Creation time of the delivery row, epoch ms. It decides the partition of the delivery's rows. */
  readonly deliveryCreatedAtMs: number;
  readonly receiverId: string;
  readonly account: number;
  readonly consignmentId: string;
  readonly eventid: string;
  /** An operational event has a made-up consignment and empty references. */
  readonly event: WebhookEventName;
  /** 1 for the event itself, 2, 3 … for redeliveries. Each round has its own attempts 1–16. */
  readonly round: number;
  /** 1 … 16. */
  readonly attempt: number;
  /** The POST must not begin earlier, epoch ms; absent = at once. */
  readonly dueAtMs?: number;
  /** The seven references, for query parameters that mirror them. */
  readonly references: Readonly<Record<string, string>>;
  /** The bytes that are signed and POSTed. They stay the same for all 16 attempts, so never parse or change them. */
  readonly body: Buffer;
  /** A test that the customer requested: one attempt without retries, even to a receiver that is switched off. */
  readonly isTest?: boolean;
}

/** The key of a message in topic delivery-retries. It keeps one consignment's events for one receiver in order. */
export const deliveryAttemptKey = (attempt: Pick<DeliveryAttempt, 'receiverId' | 'consignmentId'>): string =>
  `${attempt.receiverId}:${attempt.consignmentId}`;

/** The identity of an attempt. An attempt that is recorded under it is never made again (ARCHITECTURE.md, Repeats). */
export const attemptId = (attempt: Pick<DeliveryAttempt, 'deliveryId' | 'round' | 'attempt'>): string =>
  `${attempt.deliveryId}/${attempt.round}/${attempt.attempt}`;

const SCHEMA = 'delivery-attempt/1';

/** The header that holds an attempt without its body, as JSON. One header takes a fifth of the time that a header per field takes. */
export const DELIVERY_ATTEMPT_HEADER = 'delivery-attempt';

/** The headers of the attempt's message. */
export const deliveryAttemptHeaders = (attempt: DeliveryAttempt): Record<string, string> => ({
  [DELIVERY_ATTEMPT_HEADER]: JSON.stringify({
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
    isTest: attempt.isTest,
    deliveryCreatedAt: new Date(attempt.deliveryCreatedAtMs).toISOString(),
    dueAt: attempt.dueAtMs === undefined ? undefined : new Date(attempt.dueAtMs).toISOString(),
  }),
});

type Wire = Omit<DeliveryAttempt, 'body' | 'deliveryCreatedAtMs' | 'dueAtMs'> & {
  readonly schema: string;
  readonly deliveryCreatedAt: string;
  readonly dueAt?: string;
};

/** The text of the header is checked when it is parsed. */
const HEADERS: HeaderRules = { [DELIVERY_ATTEMPT_HEADER]: () => true };

/** Reads a message of topic delivery-attempts or delivery-retries without copying the body. A faulty one becomes a dead letter: no app wrote it. */
export function readDeliveryAttempt(message: OwnMessage): Parsed<DeliveryAttempt> {
  const { headers, value } = message;
  if (value === null) return none('it has no value');
  const wrong = headerFault(message, HEADERS);
  if (wrong !== undefined) return none(wrong);
  const wire = toJson(headers[DELIVERY_ATTEMPT_HEADER]!);
  if (wire === undefined) return none(`the header ${DELIVERY_ATTEMPT_HEADER} is no JSON object`);
  const fault = faultOf(wire);
  if (fault !== undefined) return none(`in the header ${DELIVERY_ATTEMPT_HEADER}, ${fault} is missing, or is not what it must be`);
  return parsed(toAttempt(wire as Wire, value));
}

const none = (why: string): Parsed<never> => fault('E_SCHEMA', `no ${SCHEMA}: ${why}`);

function toJson(text: string): Partial<Record<keyof Wire, unknown>> | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return isObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

const MOST_ATTEMPTS = 16;
const EVENTS: ReadonlySet<unknown> = new Set(WEBHOOK_EVENT_NAMES);
const UUIDS = ['deliveryId', 'receiverId', 'consignmentId', 'eventid'] as const;
const COUNTS = ['account', 'round', 'attempt'] as const;

/** Returns the first faulty field. Unknown fields are ignored. */
function faultOf(wire: Partial<Record<keyof Wire, unknown>>): keyof Wire | undefined {
  if (wire.schema !== SCHEMA) return 'schema';
  const wrong = UUIDS.find((name) => !isUuid(wire[name])) ?? COUNTS.find((name) => !isCount(wire[name]));
  if (wrong !== undefined) return wrong;
  if ((wire.attempt as number) > MOST_ATTEMPTS) return 'attempt';
  if (!EVENTS.has(wire.event)) return 'event';
  if (!isTextsOf(wire.references, REFERENCE_KEYS)) return 'references';
  if (ownInstantMs(wire.deliveryCreatedAt) === undefined) return 'deliveryCreatedAt';
  if (wire.dueAt !== undefined && ownInstantMs(wire.dueAt) === undefined) return 'dueAt';
  return wire.isTest === undefined || typeof wire.isTest === 'boolean' ? undefined : 'isTest';
}

/** Copies field by field: an unknown field, such as dueAtMs, must not become part of the attempt. */
const toAttempt = (wire: Wire, body: Buffer): DeliveryAttempt => ({
  deliveryId: wire.deliveryId,
  deliveryCreatedAtMs: Date.parse(wire.deliveryCreatedAt),
  receiverId: wire.receiverId,
  account: wire.account,
  consignmentId: wire.consignmentId,
  eventid: wire.eventid,
  event: wire.event,
  round: wire.round,
  attempt: wire.attempt,
  references: onlyReferences(wire.references),
  body,
  ...(wire.dueAt !== undefined && { dueAtMs: Date.parse(wire.dueAt) }),
  ...(wire.isTest !== undefined && { isTest: wire.isTest }),
});

/** Keeps the seven references of an attempt, however many a payload has. */
export const onlyReferences = (references: DeliveryAttempt['references']): DeliveryAttempt['references'] =>
  Object.keys(references).length === REFERENCE_KEYS.length
    ? references
    : Object.fromEntries(REFERENCE_KEYS.map((key) => [key, references[key] ?? '']));
