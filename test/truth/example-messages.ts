// One parcel's messages through the whole pipeline: a record and a scan as producers send them, and the messages that the apps make of
// them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type DeliveryAttempt,
  exampleOperationalEvent,
  type JsonObject,
  NO_FILTER,
  DELIVERY_ATTEMPT_HEADER,
  deliveryAttemptHeaders,
  toOperationalBody,
  type TrackingEvent,
  trackingEventHeaders,
} from '#libs/contracts';
import { fanOut } from '../../apps/webhook-sender/src/fan-out/fan-out.js';
import type { FilteringReceiver } from '../../apps/webhook-sender/src/receivers/receiver.js';
import { ParcelWorld } from '../builders/parcel-world.js';
import { ROOT } from './held-document.js';
import type { PublishedName } from './published-schemas.js';

export const exampleFile = (name: string): string => `test/fixtures/examples/${name}.json`;

export const readExample = (name: string): JsonObject => JSON.parse(readFileSync(join(ROOT, exampleFile(name)), 'utf8')) as JsonObject;

/** The time when the message was written to its topic: one minute after the scan. */
export const MESSAGE_TIMESTAMP_MS = Date.parse('2026-03-30T15:06:12.120Z');
export const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
export const EXAMPLE_IDENTITY = { source: 'https://parcel-events.example/webhooks', vendor: 'parcel-events' };

const receiver = (format: FilteringReceiver['format'], receiverId: string): FilteringReceiver => ({
  receiverId,
  account: 100,
  events: [],
  ...NO_FILTER,
  format,
  etaUnknownForm: 'object',
});

export const exampleEvent = (): TrackingEvent => {
  const world = new ParcelWorld();
  const payloads = world.take(readExample('record-1'), readExample('scan-1'));
  const payload = payloads.find(({ event }) => event === 'onPickupReady');
  const consignmentId = world.consignments[0]?.consignmentId;
  if (payload === undefined || consignmentId === undefined) throw new Error(`no onPickupReady: ${JSON.stringify(world.refused)}`);
  return { account: 100, consignmentId, createdAtMs: MESSAGE_TIMESTAMP_MS, payload };
};

/** Returns the first attempt for a receiver of each format. */
export function exampleAttempts(): { plain: DeliveryAttempt; cloudevents: DeliveryAttempt } {
  const receivers = [
    receiver('plain', '0d9f2a64-8a53-4f0e-9a6d-6c1b3f1f2a10'),
    receiver('cloudevents', '7c1e5b0a-2f4d-4b7e-8f55-0a9d3c2b1e20'),
  ];
  const event = exampleEvent();
  const [plain, cloudevents] = fanOut({ event, body: Buffer.from(JSON.stringify(event.payload)) }, receivers, EXAMPLE_IDENTITY);
  if (plain === undefined || cloudevents === undefined) throw new Error('the event reached no receiver');
  return { plain, cloudevents };
}

/** Returns the examples that are derived from the two hand-written examples. */
export function derivedExamples(): Record<Exclude<PublishedName, 'scan-1' | 'record-1'>, JsonObject> {
  const { plain, cloudevents } = exampleAttempts();
  const retry = { isTest: false, ...plain, attempt: 2, dueAtMs: MESSAGE_TIMESTAMP_MS + 30 * 60 * 1000 };
  return {
    'tracking-event-headers': { ...trackingEventHeaders(exampleEvent(), EXAMPLE_IDENTITY), traceparent: TRACEPARENT },
    'delivery-attempt-1': fromText(deliveryAttemptHeaders(retry)[DELIVERY_ATTEMPT_HEADER]!),
    'webhook-payload': fromText(String(plain.body)),
    'cloud-event': fromText(String(cloudevents.body)),
    'operational-event': fromText(operational('plain')),
    'operational-cloud-event': fromText(operational('cloudevents')),
  };
}

const operational = (format: FilteringReceiver['format']): string => {
  const event = exampleOperationalEvent({
    type: 'receiver.failing',
    eventid: '5b0a1c52-9d3f-4b61-8a4e-2f6f0f5f3c21',
    atMs: MESSAGE_TIMESTAMP_MS,
  });
  return toOperationalBody(event, format, EXAMPLE_IDENTITY);
};

const fromText = (text: string): JsonObject => JSON.parse(text) as JsonObject;
