import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { consignmentIdOf, eventIdOf, parcelKey, TOPICS } from '#libs/contracts';
import type { BenchStack } from './bench-stack.js';
import type { Offered } from './offered-load.js';

const COURIER = 'acme-express';
const RAW_TEXT = `The shipment could not be delivered as planned. ${'x'.repeat(500)}`;
const RECORDS_PER_SEND = 500;
const LOOK_MS = 100;
const TRANSFER_MS = 120_000;

export interface BenchParcel {
  readonly account: number;
  readonly trackingNumber: string;
  readonly consignmentId: string;
}

/** Parcels that nobody else has, spread over accounts 1 to `accounts`. */
export function benchParcels(count: number, accounts: number): BenchParcel[] {
  return Array.from({ length: count }, (_, index) => {
    const [account, trackingNumber] = [1 + (index % accounts), `BENCH${randomUUID().toUpperCase()}`];
    return { account, trackingNumber, consignmentId: consignmentIdOf({ account, courier: COURIER, trackingNumber, generation: 1 }) };
  });
}

/** Transfers a record of each; resolves when event-builder has opened their consignments. */
export async function transferParcels({ producer, database, topicPrefix }: BenchStack, parcels: readonly BenchParcel[]): Promise<void> {
  for (let start = 0; start < parcels.length; start += RECORDS_PER_SEND) {
    const messages = parcels.slice(start, start + RECORDS_PER_SEND).map(toRecord);
    await producer.send({ topic: topicPrefix + TOPICS.records.name, acks: -1, messages });
  }
  const giveUpAtMs = Date.now() + TRANSFER_MS;
  for (;;) {
    const { rows } = await database.query<{ count: number }>('SELECT count(*)::integer AS count FROM consignment');
    if ((rows[0]?.count ?? 0) >= parcels.length) return;
    if (Date.now() > giveUpAtMs) throw new Error(`the run is broken: of ${parcels.length} records only ${rows[0]?.count} were taken in`);
    await pause(LOOK_MS);
  }
}

function toRecord({ account, trackingNumber }: BenchParcel): { key: string; value: string } {
  const references = {
    courier: COURIER,
    tracking_number: trackingNumber,
    orderNo: `O-${trackingNumber}`,
    client: 'shop-de',
    warehouse: 'W1',
    destination_country_iso3: 'DEU',
    language: 'en',
  };
  const message = {
    schema: 'record/1',
    transfer_id: `${trackingNumber}/record`,
    account,
    action: 'upsert',
    occurred_at: new Date().toISOString(),
    references,
    links: { tracking_link: `https://carrier.example/track/${trackingNumber}` },
  };
  return { key: parcelKey(COURIER, trackingNumber), value: JSON.stringify(message) };
}

/** A scan that makes exactly one event, whatever the parcel has been through: an exception is told each time and is no proof of a dispatch. */
export function benchScan({ trackingNumber, consignmentId }: BenchParcel): Offered {
  const scanId = randomUUID();
  const message = {
    schema: 'scan/1',
    scan_id: scanId,
    courier: COURIER,
    tracking_number: trackingNumber,
    occurred_at: new Date().toISOString(),
    status_hint: 'Exception',
    raw_text: RAW_TEXT,
    location: { text: 'Bonn, DE' },
  };
  return {
    eventid: eventIdOf(consignmentId, 'onDelay', { kind: 'scan', id: scanId }),
    key: parcelKey(COURIER, trackingNumber),
    value: JSON.stringify(message),
    isMeasured: true,
  };
}
