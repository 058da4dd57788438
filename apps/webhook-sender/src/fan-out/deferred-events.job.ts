// in: table deferred_event, account by account in turn; out: topic delivery-attempts, as there is room, and the rows of table delivery
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Recurring, SECOND } from '#libs/config';
import { parseTrackingEvent, TOPICS } from '#libs/contracts';
import { errorFields, Logger } from '#libs/observability';
import type { EntityManager } from 'typeorm';
import { AttemptsPublisher, type LostMessage } from '../attempt/attempts.publisher.js';
import { DeliveryEvents } from '../attempt/delivery-events.provider.js';
import { Backpressure } from '../queue/backpressure.service.js';
import { type DeferredEvent, DeferredEventsRepository, type DeferredRow } from './deferred-events.repository.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { type ArrivedEvent, FanOut, type FannedOut } from './fan-out.service.js';

const POLL_MS = SECOND;
/** Events of one turn at most, and deliveries of one turn, its last event included. */
const [MOST_EVENTS, MOST_DELIVERIES] = [50, 200];
/** Longest wait for room before a turn, ms: one turn a second goes on while others need all the room. */
const LONGEST_WAIT_MS = SECOND;
/** Another instance may have the turn of the only account: it is not asked for over and over. */
const BETWEEN_TURNS_MS = 50;

/** Fans out the events that were deferred, in their order. Any instance may have any account's turn. */
@Injectable()
export class DeferredEventsJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly recurring: Recurring;
  /** The account that had the last turn here. */
  private account = 0;

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

  /** These wait for their account's turn, which comes soon. */
  async defer(fannedOut: readonly FannedOut[]): Promise<void> {
    if (fannedOut.length === 0) return;
    await this.deferredEvents.add(fannedOut.map(toDeferred));
    this.events.deferred(fannedOut.map(({ arrived, attempts }) => ({ account: arrived.event.account, deliveries: attempts.length })));
    this.recurring.kick();
  }

  private async work(): Promise<void> {
    while (!this.recurring.isStopping && (await this.takeTurn())) {
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_TURNS_MS));
      await this.backpressure.wait(LONGEST_WAIT_MS);
    }
  }

  /** @returns false when no event is deferred */
  private async takeTurn(): Promise<boolean> {
    const account = await this.deferredEvents.nextAccount(this.account);
    if (account === undefined) return false;
    this.account = account;
    await this.deferredEvents.transaction((manager) => this.fanOutOldest(manager, account));
    return true;
  }

  private async fanOutOldest(manager: EntityManager, account: number): Promise<void> {
    const rows = await this.deferredEvents.oldest(manager, account, MOST_EVENTS);
    const arrived = rows.map(toArrived);
    const unreadable = rows.filter((_, index) => !arrived[index]);
    const { fannedOut } = await this.fanOut.of(arrived.filter((each) => each !== undefined));
    const turn = firstOf(fannedOut);

    await this.attempts.park(unreadable.map(toLost));
    await this.fanOut.publish(turn);

    await this.deliveries.enter(
      turn.flatMap(({ attempts }) => attempts),
      manager,
    );
    const done = new Set(turn.map((each) => each.arrived));
    await this.deferredEvents.remove(
      manager,
      rows.filter((_, index) => !arrived[index] || done.has(arrived[index])),
    );
    if (rows.length > 0 && rows.length < MOST_EVENTS && turn.length === fannedOut.length) this.events.caughtUp(account);
  }
}

/** The events of one turn: at least one. */
function firstOf(fannedOut: readonly FannedOut[]): FannedOut[] {
  let deliveries = 0;
  const rest = fannedOut.findIndex(({ attempts }) => (deliveries += attempts.length) > MOST_DELIVERIES);
  return rest < 0 ? [...fannedOut] : fannedOut.slice(0, Math.max(1, rest));
}

function toArrived({ message, traceparent, publishedAt }: DeferredRow): ArrivedEvent | undefined {
  const value = Buffer.from(message);
  const event = parseTrackingEvent(value);
  return event && { event, message: value, traceparent: traceparent ?? undefined, publishedAtMs: publishedAt.getTime() };
}

const toDeferred = ({ arrived: { event, message, traceparent, publishedAtMs } }: FannedOut): DeferredEvent => ({
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
