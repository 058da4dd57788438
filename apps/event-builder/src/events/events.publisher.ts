// out: topic events
import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK } from '#libs/config';
import { jsonHeaders, serialiseTrackingEvent, TOPICS, trackingEventKey } from '#libs/contracts';
import { Producer } from '#libs/messaging';
import { type Tracing, TRACING } from '#libs/observability';
import type { OutgoingEvent } from './outgoing-event.js';

@Injectable()
export class EventsPublisher {
  constructor(
    private readonly producer: Producer,
    @Inject(TRACING) private readonly tracing: Tracing,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Resolves when every event is written on every in-sync replica. */
  async publish(events: readonly OutgoingEvent[]): Promise<void> {
    if (events.length === 0) return;
    await this.producer.publish(
      events.map((outgoing) => ({
        topic: TOPICS.events.name,
        key: trackingEventKey(outgoing.event),
        value: serialiseTrackingEvent(outgoing.event, outgoing.payloadJson),
        headers: jsonHeaders(this.trace(outgoing)),
      })),
    );
  }

  /** From the scan's time in its topic until here. */
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
