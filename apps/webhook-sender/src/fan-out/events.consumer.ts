// in: topic events; out: the queues of fan-out-turns.job, account by account; an event without a place there stays in the topic for later
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { parseTrackingEvent, TOPICS, trackingEventFault } from '#libs/contracts';
import { BatchPattern, type ConsumedMessage, leave, deadLetter, type Verdict } from '#libs/messaging';
import { FanOutTurns } from './fan-out-turns.job.js';

export const EVENTS_CONSUMER = Symbol('webhook-sender events');

/** Consumes topic `events`. */
@Controller()
export class EventsConsumer {
  constructor(private readonly turns: FanOutTurns) {}

  /** An event that comes again starts no second chain of attempts: the attempt that is published again finds the first, under way or in the log. */
  @BatchPattern(EVENTS_CONSUMER, TOPICS.events.name)
  take(@Payload() messages: readonly ConsumedMessage[]): Promise<(Verdict | Promise<Verdict>)[]> {
    return Promise.resolve(messages.map((message) => this.verdictOn(message)));
  }

  private verdictOn({ partition, offset, isAgain = false, value, headers, timestampMs }: ConsumedMessage): Verdict | Promise<Verdict> {
    const event = parseTrackingEvent(value);
    if (!event) return isAgain ? leave : deadLetter('E_SCHEMA', trackingEventFault(value)); // once
    const read = { event, message: value!, traceparent: headers['traceparent'], publishedAtMs: timestampMs };
    return this.turns.take(read, { account: event.account, partition, offset: Number(offset), isAgain });
  }
}
