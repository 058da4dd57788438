// in: topic records; out: topic events, tables consignment, internal_delay_due, scan, orphan_scan, event
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { TOPICS } from '#libs/contracts';
import { BatchPattern, type ConsumedMessage, type Verdict } from '#libs/messaging';
import { readRecord } from '../consignment/arrival.js';
import { ParcelTracking } from './parcel-tracking.service.js';
import { PARCELS_CONSUMER } from './scans.consumer.js';

@Controller()
export class RecordsConsumer {
  constructor(private readonly tracking: ParcelTracking) {}

  @BatchPattern(PARCELS_CONSUMER, TOPICS.records.name)
  take(@Payload() messages: readonly ConsumedMessage[]): Promise<Verdict[]> {
    return this.tracking.take(messages, readRecord);
  }
}
