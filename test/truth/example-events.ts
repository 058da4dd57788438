// The lives of two parcels in which all eleven events happen; the first event of each kind is its example.
import { EVENT_NAMES, type EventName, type JsonObject, type WebhookPayload } from '#libs/contracts';
import { ParcelWorld } from '../builders/parcel-world.js';
import { readExample } from './example-messages.js';

type Step = { readonly record: JsonObject & { references?: JsonObject } } | { readonly scan: JsonObject } | { readonly clock: string };

/** @param language `references.language` of both parcels */
export function exampleEvents(language = 'en'): ReadonlyMap<EventName, WebhookPayload> {
  const world = new ParcelWorld();
  const { steps } = readExample('eleven-events') as unknown as { steps: readonly Step[] };
  const payloads = steps.flatMap((step) => ('clock' in step ? world.tick(step.clock) : world.take(toMessage(step, language))));
  if (world.refused.length > 0) throw new Error(JSON.stringify(world.refused));
  return new Map(EVENT_NAMES.map((event) => [event, firstOf(payloads, event)]));
}

function firstOf(payloads: readonly WebhookPayload[], event: EventName): WebhookPayload {
  const first = payloads.find((payload) => payload.event === event);
  if (first === undefined) throw new Error(`no ${event} in the example`);
  return first;
}

/** Completes a step with the fields that all records and scans of the example share. */
function toMessage(step: Exclude<Step, { clock: string }>, language: string): JsonObject {
  const { courier, tracking_number } = readExample('scan-1');
  if ('scan' in step) return { schema: 'scan/1', courier, tracking_number, ...step.scan };
  const { send_date: _, transfer_id: __, occurred_at: ___, references, ...common } = readExample('record-1');
  return { ...common, ...step.record, references: { ...(references as JsonObject), ...step.record.references, language } };
}
