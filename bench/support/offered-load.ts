import { setTimeout as pause } from 'node:timers/promises';
import { type TopicName, TOPICS } from '#libs/contracts';
import { preciseNowMs } from './bench-clock.js';
import { benchEvent, toMessage } from './bench-events.js';
import type { LoadedStack } from './bench-stack.js';
import type { Arrival } from './sink.main.js';

/** Up to this rate each message is published at its own time, so that the measured delay contains no wait within a batch. */
const FINE_RATE = 500;
const FINE_TICK_MS = 1;
/** Above that rate messages are published in small batches; otherwise the load itself would use the measured cores. */
const COARSE_TICK_MS = 10;
/** Long enough for a busy machine: a slow run is valid, a stuck run is broken. */
const DRAIN_MS = 60_000;

/** A message to publish, and the event by which the receiver recognises it. */
export interface Offered {
  readonly eventid: string;
  readonly key: string;
  readonly value: string;
  readonly headers?: Record<string, string>;
  /** True when its delay counts and its arrival is awaited. */
  readonly isMeasured: boolean;
}

export interface MessageOffer {
  readonly topic: TopicName;
  readonly durationMs: number;
  /** Messages per second. */
  readonly rate: number;
  /** Returns the n-th message, made when it is due. */
  readonly message: (index: number) => Offered;
  /** Called with arrivals that were not offered here. */
  readonly onOther?: (arrival: Arrival) => void;
}

export interface Offer extends Pick<MessageOffer, 'durationMs' | 'rate' | 'onOther'> {
  /** Returns the account of the n-th event. */
  readonly accountOf: (index: number) => number;
  readonly isMeasured: (account: number) => boolean;
}

export interface Delays {
  /** The time from publishing to the receiver's handler, ms, for the messages that arrived. */
  readonly ms: readonly number[];
  /** When each of them was published, ms after the first, in the same order. */
  readonly offeredAtMs: readonly number[];
  /** When the receiver's handler got each of them, epoch ms, by eventid. */
  readonly arrivedAtMs: ReadonlyMap<string, number>;
  /** The number of measured messages that had not arrived a minute after the last was published. */
  readonly missing: number;
}

export const NO_DELAYS: Delays = { ms: [], offeredAtMs: [], arrivedAtMs: new Map(), missing: 0 };

/** Publishes events at a steady rate, however slow the other end is, and measures how long each takes to reach its receiver. */
export function offerEvents(stack: LoadedStack, { accountOf, isMeasured, ...offer }: Offer): Promise<Delays> {
  const message = (index: number): Offered => {
    const event = benchEvent(accountOf(index));
    return {
      eventid: event.payload.eventid,
      key: event.consignmentId,
      ...toMessage(event, stack),
      isMeasured: isMeasured(event.account),
    };
  };
  return offerMessages(stack, { ...offer, topic: TOPICS.events.name, message });
}

/** The same for messages of any topic that make one webhook each. */
export async function offerMessages(stack: LoadedStack, offer: MessageOffer): Promise<Delays> {
  const open = new Map<string, number>();
  const [ms, offeredAtMs]: [number[], number[]] = [[], []];
  const arrivedAtMs = new Map<string, number>();
  const startedMs = preciseNowMs();
  stack.sink.onArrival = (arrival) => {
    const [, eventid, atMs] = arrival;
    const publishedAtMs = open.get(eventid);
    if (publishedAtMs !== undefined && open.delete(eventid)) {
      ms.push(atMs - publishedAtMs);
      offeredAtMs.push(publishedAtMs - startedMs);
      arrivedAtMs.set(eventid, atMs);
    } else offer.onOther?.(arrival);
  };
  await publishAll(stack, offer, open);
  const giveUpAtMs = Date.now() + DRAIN_MS;
  while (open.size > 0 && Date.now() < giveUpAtMs) await pause(COARSE_TICK_MS);
  return { ms, offeredAtMs, arrivedAtMs, missing: open.size };
}

async function publishAll({ producer }: LoadedStack, offer: MessageOffer, open: Map<string, number>): Promise<void> {
  const tickMs = offer.rate <= FINE_RATE ? FINE_TICK_MS : COARSE_TICK_MS;
  const total = Math.floor((offer.durationMs * offer.rate) / 1000);
  const startedMs = preciseNowMs();
  const sends: Promise<unknown>[] = [];
  for (let sent = 0; sent < total;) {
    const nowMs = preciseNowMs();
    const due = Math.min(total, 1 + Math.floor(((nowMs - startedMs) * offer.rate) / 1000)) - sent;
    const messages = Array.from({ length: due }, (_, index) => offer.message(sent + index));
    sent += due;
    for (const { eventid, isMeasured } of messages) if (isMeasured) open.set(eventid, preciseNowMs());
    const values = messages.map(({ key, value, headers }) => ({ topic: offer.topic, key, value, headers }));
    if (values.length > 0) sends.push(producer.publish(values));
    const nextDueMs = startedMs + (sent * 1000) / offer.rate; // sleep in between: a busy loop would use much of a core that is measured
    await pause(Math.max(tickMs, nextDueMs - preciseNowMs()));
  }
  await Promise.all(sends);
}
