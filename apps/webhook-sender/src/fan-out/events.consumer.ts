// in: topic events; out: the queues of fan-out-turns.job, one per account; an event without room there stays in the topic for later
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { readTrackingEventHead, TOPICS } from '#libs/contracts';
import { BatchPattern, type ConsumedMessage, leave, deadLetter, type Verdict } from '#libs/messaging';
import { FanOutTurns } from './fan-out-turns.job.js';

export const EVENTS_CONSUMER = Symbol('webhook-sender events');

/** Consumes topic `events`. */
@Controller()
export class EventsConsumer {
  constructor(private readonly turns: FanOutTurns) {}

  /**
   * Takes a batch of events. An event that comes again starts no second chain of attempts: its attempts are known, in memory or in the log.
   */
  @BatchPattern(EVENTS_CONSUMER, TOPICS.events.name)
  take(@Payload() messages: readonly ConsumedMessage[]): Promise<(Verdict | Promise<Verdict>)[]> {
    return Promise.resolve(messages.map((message) => this.verdictOn(message)));
  }

  private verdictOn(message: ConsumedMessage): Verdict | Promise<Verdict> {
    const { partition, offset, isAgain = false, value, headers, timestampMs } = message;
    const head = readTrackingEventHead(message);
    if (!head.ok) return isAgain ? leave : deadLetter(head.reason, head.detail); // dead-lettered at the first reading only
    const read = { head: head.value, body: value, traceparent: headers['traceparent'], publishedAtMs: timestampMs };
    return this.turns.take(read, { account: head.value.account, partition, offset: Number(offset), isAgain });
  }
}
