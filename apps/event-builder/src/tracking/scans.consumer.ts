// in: topic scans; out: topic events, tables consignment, scan, orphan_scan, event
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { TOPICS } from '#libs/contracts';
import { BatchPattern, type ConsumedMessage, type Verdict } from '#libs/messaging';
import { readScan } from '../consignment/arrival.js';
import { ParcelTracking } from './parcel-tracking.service.js';

/**
 * One consumer group for both topics, so that scans and records of a parcel usually reach the same member; correctness does not depend on
 * it.
 */
export const PARCELS_CONSUMER = Symbol('event-builder parcels');

@Controller()
export class ScansConsumer {
  constructor(private readonly tracking: ParcelTracking) {}

  @BatchPattern(PARCELS_CONSUMER, TOPICS.scans.name)
  take(@Payload() messages: readonly ConsumedMessage[]): Promise<Verdict[]> {
    return this.tracking.take(messages, readScan);
  }
}
