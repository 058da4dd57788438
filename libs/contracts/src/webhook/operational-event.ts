// What the service says of its own deliveries, apart from the eleven events of the specification: docs/notifications.md.
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

/** All names that a delivery can have, and that a receiver can subscribe to. */
export const WEBHOOK_EVENT_NAMES = [...EVENT_NAMES, ...OPERATIONAL_EVENT_NAMES] as const;
export type WebhookEventName = EventName | OperationalEventName;

/** `tracking` = of a parcel, one of the eleven. */
export const DELIVERY_KINDS = ['tracking', 'operational'] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

export const isOperational = (event: WebhookEventName): event is OperationalEventName =>
  (OPERATIONAL_EVENT_NAMES as readonly string[]).includes(event);

export const kindOf = (event: WebhookEventName): DeliveryKind => (isOperational(event) ? 'operational' : 'tracking');

/** Why a receiver counts as failing. */
export const OUTAGE_REASONS = ['errors', 'credentials', 'circuit_open', 'held', 'limited'] as const;
export type OutageReason = (typeof OUTAGE_REASONS)[number];

/** Whose certificate it is: the service shows the client certificate, the receiver the server certificate. */
export const CERTIFICATE_ROLES = ['client', 'server'] as const;
export type CertificateRole = (typeof CERTIFICATE_ROLES)[number];

/** What an event says of one receiver, by its type. Times are ISO 8601 in UTC. */
export interface OperationalEntries {
  readonly 'receiver.failing': { readonly receiverId: string; readonly reason: OutageReason; readonly since: string };
  readonly 'receiver.recovered': { readonly receiverId: string; readonly reason: OutageReason; readonly since: string };
  readonly 'receiver.disabled': { readonly receiverId: string; readonly reason: DisabledReason; readonly disabledAt: string };
  readonly 'delivery.exhausted': { readonly receiverId: string; readonly count: number; readonly deliveryIds: readonly string[] };
  readonly 'certificate.expiring': { readonly receiverId: string; readonly certificate: CertificateRole; readonly notAfter: string };
}

export type OperationalEntry = OperationalEntries[OperationalEventName];

/** Entries of one event; `count` tells how many there are. */
export const MOST_LISTED = 20;
/** Ids of one entry of `delivery.exhausted`. */
export const MOST_DELIVERY_IDS = 10;

export interface OperationalEvent {
  readonly type: OperationalEventName;
  readonly eventid: string;
  /** When the service decided it, ISO 8601 in UTC. */
  readonly timestamp: string;
  readonly data: { readonly count: number; readonly receivers: readonly OperationalEntry[] };
}

export const operationalCloudEventType = (vendor: string, type: OperationalEventName): string => `com.${vendor}.operational.${type}`;

/** The body as text, frozen for all attempts. */
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

/** Fixed for ever: see `operationalConsignmentIdOf`. */
const NAMESPACE = '0c6c8f0e-6a0f-5b6d-8d1e-7b0b3f8f5a11';

/** The operational deliveries of an account share this made-up consignment: to each receiver they go in their order. */
export const operationalConsignmentIdOf = (account: number): string => uuidV5(JSON.stringify([account, 'operational']), NAMESPACE);

/** What each event means, in one sentence. */
export const OPERATIONAL_MEANINGS: Readonly<Record<OperationalEventName, string>> = {
  'receiver.failing': 'Webhooks have not reached receivers for a while.',
  'receiver.recovered': 'Receivers that failed get webhooks again.',
  'receiver.disabled': 'The service has disabled receivers, as their owner configured.',
  'delivery.exhausted': 'Deliveries ended without a success.',
  'certificate.expiring': 'Certificates of receivers expire soon.',
};
