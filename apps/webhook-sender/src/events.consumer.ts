// in: topic events; out: topic delivery-attempts, one for each receiver that wants the event, and soon the rows of table delivery
import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { type Clock, CLOCK } from '#libs/config';
import { type DeliveryAttempt, parseTrackingEvent, TOPICS, type TrackingEvent, whyNoTrackingEvent } from '#libs/contracts';
import { BatchPattern, type ConsumedMessage, park, type Verdict } from '#libs/messaging';
import { type Tracing, TRACING } from '#libs/observability';
import { AttemptsPublisher, type TracedAttempt } from './attempts.publisher.js';
import { fanOut } from './delivery/fan-out.js';
import { PendingDeliveries } from './pending-deliveries.service.js';
import { ReceiversRepository } from './receivers.repository.js';
import { CONFIG, type WebhookSenderConfig } from './webhook-sender.config.js';

export const EVENTS_CONSUMER = Symbol('webhook-sender events');

@Controller()
export class EventsConsumer {
  constructor(
    private readonly receivers: ReceiversRepository,
    private readonly attempts: AttemptsPublisher,
    private readonly pending: PendingDeliveries,
    @Inject(CONFIG) private readonly config: WebhookSenderConfig,
    @Inject(TRACING) private readonly tracing: Tracing,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @BatchPattern(EVENTS_CONSUMER, TOPICS.events.name)
  async take(@Payload() messages: readonly ConsumedMessage[]): Promise<(Verdict | Promise<Verdict>)[]> {
    await this.pending.room();
    const first = await this.firstAttempts(messages);
    // An event that comes again starts no second chain: the attempt that is published again finds the first, under way or in the log.
    await this.attempts.publishNow(first.flatMap((attempts) => attempts ?? []));
    return first.map((attempts, index) =>
      attempts
        ? this.pending.add(attempts.map(({ attempt }) => attempt))
        : park('E_SCHEMA', whyNoTrackingEvent(messages[index]?.value ?? null)),
    );
  }

  /** Those of each; undefined for what is no event. The events themselves, which are large, end here. */
  private async firstAttempts(messages: readonly ConsumedMessage[]): Promise<(readonly TracedAttempt[] | undefined)[]> {
    const events = messages.map(({ value }) => parseTrackingEvent(value));
    const receivers = await this.receivers.enabledFor(events.filter((event) => event !== undefined));
    const identity = { source: this.config.cloudeventsSource, vendor: this.config.cloudeventsVendor };
    return events.map((event, index) => {
      const attempts = event && fanOut(event, receivers.get(event.account) ?? [], identity);
      return attempts && this.traced(event, attempts, messages[index]!);
    });
  }

  /** With what they carry on of the message that their event came with. */
  private traced(event: TrackingEvent, attempts: readonly DeliveryAttempt[], message: ConsumedMessage): TracedAttempt[] {
    const traceparent = this.tracing.tell({
      name: 'event to deliveries',
      kind: 'consumer',
      parent: message.headers['traceparent'],
      startMs: message.timestampMs,
      endMs: this.clock.nowMs(),
      attributes: { 'event.id': event.payload.eventid },
    });
    return attempts.map((attempt) => ({ attempt, traceparent, eventAtMs: message.timestampMs }));
  }
}
