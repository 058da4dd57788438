// event-builder → webhook-sender: CloudEvents Kafka binding, binary mode. The value is the plain payload.
import { isUtf8 } from 'node:buffer';
import { asUriReference } from '#libs/config';
import { type CloudEventIdentity, cloudEventType } from '../webhook/cloud-event.js';
import type { WebhookPayload } from '../webhook/payload.js';
import { EVENT_NAMES, REFERENCE_KEYS } from '../vocabulary.js';
import { isTooDeep, MAX_JSON_DEPTH } from './json-depth.js';
import { headerFault, type HeaderRules, isCountText, isInstant, isObject, isTextsOf, isUuid, type OwnMessage } from './own-message.js';
import { fault, type Parsed, parsed } from './parsed.js';

/** One event of one consignment. It never changes: every receiver of the account gets exactly this event. */
export interface TrackingEvent {
  readonly account: number;
  readonly consignmentId: string;
  /** When the event's cause reached the service, epoch ms. A replay gives the same time, so the event stays in the same partition. */
  readonly createdAtMs: number;
  readonly payload: WebhookPayload;
}

export const trackingEventKey = (event: TrackingEvent): string => event.consignmentId;

/** The headers of the event's message. */
export const trackingEventHeaders = (
  { account, consignmentId, createdAtMs, payload }: TrackingEvent,
  identity: CloudEventIdentity,
): Record<string, string> => ({
  ce_specversion: '1.0',
  ce_id: payload.eventid,
  ce_source: identity.source,
  ce_type: cloudEventType(identity.vendor, payload.event),
  ce_time: payload.timestamp,
  ce_account: String(account),
  ce_consignmentid: consignmentId,
  ce_createdat: new Date(createdAtMs).toISOString(),
  'content-type': 'application/json',
});

const HEADERS: HeaderRules = {
  ce_specversion: (text) => text === '1.0',
  ce_id: isUuid,
  ce_source: isUriReference,
  ce_type: (text) => /^com\.[a-z0-9-]+\.tracking\.event\.[a-z]+$/.test(text),
  ce_time: (text) => text !== '',
  ce_account: isCountText,
  ce_consignmentid: isUuid,
  ce_createdat: isInstant,
  'content-type': (text) => text === 'application/json',
};

/** An event whose payload has not been parsed yet. */
export interface TrackingEventHead extends Omit<TrackingEvent, 'payload'> {
  readonly eventid: string;
  /** The payload must have the same type. */
  readonly type: string;
  readonly timestamp: string;
}

/** Reads the headers of a message of topic events. A faulty message becomes a dead letter: no app wrote it. */
export function readTrackingEventHead(message: OwnMessage): Parsed<TrackingEventHead> {
  const { headers } = message;
  const wrong = headerFault(message, HEADERS);
  if (wrong !== undefined) return none(wrong);
  return parsed({
    account: Number(headers['ce_account']),
    consignmentId: headers['ce_consignmentid']!,
    createdAtMs: Date.parse(headers['ce_createdat']!),
    eventid: headers['ce_id']!,
    type: headers['ce_type']!,
    timestamp: headers['ce_time']!,
  });
}

/** @param value the value of the message */
export function readTrackingEventPayload(head: TrackingEventHead, value: Buffer | null): Parsed<TrackingEvent> {
  const read = parsePayload(value);
  if (!read.ok) return read;
  const { account, consignmentId, createdAtMs } = head;
  const { eventid, event, timestamp } = read.value;
  if (head.eventid !== eventid || head.timestamp !== timestamp || !head.type.endsWith(`.${event.toLowerCase()}`))
    return none('its headers name another event than its value');
  return parsed({ account, consignmentId, createdAtMs, payload: read.value });
}

/** Reads the headers and the payload. */
export function readTrackingEvent(message: OwnMessage): Parsed<TrackingEvent> {
  const head = readTrackingEventHead(message);
  return head.ok ? readTrackingEventPayload(head.value, message.value) : head;
}

const none = (why: string): Parsed<never> => fault('E_SCHEMA', `no tracking event: ${why}`);

function parsePayload(value: Buffer | null): Parsed<WebhookPayload> {
  if (value === null || !isUtf8(value)) return none('the value is no JSON in UTF-8');
  try {
    const payload: unknown = JSON.parse(value.toString());
    if (isTooDeep(payload)) return none(`the value is nested deeper than ${MAX_JSON_DEPTH} levels`);
    return isPayload(payload) ? parsed(payload) : none('a field of the value is missing, or is not what it must be');
  } catch {
    return none('the value is no JSON in UTF-8');
  }
}

/** Checks the fields that webhook-sender reads. The other fields go into the body unchanged. */
function isPayload(value: unknown): value is WebhookPayload {
  if (!isObject(value) || !isObject(value['data']) || !isObject(value['reporting'])) return false;
  const { event, eventid, timestamp, references, data } = value;
  return (
    EVENT_NAMES.some((name) => name === event) &&
    isUuid(eventid) &&
    typeof timestamp === 'string' &&
    isTextsOf(references, REFERENCE_KEYS) &&
    isObject(data['expected_delivery_date_raw'])
  );
}

function isUriReference(text: string): boolean {
  try {
    return asUriReference(text) === text;
  } catch {
    return false;
  }
}
