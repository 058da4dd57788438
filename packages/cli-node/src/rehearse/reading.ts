import { isJsonObject, type WebhookPayload } from '#libs/contracts';
import { type Heard, isAccepted, isRefused } from './perform.js';

/** What the receiver says about a parcel, or why this is unknown. */
export type Reading =
  | { readonly kind: 'read'; readonly status: string; readonly counts: Readonly<Record<string, number>> }
  | { readonly kind: 'unreadable'; readonly detail: string };

export const READ_BACK_FORM = '{"status": "Delivered", "events": {"<eventid>": 1}}';

/** @param text the body of an answer with status 200 */
export function parseReading(text: string): Reading {
  const unreadable = { kind: 'unreadable', detail: `the answer has not the form ${READ_BACK_FORM}` } as const;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'unreadable', detail: 'the answer is not JSON' };
  }
  if (!isJsonObject(value) || typeof value['status'] !== 'string' || !isJsonObject(value['events'])) return unreadable;
  const counts = Object.entries(value['events']);
  if (counts.some(([, count]) => !Number.isSafeInteger(count) || (count as number) < 0)) return unreadable;
  return { kind: 'read', status: value['status'], counts: Object.fromEntries(counts) as Record<string, number> };
}

/** A parcel of the rehearsal, as a good receiver knows it. */
export interface ExpectedParcel {
  readonly trackingNumber: string;
  /** The genuine events that the receiver has accepted. */
  readonly events: readonly WebhookPayload[];
  /** The events of webhooks that the receiver had to refuse, and did refuse. */
  readonly refused: readonly WebhookPayload[];
  /** The `delivery_status` of the youngest event; undefined = no event was accepted. */
  readonly status: string | undefined;
}

/** Returns the parcels of which the receiver accepted a genuine event or refused a forged one. */
export function expectedParcels(heard: readonly Heard[]): ExpectedParcel[] {
  const known = heard.filter(({ step }) => step.expects !== 'anything');
  const byParcel = Map.groupBy(known, ({ step }) => step.event.references.tracking_number);
  return [...byParcel].map(toExpected).filter(({ events, refused }) => events.length + refused.length > 0);
}

function toExpected([trackingNumber, heard]: [string, readonly Heard[]]): ExpectedParcel {
  const accepted = heard.filter(({ step, answer }) => step.expects === 'accepted' && isAccepted(answer)).map(({ step }) => step.event);
  const [youngest] = accepted.toSorted((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp));
  return {
    trackingNumber,
    events: [...new Map(accepted.map((event) => [event.eventid, event])).values()],
    refused: heard.filter(({ step, answer }) => step.expects === 'refused' && isRefused(answer)).map(({ step }) => step.event),
    status: youngest?.data.delivery_status,
  };
}

/** True when the receiver has counted every event; until then, it may still be at work. */
export const isComplete = (reading: Reading, { events }: ExpectedParcel): boolean =>
  reading.kind === 'read' && events.every(({ eventid }) => (reading.counts[eventid] ?? 0) > 0);
