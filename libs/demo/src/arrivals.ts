import { type EventName } from '#libs/contracts';
import { type Sample } from './samples.js';

/** A webhook that a demo receiver accepted with 2xx. */
export interface Arrival {
  readonly receiver: string;
  readonly trackingNumber: string;
  readonly event: EventName;
  readonly eventid: string;
  /** 1 = at the first POST. */
  readonly attempt: number;
}

export interface ExpectedArrival {
  readonly receiver: string;
  readonly trackingNumber: string;
  readonly event: EventName;
}

export interface Listener {
  readonly name: string;
  /** Empty = all. */
  readonly events: readonly EventName[];
}

/** Returns the expected webhooks of each receiver: every expected event of every consignment that passes the receiver's filter. */
export function expectArrivals(samples: readonly Sample[], listeners: readonly Listener[]): ExpectedArrival[] {
  return samples.flatMap(({ trackingNumber, expected }) =>
    listeners.flatMap(({ name, events }) =>
      expected.filter((event) => events.length === 0 || events.includes(event)).map((event) => ({ receiver: name, trackingNumber, event })),
    ),
  );
}

/** Removes repeats by their eventid: a receiver may get the same event twice. */
export function withoutRepeats(arrivals: readonly Arrival[]): Arrival[] {
  const seen = new Set<string>();
  return arrivals.filter(({ receiver, eventid }) => !seen.has(`${receiver} ${eventid}`) && seen.add(`${receiver} ${eventid}`));
}

export function missing(expected: readonly ExpectedArrival[], arrivals: readonly Arrival[]): ExpectedArrival[] {
  return subtract(expected, withoutRepeats(arrivals));
}

/** Returns the unexpected arrivals. */
export function unexpected(expected: readonly ExpectedArrival[], arrivals: readonly Arrival[]): Arrival[] {
  return subtract(withoutRepeats(arrivals), expected);
}

function subtract<T extends ExpectedArrival>(from: readonly T[], what: readonly ExpectedArrival[]): T[] {
  const counts = new Map<string, number>();
  for (const arrival of what) counts.set(idOf(arrival), (counts.get(idOf(arrival)) ?? 0) + 1);
  return from.filter((arrival) => {
    const left = counts.get(idOf(arrival)) ?? 0;
    counts.set(idOf(arrival), left - 1);
    return left <= 0;
  });
}

function idOf({ receiver, trackingNumber, event }: ExpectedArrival): string {
  return `${receiver} ${trackingNumber} ${event}`;
}
