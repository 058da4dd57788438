import { type ExpectedDelivery, expectedDeliveryOf } from './expected-delivery.js';
import { Refused } from './refused.js';
import { OPERATIONAL_EVENTS, type OperationalData, type References, type Reporting, TRACKING_EVENTS, type TrackingData } from './types.js';

interface Common {
  /** Unique per event, the same at each repetition. */
  readonly eventid: string;
  /** The decoded JSON as it came, with fields that this package does not know. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** One of the eleven events of a parcel. */
export type TrackingWebhook = { [E in keyof TrackingData]: TrackingOf<E> }[keyof TrackingData];

interface TrackingOf<E extends keyof TrackingData> extends Common {
  readonly kind: 'tracking';
  readonly event: E;
  /** When it happened: ISO 8601 in UTC. */
  readonly timestamp: string | null;
  readonly references: References;
  readonly data: TrackingData[E];
  readonly reporting: Reporting;
  /** When the parcel is expected; null = unknown. */
  readonly expectedDelivery: ExpectedDelivery | null;
}

/** An event about receivers, deliveries or certificates of the account. */
export type OperationalWebhook = { [E in keyof OperationalData]: OperationalOf<E> }[keyof OperationalData];

interface OperationalOf<E extends keyof OperationalData> extends Common {
  readonly kind: 'operational';
  readonly event: E;
  /** When the service decided it: ISO 8601 in UTC. */
  readonly timestamp: string | null;
  readonly data: OperationalData[E];
}

/** An event that a newer service sends. Answer 2xx, or the service repeats it. */
export interface UnknownWebhook extends Common {
  readonly kind: 'unknown';
  /** The name as it came. */
  readonly event: string;
  readonly timestamp: string | null;
}

export type Webhook = TrackingWebhook | OperationalWebhook | UnknownWebhook;

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads a verified body in either format. What a newer service adds is kept in `body` and never an error.
 * @throws Refused not_json, not_a_webhook
 */
export function parse(bytes: Uint8Array): Webhook {
  const body = decode(bytes);
  if (!isObject(body)) throw new Refused('not_a_webhook', 'The body is not a JSON object. Does the request come from the service?');
  const envelope = typeof body['specversion'] === 'string' ? cloudEventOf(body) : plainOf(body);
  if (!isName(envelope.name) || !isName(envelope.id)) {
    throw new Refused('not_a_webhook', 'The body has no name or no id of an event. Does the request come from the service?');
  }
  const { name: event, id: eventid, tracking, operational } = envelope;
  const common = { eventid, timestamp: typeof envelope.time === 'string' ? envelope.time : null, body };
  if (tracking !== undefined && isObject(tracking.content['data'])) {
    const { references, data, reporting } = tracking.content;
    return {
      ...common,
      kind: 'tracking',
      event: tracking.event,
      references: isObject(references) ? references : {},
      data,
      reporting: isObject(reporting) ? reporting : {},
      expectedDelivery: expectedDeliveryOf(data['expected_delivery_date_raw']),
    } as unknown as TrackingWebhook;
  }
  if (operational !== undefined && isObject(body['data'])) {
    return { ...common, kind: 'operational', event: operational, data: body['data'] } as unknown as OperationalWebhook;
  }
  return { ...common, kind: 'unknown', event };
}

interface Envelope {
  readonly name: unknown;
  readonly id: unknown;
  readonly time: unknown;
  /** Set if the name is that of a known event: where references, data and reporting lie. */
  readonly tracking?: { readonly event: string; readonly content: Json } | undefined;
  readonly operational?: string | undefined;
}

function plainOf(body: Json): Envelope {
  const { event, type, eventid: id, timestamp: time } = body;
  const tracking = TRACKING_EVENTS.find((known) => known === event);
  return {
    name: event ?? type,
    id,
    time,
    tracking: tracking === undefined ? undefined : { event: tracking, content: body },
    operational: event === undefined ? OPERATIONAL_EVENTS.find((known) => known === type) : undefined,
  };
}

/** `com.<vendor>.tracking.event.<event in lower case>`, `com.<vendor>.operational.<event>` */
function cloudEventOf(body: Json): Envelope {
  const { type, id, time, data } = body;
  const [, kind, name] = /^com\.[^.]+\.(tracking\.event|operational)\.(.+)$/.exec(String(type)) ?? [];
  const tracking = kind === 'tracking.event' ? TRACKING_EVENTS.find((known) => known.toLowerCase() === name) : undefined;
  return {
    name: type,
    id,
    time,
    tracking: tracking !== undefined && isObject(data) ? { event: tracking, content: data } : undefined,
    operational: kind === 'operational' ? OPERATIONAL_EVENTS.find((known) => known === name) : undefined,
  };
}

function decode(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    throw new Refused('not_json', `The body is not JSON in UTF-8: ${(error as Error).message}`);
  }
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';
