// in: topic events; out: topic delivery-attempts and table delivery, one per receiver that wants the event
import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { type Clock, CLOCK } from '#libs/config';
import { type DeliveryAttempt, parseTrackingEvent, TOPICS, type TrackingEvent, whyNoTrackingEvent } from '#libs/contracts';
import { BatchPattern, type ConsumedMessage, done, park, type Verdict } from '#libs/messaging';
import { type Tracing, TRACING } from '#libs/observability';
import { AttemptsPublisher, type TracedAttempt } from './attempts.publisher.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { fanOut } from './delivery/fan-out.js';
import { ReceiversRepository } from './receivers.repository.js';
import { CONFIG, type WebhookSenderConfig } from './webhook-sender.config.js';

export const EVENTS_CONSUMER = Symbol('webhook-sender events');

@Controller()
export class EventsConsumer {
  constructor(
    private readonly receivers: ReceiversRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly attempts: AttemptsPublisher,
    @Inject(CONFIG) private readonly config: WebhookSenderConfig,
    @Inject(TRACING) private readonly tracing: Tracing,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @BatchPattern(EVENTS_CONSUMER, TOPICS.events.name)
  async take(@Payload() messages: readonly ConsumedMessage[]): Promise<Verdict[]> {
    const events = messages.map(({ value }) => parseTrackingEvent(value));
    const origins = new Map(events.map((event, index) => [event?.payload.eventid, this.originOf(event, messages[index])]));

    const first = await this.firstAttempts(events.filter((event) => event !== undefined));
    // An event that comes again starts no second chain: the attempt that is published again finds the first, under way or in the log.
    await this.attempts.publishNow(first.map((attempt) => ({ attempt, traceparent: undefined, ...origins.get(attempt.eventid) })));
    await this.deliveries.enter(first);
    return events.map((event, index) => (event ? done : park('E_SCHEMA', whyNoTrackingEvent(messages[index]?.value ?? null))));
  }

  /** What an attempt carries on of the message that its event came with. */
  private originOf(
    event: TrackingEvent | undefined,
    message: ConsumedMessage | undefined,
  ): Pick<TracedAttempt, 'traceparent' | 'eventAtMs'> {
    if (!event || !message) return { traceparent: undefined };
    const traceparent = this.tracing.tell({
      name: 'event to deliveries',
      kind: 'consumer',
      parent: message.headers['traceparent'],
      startMs: message.timestampMs,
      endMs: this.clock.nowMs(),
      attributes: { 'event.id': event.payload.eventid },
    });
    return { traceparent, eventAtMs: message.timestampMs };
  }

  private async firstAttempts(events: readonly TrackingEvent[]): Promise<DeliveryAttempt[]> {
    const receivers = await this.receivers.enabledOf(events.map(({ account }) => account));
    const identity = { source: this.config.cloudeventsSource, vendor: this.config.cloudeventsVendor };
    return events.flatMap((event) => fanOut(event, receivers.get(event.account) ?? [], identity));
  }
}
