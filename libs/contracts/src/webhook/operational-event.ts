// Events about the service's own deliveries, besides the eleven events of the specification (docs/notifications.md).
import { type DisabledReason, EVENT_NAMES, type EventName, type WebhookFormat } from '../vocabulary.js';
import { uuidV5 } from '../uuid-v5.js';
import type { CloudEventIdentity } from './cloud-event.js';

export const OPERATIONAL_EVENT_NAMES = [
  'receiver.failing',
  'receiver.recovered',
  'receiver.disabled',
  'delivery.exhausted',
  'certificate.expiring',
] as const;
export type OperationalEventName = (typeof OPERATIONAL_EVENT_NAMES)[number];

/** All events that a delivery can carry and a receiver can subscribe to. */
export const WEBHOOK_EVENT_NAMES = [...EVENT_NAMES, ...OPERATIONAL_EVENT_NAMES] as const;
export type WebhookEventName = EventName | OperationalEventName;

/** `tracking` = one of the eleven events of a parcel. */
export const DELIVERY_KINDS = ['tracking', 'operational'] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

export const isOperational = (event: WebhookEventName): event is OperationalEventName =>
  (OPERATIONAL_EVENT_NAMES as readonly string[]).includes(event);

export const kindOf = (event: WebhookEventName): DeliveryKind => (isOperational(event) ? 'operational' : 'tracking');

/** Why a receiver counts as failing. */
export const OUTAGE_REASONS = ['errors', 'credentials', 'circuit_open', 'held', 'limited'] as const;
export type OutageReason = (typeof OUTAGE_REASONS)[number];

/** The service shows the client certificate; the receiver shows the server certificate. */
export const CERTIFICATE_ROLES = ['client', 'server'] as const;
export type CertificateRole = (typeof CERTIFICATE_ROLES)[number];

/** The entry of one receiver in an event, by the event's type. Times are ISO 8601 in UTC. */
export interface OperationalEntries {
  readonly 'receiver.failing': { readonly receiverId: string; readonly reason: OutageReason; readonly since: string };
  readonly 'receiver.recovered': { readonly receiverId: string; readonly reason: OutageReason; readonly since: string };
  readonly 'receiver.disabled': { readonly receiverId: string; readonly reason: DisabledReason; readonly disabledAt: string };
  readonly 'delivery.exhausted': { readonly receiverId: string; readonly count: number; readonly deliveryIds: readonly string[] };
  readonly 'certificate.expiring': { readonly receiverId: string; readonly certificate: CertificateRole; readonly notAfter: string };
}

export type OperationalEntry = OperationalEntries[OperationalEventName];

/** The most entries that one event lists. `count` is the total. */
export const MOST_LISTED = 20;
/** The most ids in one entry of `delivery.exhausted`. */
export const MOST_DELIVERY_IDS = 10;

export interface OperationalEvent {
  readonly type: OperationalEventName;
  readonly eventid: string;
  /** When the service decided the event, ISO 8601 in UTC. */
  readonly timestamp: string;
  readonly data: { readonly count: number; readonly receivers: readonly OperationalEntry[] };
}

export const operationalCloudEventType = (vendor: string, type: OperationalEventName): string => `com.${vendor}.operational.${type}`;

/** Returns the body as text. All attempts send the same text. */
export function toOperationalBody(event: OperationalEvent, format: WebhookFormat, identity: CloudEventIdentity): string {
  const { type, eventid, timestamp, data } = event;
  if (format === 'plain') return JSON.stringify({ type, eventid, timestamp, data });
  return JSON.stringify({
    specversion: '1.0',
    id: eventid,
    source: identity.source,
    type: operationalCloudEventType(identity.vendor, type),
    time: timestamp,
    datacontenttype: 'application/json',
    data,
  });
}

/** Never change it: see `operationalConsignmentIdOf`. */
const NAMESPACE = '0c6c8f0e-6a0f-5b6d-8d1e-7b0b3f8f5a11';

/** The made-up consignment that all operational deliveries of an account share, so that each receiver gets them in order. */
export const operationalConsignmentIdOf = (account: number): string => uuidV5(JSON.stringify([account, 'operational']), NAMESPACE);

/** The meaning of each event in one sentence. */
export const OPERATIONAL_MEANINGS: Readonly<Record<OperationalEventName, string>> = {
  'receiver.failing': 'Receivers have not accepted webhooks for a while.',
  'receiver.recovered': 'Failing receivers accept webhooks again.',
  'receiver.disabled': 'The service disabled receivers, as their owner configured.',
  'delivery.exhausted': 'Deliveries ended without success.',
  'certificate.expiring': 'Certificates of receivers expire soon.',
};
