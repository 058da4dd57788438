import { setTimeout as pause } from 'node:timers/promises';
import { type TopicName, TOPICS } from '#libs/contracts';
import { preciseNowMs } from './bench-clock.js';
import { benchEvent, toMessage } from './bench-events.js';
import type { LoadedStack } from './bench-stack.js';
import type { Arrival } from './sink.main.js';

/** Up to this rate each message is published at its own time, so that the delay measured is not that of waiting behind its clump. */
const FINE_RATE = 500;
const FINE_TICK_MS = 1;
/** Above it small clumps, or the load itself would take the cores that it measures. */
const COARSE_TICK_MS = 10;
/** Long enough for a machine that is busy with other things: slow is not broken. */
const DRAIN_MS = 60_000;

/** One message to publish, and by which event it is known again at the receiver. */
export interface Offered {
  readonly eventid: string;
  readonly key: string;
  readonly value: string;
  readonly headers?: Record<string, string>;
  /** Whether its delay counts, and whether it is waited for at the end. */
  readonly isMeasured: boolean;
}

export interface MessageOffer {
  readonly topic: TopicName;
  readonly durationMs: number;
  /** Messages per second. */
  readonly rate: number;
  /** The n-th message, made when it is due. */
  readonly message: (index: number) => Offered;
  /** Told what arrives and was not offered here. */
  readonly onOther?: (arrival: Arrival) => void;
}

export interface Offer extends Pick<MessageOffer, 'durationMs' | 'rate' | 'onOther'> {
  /** The account of the n-th event. */
  readonly accountOf: (index: number) => number;
  readonly isMeasured: (account: number) => boolean;
}

export interface Delays {
  /** From publishing to the receiver's handler, ms, of those that arrived. */
  readonly ms: readonly number[];
  /** When each of them was published, ms after the first, in the same order. */
  readonly offeredAtMs: readonly number[];
  /** When the receiver's handler saw each of them, epoch ms, by eventid. */
  readonly arrivedAtMs: ReadonlyMap<string, number>;
  /** Measured messages that had not arrived a minute after the last was published. */
  readonly missing: number;
}

/** Publishes events at a steady rate, however slow the other end is, and gathers how long each took to reach its receiver. */
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

/** The same for messages of any topic that lead to one webhook each. */
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

async function publishAll({ producer, topicPrefix }: LoadedStack, offer: MessageOffer, open: Map<string, number>): Promise<void> {
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
    const values = messages.map(({ key, value, headers }) => ({ key, value, ...(headers && { headers }) }));
    if (values.length > 0) sends.push(producer.send({ topic: topicPrefix + offer.topic, acks: -1, messages: values }));
    const nextDueMs = startedMs + (sent * 1000) / offer.rate; // awake between, the load would take a good part of a core that it measures
    await pause(Math.max(tickMs, nextDueMs - preciseNowMs()));
  }
  await Promise.all(sends);
}
