// in: the events that events.consumer has read; out: topic delivery-attempts, as room appears, and the rows of table delivery
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { backOff, CONFIG, KIB, MIB, SECOND, within } from '#libs/config';
import { type Parsed, parsed, readTrackingEventPayload, type TrackingEvent, type TrackingEventHead } from '#libs/contracts';
import { isLasting, leave, type PartitionListener, deadLetter, type Verdict } from '#libs/messaging';
import { errorFields, Health, Logger, Metrics } from '#libs/observability';
import { Backpressure } from '../partitions/backpressure.service.js';
import type { Rooms } from '../partitions/rooms.js';
import { type ArrivedEvent, FanOut, type FannedOut } from './fan-out.service.js';
import { PendingDeliveries } from '../deliveries/pending-deliveries.service.js';
import type { WebhookSenderConfig } from '../webhook-sender.config.js';
import { type EventPlace, LeftEvents } from './left-events.js';
import { WaitingEvents } from './waiting-events.js';

/**
 * The longest wait for room before a turn, ms. If no room comes by then, all accounts together are too fast, and waiting helps none of
 * them.
 */
const LONGEST_WAIT_MS = 500;
const MOST_EVENTS = 500;
/** The memory of an event beside its message: objects, headers, its promised verdict. */
const BYTES_BESIDE = 2 * KIB;
/**
 * An account's left events are read again when the account uses at most this part of the free memory: half of its share, if it is alone.
 */
const MUCH_ROOM = 1 / 3;
const STOP_MS = 5 * SECOND;

/** An event as read from its message. */
export interface ReadEvent {
  readonly head: TrackingEventHead;
  /** The payload, not parsed yet; null = none. */
  readonly body: Buffer | null;
  readonly traceparent: string | undefined;
  readonly publishedAtMs: number;
}

interface WaitingEvent extends ReadEvent {
  readonly account: number;
  readonly bytes: number;
  /** Parsed at the first turn: an object takes several times the memory of its bytes. */
  event?: TrackingEvent;
  readonly resolve: (verdict: Verdict | Promise<Verdict>) => void;
}

/** Call this once per registry. */
export const toFanOutMetrics = (metrics: Metrics, waiting: { readonly count: number }) => ({
  waiting: metrics.gauge('events_waiting', 'Events in memory that wait for their fan-out', {
    collect() {
      this.set(waiting.count);
    },
  }),
});

/** Fans out waiting events; the accounts take turns. If only one account has events, it gets the whole capacity. */
@Injectable()
export class FanOutTurns implements BeforeApplicationShutdown, PartitionListener {
  /** Events that have no room among the waiting events. */
  readonly left: LeftEvents;
  private readonly waiting = new WaitingEvents<WaitingEvent>();
  private readonly mostBytes: number;
  private running: Promise<void> | undefined;
  private isStopping = false;
  private trouble: string | undefined;

  constructor(
    private readonly fanOut: FanOut,
    private readonly pending: PendingDeliveries,
    private readonly backpressure: Backpressure,
    private readonly logger: Logger,
    @Inject(CONFIG) { maxWaitingEventsMib }: WebhookSenderConfig,
    health: Health,
    metrics: Metrics,
  ) {
    this.mostBytes = maxWaitingEventsMib * MIB;
    this.left = new LeftEvents({
      has: (account) => this.waiting.bytesOf(account) <= this.freeBytes,
      hasMuch: (account) => this.waiting.bytesOf(account) <= this.freeBytes * MUCH_ROOM,
    });
    health.addReadiness('fan-out', () => this.trouble && `events are not fanned out: ${this.trouble}`);
    toFanOutMetrics(metrics, this.waiting);
  }

  /**
   * An account may use as much memory as it leaves free: half of all memory if it is alone, a (k + 1)th each for k busy accounts.
   * @returns the verdict on the message, resolved when the rows of its deliveries exist; `leave` when the account has no room
   */
  take(event: ReadEvent, place: EventPlace): Verdict | Promise<Verdict> {
    return this.left.takes(place) ? this.add(event) : leave;
  }

  private get freeBytes(): number {
    return this.mostBytes - this.waiting.bytes;
  }

  private add(event: ReadEvent): Promise<Verdict> {
    return new Promise((resolve) => {
      const bytes = (event.body?.length ?? 0) + BYTES_BESIDE;
      this.waiting.add({ ...event, account: event.head.account, bytes, resolve });
      this.running ??= this.run();
    });
  }

  /** Forgets the waiting events; the next owner of their partition reads them again. */
  onPartitionsRevoked(): void {
    this.waiting.clear();
    this.left.clear();
  }

  onPartitionsAssigned(): void {
    this.waiting.clear();
    this.left.clear();
  }

  /** Events that still wait are read again by the next owner. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await within(STOP_MS, this.running ?? Promise.resolve());
  }

  private async run(): Promise<void> {
    await Promise.resolve(); // let the whole batch be added first
    for (let failures = 0; this.waiting.count > 0 && !this.isStopping;) {
      try {
        await this.turn();
        [failures, this.trouble] = [0, undefined];
      } catch (error) {
        this.trouble = (error as Error).message;
        this.logger.warn('events.notFannedOut', { failures: ++failures, ...errorFields(error) }); // the events stay
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
  }

  /**
   * Fans out as many events as there is room for, but at least one. An unreadable event becomes a dead letter at its turn and takes no
   * room.
   */
  private async fanOutNext(events: readonly WaitingEvent[], rooms: Rooms): Promise<void> {
    const read = new Map(events.map((event) => [event, readEvent(event)]));
    const receivers = await this.fanOut.receiversOf([...read.values()].flatMap((each) => (each.ok ? [each.value] : [])));
    const ready = new Map<WaitingEvent, FannedOut>();
    const ended = new Map<WaitingEvent, () => Verdict | Promise<Verdict>>();
    const waiting = new Set<number>();
    for (const [event, each] of read) {
      if (waiting.has(event.account)) continue; // keeps the order within the account
      if (!each.ok) {
        ended.set(event, () => deadLetter(each.reason, each.detail));
        continue;
      }
      const next = this.fanOut.attemptsOf(each.value, receivers);
      const receiverIds = next.attempts.map(({ receiverId }) => receiverId);
      if (ready.size > 0 && !rooms.isOpenTo(receiverIds)) {
        waiting.add(event.account);
        continue;
      }
      rooms.take(receiverIds);
      ready.set(event, next);
      ended.set(event, () => this.pending.add(next.attempts));
    }
    await this.fanOut.publish([...ready.values()]);
    for (const [event, verdict] of ended) {
      event.resolve(verdict());
      this.waiting.remove(event, ready.get(event)?.attempts.length ?? 1);
    }
  }

  /** Fans out one event alone: an event that can never be fanned out must not hold up the others. */
  private async fanOutAlone(event: WaitingEvent): Promise<void> {
    try {
      await this.fanOutNext([event], this.backpressure.rooms('events'));
    } catch (error) {
      if (!isLasting(error)) throw error;
      this.logger.error('event.cannotBeFannedOut', { account: event.account, ...errorFields(error) });
      event.resolve(deadLetter('E_INTERNAL', (error as Error).message));
      this.waiting.remove(event, 1);
    }
  }
}

/** Parses the payload at the event's first turn, once. */
function readEvent(waiting: WaitingEvent): Parsed<ArrivedEvent> {
  const { head, body, traceparent, publishedAtMs } = waiting;
  const read = waiting.event ? parsed(waiting.event) : readTrackingEventPayload(head, body);
  if (!read.ok) return read;
  waiting.event = read.value;
  return parsed({ event: read.value, body: body!, traceparent, publishedAtMs });
}
