import { setTimeout as pause } from 'node:timers/promises';
import { serialiseTrackingEvent, TOPICS } from '#libs/contracts';
import { benchEvent } from './bench-events.js';
import type { BenchStack } from './bench-stack.js';

const TICK_MS = 20;
/** Long enough for a machine that is busy with other things: slow is not broken. */
const DRAIN_MS = 60_000;

export interface Offer {
  readonly durationMs: number;
  /** Events per second. */
  readonly rate: number;
  /** The account of the n-th event. */
  readonly accountOf: (index: number) => number;
  /** Whether its delay counts, and whether it is waited for at the end. */
  readonly isMeasured: (account: number) => boolean;
}

export interface Delays {
  /** From publishing to the receiver's handler, ms, of those that arrived. */
  readonly ms: readonly number[];
  /** Measured events that had not arrived a minute after the last was published. */
  readonly missing: number;
}

/** Publishes events at a steady rate, however slow the other end is, and gathers how long each took to reach its receiver. */
export async function offerEvents(stack: BenchStack, offer: Offer): Promise<Delays> {
  const open = new Map<string, number>();
  const ms: number[] = [];
  stack.sink.onArrival = ([, eventid, atMs]) => {
    const publishedAtMs = open.get(eventid);
    if (publishedAtMs === undefined || !open.delete(eventid)) return;
    ms.push(atMs - publishedAtMs);
  };
  await publishAll(stack, offer, open);
  const giveUpAtMs = Date.now() + DRAIN_MS;
  while (open.size > 0 && Date.now() < giveUpAtMs) await pause(TICK_MS);
  return { ms, missing: open.size };
}

async function publishAll({ producer, topicPrefix }: BenchStack, offer: Offer, open: Map<string, number>): Promise<void> {
  const startedMs = Date.now();
  const sends: Promise<unknown>[] = [];
  let sent = 0;
  while (Date.now() - startedMs < offer.durationMs) {
    const due = Math.floor(((Date.now() - startedMs) * offer.rate) / 1000) - sent;
    const events = Array.from({ length: due }, (_, index) => benchEvent(offer.accountOf(sent + index)));
    sent += due;
    for (const { account, payload } of events) if (offer.isMeasured(account)) open.set(payload.eventid, Date.now());
    const messages = events.map((event) => ({ key: event.consignmentId, value: serialiseTrackingEvent(event) }));
    if (messages.length > 0) sends.push(producer.send({ topic: topicPrefix + TOPICS.events.name, acks: -1, messages }));
    await pause(TICK_MS);
  }
  await Promise.all(sends);
}
