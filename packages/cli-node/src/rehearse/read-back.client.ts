import { setTimeout as wait } from 'node:timers/promises';
import type { Answered } from '../verify/exchange.client.js';
import { type ExpectedParcel, isComplete, parseReading, type Reading } from './reading.js';

export interface ReadBackOptions {
  /** @throws Error when there is no answer */
  readonly get: (url: URL) => Promise<Answered>;
  readonly url: string;
  /** How long the receiver may work on accepted events, for all parcels together. */
  readonly settleMs: number;
}

const PAUSE_MS = 100;

/** Asks the receiver about each parcel until it has counted every event, or until its time is up. The first unreadable answer is the last. */
export async function readBack(parcels: readonly ExpectedParcel[], options: ReadBackOptions): Promise<ReadonlyMap<string, Reading>> {
  const readings = new Map<string, Reading>();
  const until = performance.now() + options.settleMs;
  for (const parcel of parcels) {
    let reading = await readOne(parcel, options);
    while (reading.kind === 'read' && !isComplete(reading, parcel) && performance.now() < until) {
      await wait(PAUSE_MS);
      reading = await readOne(parcel, options);
    }
    readings.set(parcel.trackingNumber, reading);
    if (reading.kind === 'unreadable') break;
  }
  return readings;
}

async function readOne({ trackingNumber }: ExpectedParcel, { get, url }: ReadBackOptions): Promise<Reading> {
  const asked = new URL(url);
  asked.searchParams.set('tracking_number', trackingNumber);
  try {
    const { status, text, isCut } = await get(asked);
    if (status === 404) return { kind: 'read', status: '', counts: {} }; // the receiver does not know the parcel
    if (status !== 200) return { kind: 'unreadable', detail: `status ${status}` };
    return isCut ? { kind: 'unreadable', detail: 'the answer is too long' } : parseReading(text);
  } catch (error) {
    return { kind: 'unreadable', detail: (error as Error).message };
  }
}
