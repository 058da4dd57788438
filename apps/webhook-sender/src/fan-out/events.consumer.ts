// in: topic events; out: topic delivery-attempts, one for each receiver that wants the event; the events of busy accounts wait in table deferred_event
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { parseTrackingEvent, TOPICS, whyNoTrackingEvent } from '#libs/contracts';
import { BatchPattern, type ConsumedMessage, done, park, type Verdict } from '#libs/messaging';
import { Backpressure } from '../queue/backpressure.service.js';
import { AccountShares } from './account-shares.js';
import { DeferredEventsJob } from './deferred-events.job.js';
import { type ArrivedEvent, FanOut, type FannedOut } from './fan-out.service.js';
import { PendingDeliveries } from './pending-deliveries.service.js';

export const EVENTS_CONSUMER = Symbol('webhook-sender events');

/** Longest wait for room before a batch, ms. If no room comes by then, all accounts together are too fast: waiting helps none of them. */
const LONGEST_WAIT_MS = 2_000;
/** Longest wait of an account for room, ms: when it has had its share of the batch, its further events are deferred then. */
const DEFER_AFTER_MS = 250;

/** Consumes topic `events`. */
@Controller()
export class EventsConsumer {
  constructor(
    private readonly fanOut: FanOut,
    private readonly pending: PendingDeliveries,
    private readonly backpressure: Backpressure,
    private readonly deferredEvents: DeferredEventsJob,
  ) {}

  /** An event that comes again starts no second chain of attempts: the attempt that is published again finds the first, under way or in the log. */
  @BatchPattern(EVENTS_CONSUMER, TOPICS.events.name)
  async take(@Payload() messages: readonly ConsumedMessage[]): Promise<(Verdict | Promise<Verdict>)[]> {
    await this.pending.room();
    await this.backpressure.wait(LONGEST_WAIT_MS);

    const arrived = messages.map(toArrived);
    const { fannedOut, deferredAccounts } = await this.fanOut.of(arrived.filter((each) => each !== undefined));
    const deferred = await this.publishOrDefer(fannedOut, deferredAccounts);
    await this.deferredEvents.defer([...deferred]);

    const next = fannedOut[Symbol.iterator]();
    return arrived.map((each, index) => {
      if (!each) return park('E_SCHEMA', whyNoTrackingEvent(messages[index]!.value));
      const own = next.next().value!;
      return deferred.has(own) ? done : this.pending.add(own.attempts);
    });
  }

  /**
   * Publishes the attempts of each account up to its share, and more while there is room.
   * @param deferredAccounts whose earlier events are deferred: later ones must not overtake them
   * @returns the events that are to be deferred
   */
  private async publishOrDefer(fannedOut: readonly FannedOut[], deferredAccounts: ReadonlySet<number>): Promise<Set<FannedOut>> {
    const shares = new AccountShares(deferredAccounts);
    const deferred = new Set<FannedOut>();
    let ready: FannedOut[] = [];
    for (const each of fannedOut) {
      const { account } = each.arrived.event;
      if (!shares.isDeferred(account) && !shares.take(account, each.attempts.length) && !this.hasRoomBeside(ready)) {
        await this.fanOut.publish(ready);
        ready = [];
        if (!(await this.backpressure.wait(DEFER_AFTER_MS))) shares.defer(account);
      }
      if (shares.isDeferred(account)) deferred.add(each);
      else ready.push(each);
    }
    await this.fanOut.publish(ready);
    return deferred;
  }

  private hasRoomBeside(ready: readonly FannedOut[]): boolean {
    return this.backpressure.room > ready.reduce((sum, { attempts }) => sum + attempts.length, 0);
  }
}

function toArrived({ value, headers, timestampMs }: ConsumedMessage): ArrivedEvent | undefined {
  const event = parseTrackingEvent(value);
  return event && { event, message: value!, traceparent: headers['traceparent'], publishedAtMs: timestampMs };
}
