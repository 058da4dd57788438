// in: table deferred_event, account by account in turn; out: topic delivery-attempts, as there is room, and the rows of table delivery
import { setTimeout as pause } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Recurring, SECOND } from '#libs/config';
import { parseTrackingEvent, TOPICS } from '#libs/contracts';
import { errorFields, Logger } from '#libs/observability';
import { AttemptsPublisher, type LostMessage } from '../attempt/attempts.publisher.js';
import { DeliveryEvents } from '../attempt/delivery-events.provider.js';
import { Backpressure } from '../queue/backpressure.service.js';
import { type DeferredEvent, DeferredEventsRepository, type DeferredRow } from './deferred-events.repository.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { type ArrivedEvent, FanOut, type FannedOut } from './fan-out.service.js';

const POLL_MS = SECOND;
/** Longest wait for room before a turn, ms. A turn without room fans out one event. */
const LONGEST_WAIT_MS = SECOND;
/** Pause when other instances have the turns of all accounts. */
const TAKEN_MS = 50;

/** An event to defer. */
export interface DeferredFanOut {
  readonly arrived: ArrivedEvent;
  /** How many deliveries it becomes. */
  readonly deliveries: number;
}

/** Fans out the events that were deferred, in their order. Any instance may have any account's turn. */
@Injectable()
export class DeferredEventsJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly recurring: Recurring;
  /** The account that had the last turn here. */
  private account = 0;
  /** Deliveries of an event in the last turn of each account that still has events: tells how many rows to read for a turn. */
  private readonly deliveriesPerEvent = new Map<number, number>();

  constructor(
    private readonly deferredEvents: DeferredEventsRepository,
    private readonly fanOut: FanOut,
    private readonly attempts: AttemptsPublisher,
    private readonly deliveries: DeliveriesRepository,
    private readonly backpressure: Backpressure,
    private readonly events: DeliveryEvents,
    logger: Logger,
  ) {
    this.recurring = new Recurring({
      everyMs: POLL_MS,
      work: () => this.work(),
      onFailure: (error) => logger.warn('deferredEvents.notFannedOut', errorFields(error)), // the rows stay
    });
  }

  onApplicationBootstrap(): void {
    this.recurring.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.recurring.stop();
  }

  /** These wait for the turn of their account. */
  async defer(deferred: readonly DeferredFanOut[]): Promise<void> {
    if (deferred.length === 0) return;
    await this.deferredEvents.add(deferred.map(toDeferred));
    this.events.deferred(deferred.map(({ arrived, deliveries }) => ({ account: arrived.event.account, deliveries })));
    this.recurring.kick();
  }

  /** Turn after turn while events wait: the pace is that of the room alone. */
  private async work(): Promise<void> {
    while (!this.recurring.isStopping) {
      const room = await this.backpressure.waitForTurn(LONGEST_WAIT_MS);
      const account = await this.deferredEvents.nextAccount(this.account);
      if (account === undefined) return this.deliveriesPerEvent.clear();
      const isTaken = !(await this.takeTurn(account, room));
      if (isTaken && account <= this.account) await pause(TAKEN_MS); // the round is over: do not ask over and over
      this.account = account;
    }
  }

  /** @returns false when another instance has the turn of this account */
  private takeTurn(account: number, room: number): Promise<boolean> {
    return this.deferredEvents.transaction(async (manager) => {
      const limit = Math.max(1, Math.ceil(room / (this.deliveriesPerEvent.get(account) ?? 1)));
      const rows = await this.deferredEvents.oldest(manager, account, limit + 1); // one more tells whether these are all
      if (rows === undefined) return false;
      const turn = await this.fanOutOldest(rows.slice(0, limit), room);
      await this.deliveries.enter(
        turn.fannedOut.flatMap(({ attempts }) => attempts),
        manager,
      );
      await this.deferredEvents.remove(manager, turn.rows);
      this.learn(account, turn, turn.rows.length === rows.length);
      return true;
    });
  }

  /** Publishes as many as fit into the room, at least one. */
  private async fanOutOldest(rows: readonly DeferredRow[], room: number): Promise<Turn> {
    const arrived = rows.map(toArrived);
    const receivers = await this.fanOut.receiversOf(arrived.filter((each) => each !== undefined));
    const fannedOut: FannedOut[] = [];
    let deliveries = 0;
    let count = 0;
    for (; count < rows.length && (count === 0 || deliveries < room); count++) {
      const each = arrived[count];
      if (each) deliveries += fannedOut[fannedOut.push(this.fanOut.attemptsOf(each, receivers)) - 1]!.attempts.length;
    }
    const done = rows.slice(0, count);
    await this.attempts.park(done.filter((_, index) => !arrived[index]).map(toLost));
    await this.fanOut.publish(fannedOut);
    return { rows: done, fannedOut, deliveries };
  }

  private learn(account: number, { rows, deliveries }: Turn, isCaughtUp: boolean): void {
    if (!isCaughtUp) return void this.deliveriesPerEvent.set(account, Math.max(1, deliveries / rows.length));
    this.deliveriesPerEvent.delete(account);
    if (rows.length > 0) this.events.caughtUp(account);
  }
}

/** What one turn of an account fans out. */
interface Turn {
  readonly rows: readonly DeferredRow[];
  readonly fannedOut: readonly FannedOut[];
  readonly deliveries: number;
}

function toArrived({ message, traceparent, publishedAt }: DeferredRow): ArrivedEvent | undefined {
  const value = Buffer.from(message);
  const event = parseTrackingEvent(value);
  return event && { event, message: value, traceparent: traceparent ?? undefined, publishedAtMs: publishedAt.getTime() };
}

const toDeferred = ({ arrived: { event, message, traceparent, publishedAtMs } }: DeferredFanOut): DeferredEvent => ({
  account: event.account,
  consignmentId: event.consignmentId,
  message: String(message),
  traceparent,
  publishedAtMs,
});

const toLost = ({ deferredEventId, consignmentId, message, traceparent, publishedAt }: DeferredRow): LostMessage => ({
  topic: TOPICS.events.name,
  key: consignmentId,
  message,
  traceparent: traceparent ?? undefined,
  timestampMs: publishedAt.getTime(),
  detail: `no tracking-event/1: row ${deferredEventId} of table deferred_event`,
});
