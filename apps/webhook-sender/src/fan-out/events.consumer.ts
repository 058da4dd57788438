// in: topic events; out: the queues of fan-out-turns.job, account by account
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { parseTrackingEvent, TOPICS, whyNoTrackingEvent } from '#libs/contracts';
import { BatchPattern, type ConsumedMessage, park, type Verdict } from '#libs/messaging';
import { FanOutTurns } from './fan-out-turns.job.js';

export const EVENTS_CONSUMER = Symbol('webhook-sender events');

/** Consumes topic `events`. */
@Controller()
export class EventsConsumer {
  constructor(private readonly turns: FanOutTurns) {}

  /** An event that comes again starts no second chain of attempts: the attempt that is published again finds the first, under way or in the log. */
  @BatchPattern(EVENTS_CONSUMER, TOPICS.events.name)
  async take(@Payload() messages: readonly ConsumedMessage[]): Promise<(Verdict | Promise<Verdict>)[]> {
    await this.turns.room();
    return messages.map(({ value, headers, timestampMs }) => {
      const event = parseTrackingEvent(value);
      if (!event) return park('E_SCHEMA', whyNoTrackingEvent(value));
      return this.turns.add({ event, message: value!, traceparent: headers['traceparent'], publishedAtMs: timestampMs });
    });
  }
}
