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
/** What a pending delivery waits for: its time, its turn, or its receiver. */
export type Wait = (typeof WAITS)[number];

interface Standing {
  readonly status: DeliveryState;
  readonly nextAttemptAt: Date | null;
}

/** Whether its next attempt may be made, as far as time goes. */
export const isDue = ({ status, nextAttemptAt }: Standing, nowMs: number): boolean =>
  status === 'pending' && (nextAttemptAt?.getTime() ?? 0) <= nowMs;

/** null = it does not wait: it has ended. */
export function waitingFor(delivery: Standing, { barrier, nowMs }: { barrier: Barrier | undefined; nowMs: number }): Wait | null {
  if (delivery.status !== 'pending') return null;
  if (!isDue(delivery, nowMs)) return 'retry';
  return barrier ?? 'queue';
}

/** An event, before it is written in the format of a receiver. */
export type WebhookEvent = WebhookPayload | OperationalEvent;

/**
 * The bodies of an event by their SHA-256, hex. A body is kept nowhere: it is written again from its event in every form a receiver can ask
 * for, and the hash that was recorded with an attempt says which of them it was, byte for byte. None of them: CLOUDEVENTS_SOURCE or
 * CLOUDEVENTS_VENDOR was another one then.
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
