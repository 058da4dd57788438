// out: topic events
import { Injectable } from '@nestjs/common';
import { serialiseTrackingEvent, TOPICS, trackingEventKey } from '#libs/contracts';
import { Producer } from '#libs/messaging';
import type { OutgoingEvent } from './consignment/fold-batch.js';

@Injectable()
export class EventsPublisher {
  constructor(private readonly producer: Producer) {}

  /** Resolves when every event is written on every in-sync replica. */
  async publish(events: readonly OutgoingEvent[]): Promise<void> {
    if (events.length === 0) return;
    await this.producer.publish(
      events.map(({ event, payloadJson, traceparent }) => ({
        topic: TOPICS.events.name,
        key: trackingEventKey(event),
        value: serialiseTrackingEvent(event, payloadJson),
        headers: { 'content-type': 'application/json', ...(traceparent !== undefined && { traceparent }) },
      })),
    );
  }
}
