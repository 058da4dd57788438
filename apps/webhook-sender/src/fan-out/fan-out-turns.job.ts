// in: the events that events.consumer has read; out: topic delivery-attempts, as there is room, and the rows of table delivery
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { backOff, MIB, SECOND, within } from '#libs/config';
import { parseTrackingEvent, type TrackingEvent } from '#libs/contracts';
import { isLasting, type PartitionListener, park, type Verdict } from '#libs/messaging';
import { errorFields, Health, Logger, Metrics } from '#libs/observability';
import { Backpressure } from '../partitions/backpressure.service.js';
import type { Rooms } from '../partitions/rooms.js';
import { Condition } from '../batching/condition.js';
import { type ArrivedEvent, FanOut, type FannedOut } from './fan-out.service.js';
import { PendingDeliveries } from '../deliveries/pending-deliveries.service.js';
import { WaitingEvents } from './waiting-events.js';

/** Longest wait for room before a turn, ms. If no room comes by then, all accounts together are too fast: waiting helps none of them. */
const LONGEST_WAIT_MS = 500;
/** Some 20,000 events. Beyond, the topic is read no further: other accounts' events behind these wait with them. */
const MOST_BYTES = 32 * MIB;
const MOST_EVENTS = 500;
/** While turns fail, a batch that finds no place waits no longer, ms. */
const TROUBLED_MS = 5 * SECOND;
const LOOK_MS = 100;
const STOP_MS = 5 * SECOND;

interface WaitingEvent {
  readonly account: number;
  readonly bytes: number;
  /** undefined = many wait: it is read from its message again at its turn. */
  readonly event: TrackingEvent | undefined;
  /** A tracking-event/1. */
  readonly message: Buffer;
  readonly traceparent: string | undefined;
  readonly publishedAtMs: number;
  readonly resolve: (verdict: Verdict | Promise<Verdict>) => void;
}

/** An event with its message, a tracking-event/1 as it came. */
export interface ReadEvent extends ArrivedEvent {
  readonly message: Buffer;
}

/** Call once for each registry. */
export const toFanOutMetrics = (metrics: Metrics, waiting: { readonly count: number }) => ({
  waiting: metrics.gauge('events_waiting', 'Events in memory that wait for their fan-out', {
    collect() {
      this.set(waiting.count);
    },
  }),
});

/** Fans out the events that wait, the accounts in turn. An account alone gets all there is. */
@Injectable()
export class FanOutTurns implements BeforeApplicationShutdown, PartitionListener {
  private readonly waiting = new WaitingEvents<WaitingEvent>();
  private readonly changes = new Condition();
  private running: Promise<void> | undefined;
  private isStopping = false;
  private trouble: string | undefined;

  constructor(
    private readonly fanOut: FanOut,
    private readonly pending: PendingDeliveries,
    private readonly backpressure: Backpressure,
    private readonly logger: Logger,
    health: Health,
    metrics: Metrics,
  ) {
    health.addReadiness('fan-out', () => this.trouble && `events are not fanned out: ${this.trouble}`);
    toFanOutMetrics(metrics, this.waiting);
  }

  /** Waits until memory has a place for more. @throws when turns fail: take the batch again */
  async room(): Promise<void> {
    for (let waitedMs = 0; this.waiting.bytes >= MOST_BYTES && !this.isStopping; waitedMs += LOOK_MS) {
      if (this.trouble !== undefined && waitedMs >= TROUBLED_MS) throw new Error(`events are not fanned out: ${this.trouble}`);
      await this.changes.next(LOOK_MS);
    }
  }

  /** @returns the verdict on its message: when the rows of its deliveries stand */
  add({ event: read, message, traceparent, publishedAtMs }: ReadEvent): Promise<Verdict> {
    // An object takes several times the memory of its message.
    const event = this.waiting.count < MOST_EVENTS ? read : undefined;
    return new Promise((resolve) => {
      // A copy: the message is a part of a fetch, which would stay in memory as a whole.
      const own = Buffer.from(message);
      this.waiting.add({ account: read.account, bytes: own.length, event, message: own, traceparent, publishedAtMs, resolve });
      this.running ??= this.run();
    });
  }

  /** What waits comes again to whoever has its partition. */
  onPartitionsRevoked(): void {
    this.waiting.clear();
  }

  onPartitionsAssigned(): void {
    this.waiting.clear();
  }

  /** What waits still comes again. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await within(STOP_MS, this.running ?? Promise.resolve());
  }

  private async run(): Promise<void> {
    await Promise.resolve(); // all of a batch are added first
    for (let failures = 0; this.waiting.count > 0 && !this.isStopping;) {
      try {
        await this.turn();
        [failures, this.trouble] = [0, undefined];
      } catch (error) {
        this.trouble = (error as Error).message;
        this.logger.warn('events.notFannedOut', { failures: ++failures, ...errorFields(error) }); // they stay
        await backOff(failures);
      }
    }
    this.running = undefined;
  }

  private async turn(): Promise<void> {
    await this.pending.room();
    await this.backpressure.waitForRoom(() => this.waiting.wanted, LONGEST_WAIT_MS);
    const rooms = this.backpressure.rooms('events');
    const events = this.waiting.next(rooms.total, MOST_EVENTS);
    try {
      await this.fanOutNext(events, rooms);
    } catch (error) {
      if (!isLasting(error)) throw error;
      for (const event of events) await this.fanOutAlone(event);
    }
    this.changes.announce();
  }

  /** As many of them as there is room, at least one. */
  private async fanOutNext(events: readonly WaitingEvent[], rooms: Rooms): Promise<void> {
    const arrived = events.map(toArrived);
    const receivers = await this.fanOut.receiversOf(arrived);
    const ready = new Map<WaitingEvent, FannedOut>();
    const waiting = new Set<number>();
    events.forEach((event, index) => {
      if (waiting.has(event.account)) return; // its order
      const next = this.fanOut.attemptsOf(arrived[index]!, receivers);
      const receiverIds = next.attempts.map(({ receiverId }) => receiverId);
      if (ready.size > 0 && !rooms.isOpenTo(receiverIds)) {
        waiting.add(event.account);
        return;
      }
      rooms.take(receiverIds);
      ready.set(event, next);
    });
    await this.fanOut.publish([...ready.values()]);
    for (const [event, { attempts }] of ready) {
      event.resolve(this.pending.add(attempts));
      this.waiting.remove(event, attempts.length);
    }
  }

  /** One that can never be fanned out must not hold up the others. */
  private async fanOutAlone(event: WaitingEvent): Promise<void> {
    try {
      await this.fanOutNext([event], this.backpressure.rooms('events'));
    } catch (error) {
      if (!isLasting(error)) throw error;
      this.logger.error('event.cannotBeFannedOut', { account: event.account, ...errorFields(error) });
      event.resolve(park('E_INTERNAL', (error as Error).message));
      this.waiting.remove(event, 1);
    }
  }
}

function toArrived({ event, message, traceparent, publishedAtMs }: WaitingEvent): ArrivedEvent {
  return { event: event ?? parseTrackingEvent(message)!, traceparent, publishedAtMs };
}
