// out: topic events
import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, CONFIG } from '#libs/config';
import { type CloudEventIdentity, cloudEventIdentityOf, TOPICS, trackingEventHeaders, trackingEventKey } from '#libs/contracts';
import { Producer } from '#libs/messaging';
import { type Tracing, TRACING } from '#libs/observability';
import type { EventBuilderConfig } from '../event-builder.config.js';
import type { OutgoingEvent } from './outgoing-event.js';

@Injectable()
export class EventsPublisher {
  private readonly identity: CloudEventIdentity;

  constructor(
    private readonly producer: Producer,
    @Inject(CONFIG) config: EventBuilderConfig,
    @Inject(TRACING) private readonly tracing: Tracing,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.identity = cloudEventIdentityOf(config);
  }

  /** Resolves when every in-sync replica has every event. */
  async publish(events: readonly OutgoingEvent[]): Promise<void> {
    if (events.length === 0) return;
    await this.producer.publish(
      events.map((outgoing) => ({
        topic: TOPICS.events.name,
        key: trackingEventKey(outgoing.event),
        value: outgoing.body,
        headers: this.headersOf(outgoing),
      })),
    );
  }

  private headersOf(outgoing: OutgoingEvent): Record<string, string> {
    const traceparent = this.trace(outgoing);
    return { ...trackingEventHeaders(outgoing.event, this.identity), ...(traceparent !== undefined && { traceparent }) };
  }

  /** Traces the time from the scan's message until now. */
  private trace({ event, traceparent }: OutgoingEvent): string | undefined {
    return this.tracing.tell({
      name: 'scan to event',
      kind: 'consumer',
      parent: traceparent,
      startMs: event.createdAtMs,
      endMs: this.clock.nowMs(),
      attributes: { 'event.name': event.payload.event, 'event.id': event.payload.eventid, 'consignment.id': event.consignmentId },
    });
  }
}
