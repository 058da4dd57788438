import { createHash } from 'node:crypto';
import {
  type CloudEventIdentity,
  type DeliveryState,
  ETA_UNKNOWN_FORMS,
  type OperationalEvent,
  toCloudEventBody,
  toOperationalBody,
  toPlainBody,
  WEBHOOK_FORMATS,
  type WebhookPayload,
} from '#libs/contracts';
import type { Barrier } from '../receiver-health/circuits.repository.js';

export const WAITS = ['retry', 'queue', 'circuit', 'hold', 'limit'] as const;
/** The cause of the wait of a pending delivery: its time, its turn, or its receiver. */
export type Wait = (typeof WAITS)[number];

interface Standing {
  readonly status: DeliveryState;
  readonly nextAttemptAt: Date | null;
}

/** True when the time of the next attempt has come. */
export const isDue = ({ status, nextAttemptAt }: Standing, nowMs: number): boolean =>
  status === 'pending' && (nextAttemptAt?.getTime() ?? 0) <= nowMs;

/** @returns null when the delivery has ended */
export function waitingFor(delivery: Standing, { barrier, nowMs }: { barrier: Barrier | undefined; nowMs: number }): Wait | null {
  if (delivery.status !== 'pending') return null;
  if (!isDue(delivery, nowMs)) return 'retry';
  return barrier ?? 'queue';
}

/** An event before it is formatted for a receiver. */
export type WebhookEvent = WebhookPayload | OperationalEvent;

/**
 * Returns the possible bodies of an event by their SHA-256, in hex. Sent bodies are not stored. Each possible body is built again from the
 * event, and the hash that was recorded with an attempt selects the body that was sent. No body matches if CLOUDEVENTS_SOURCE or
 * CLOUDEVENTS_VENDOR has changed since.
 */
export function bodiesBySha256(event: WebhookEvent, identity: CloudEventIdentity): ReadonlyMap<string, string> {
  const bodies =
    'type' in event ? WEBHOOK_FORMATS.map((format) => toOperationalBody(event, format, identity)) : trackingBodies(event, identity);
  return new Map(bodies.map((body) => [createHash('sha256').update(body).digest('hex'), body]));
}

function trackingBodies(payload: WebhookPayload, identity: CloudEventIdentity): string[] {
  const plain = ETA_UNKNOWN_FORMS.map((form) => toPlainBody(payload, form));
  const cloudEvents = ETA_UNKNOWN_FORMS.map((form) => toCloudEventBody(payload, form, identity));
  return [...plain, ...cloudEvents];
}
