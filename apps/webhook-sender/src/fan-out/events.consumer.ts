// in: topic events; out: topic delivery-attempts, one for each receiver that wants the event; the events of busy accounts wait in table deferred_event
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { parseTrackingEvent, TOPICS, wants, whyNoTrackingEvent } from '#libs/contracts';
import { BatchPattern, type ConsumedMessage, park, type Verdict } from '#libs/messaging';
import { Backpressure } from '../queue/backpressure.service.js';
import { AccountShares } from './account-shares.js';
import type { AccountReceivers } from '../receivers/receivers.repository.js';
import { type DeferredFanOut, DeferredEventsJob } from './deferred-events.job.js';
import { type ArrivedEvent, FanOut, type FannedOut } from './fan-out.service.js';
import { PendingDeliveries } from './pending-deliveries.service.js';

export const EVENTS_CONSUMER = Symbol('webhook-sender events');

/** Longest wait for room before a batch, ms. If no room comes by then, all accounts together are too fast: waiting helps none of them. */
const LONGEST_WAIT_MS = 500;

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
    await this.backpressure.waitForRoom(LONGEST_WAIT_MS);

    const arrived = messages.map(toArrived);
    const receivers = await this.fanOut.receiversOf(arrived.filter((each) => each !== undefined));
    const { ready, deferred } = this.split(arrived, receivers);
    await this.fanOut.publish([...ready.values()]);
    await this.deferredEvents.defer(deferred);

    return arrived.map((each, index) => {
      if (!each) return park('E_SCHEMA', whyNoTrackingEvent(messages[index]!.value));
      return this.pending.add(ready.get(each)?.attempts ?? []);
    });
  }

  /** What goes out now, and what waits for its account's turn: each account has its share of the batch, and more while there is room. */
  private split(arrived: readonly (ArrivedEvent | undefined)[], receivers: AccountReceivers): SplitBatch {
    const shares = new AccountShares(receivers.deferredAccounts, this.backpressure.room);
    const ready = new Map<ArrivedEvent, FannedOut>();
    const deferred: DeferredFanOut[] = [];
    for (const each of arrived) {
      if (!each) continue;
      const { account } = each.event;
      const deliveries = countWanting(each, receivers);
      if (deliveries === 0 || shares.take(account, deliveries)) ready.set(each, this.fanOut.attemptsOf(each, receivers));
      else deferred.push({ arrived: each, deliveries });
    }
    return { ready, deferred };
  }
}

interface SplitBatch {
  readonly ready: ReadonlyMap<ArrivedEvent, FannedOut>;
  readonly deferred: readonly DeferredFanOut[];
}

const countWanting = ({ event }: ArrivedEvent, { receivers }: AccountReceivers): number =>
  (receivers.get(event.account) ?? []).filter((receiver) => wants(receiver, event.payload)).length;

function toArrived({ value, headers, timestampMs }: ConsumedMessage): ArrivedEvent | undefined {
  const event = parseTrackingEvent(value);
  return event && { event, message: value!, traceparent: headers['traceparent'], publishedAtMs: timestampMs };
}
