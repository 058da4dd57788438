import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { consignmentIdOf, eventIdOf, ONCE, parcelKey, TOPICS } from '#libs/contracts';
import type { LoadedStack } from './bench-stack.js';
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
  /** The shop; undefined = the same shop for all parcels. */
  readonly client?: string;
}

/** Returns a new parcel of an account. */
export function benchParcel(account: number, client?: string): BenchParcel {
  const trackingNumber = `BENCH${randomUUID().toUpperCase()}`;
  const consignmentId = consignmentIdOf({ account, courier: COURIER, trackingNumber, generation: 1 });
  return { account, trackingNumber, consignmentId, ...(client !== undefined && { client }) };
}

/** Returns parcels spread over so many accounts, from account number `first` on. */
export const benchParcels = (count: number, accounts: number, first = 1): BenchParcel[] =>
  Array.from({ length: count }, (_, index) => benchParcel(first + (index % accounts)));

/** Transfers one record per parcel; resolves when event-builder has opened their consignments. */
export async function transferParcels(stack: LoadedStack, parcels: readonly BenchParcel[]): Promise<void> {
  const expected = (await consignmentsIn(stack)) + parcels.length;
  for (let start = 0; start < parcels.length; start += RECORDS_PER_SEND) {
    const records = parcels.slice(start, start + RECORDS_PER_SEND).map(toRecord);
    await stack.producer.publish(records.map((record) => ({ topic: TOPICS.records.name, ...record })));
  }
  const giveUpAtMs = Date.now() + TRANSFER_MS;
  for (;;) {
    const missing = expected - (await consignmentsIn(stack));
    if (missing <= 0) return;
    if (Date.now() > giveUpAtMs) throw new Error(`the run is broken: of ${parcels.length} records ${missing} were not taken in`);
    await pause(LOOK_MS);
  }
}

async function consignmentsIn({ database }: LoadedStack): Promise<number> {
  const { rows } = await database.query<{ count: number }>('SELECT count(*)::integer AS count FROM consignment');
  return rows[0]?.count ?? 0;
}

/** Builds a record that opens the consignment: one event onCreated. */
export function toRecord({ account, trackingNumber, client = 'shop-de' }: BenchParcel): { key: string; value: string } {
  const references = {
    courier: COURIER,
    tracking_number: trackingNumber,
    orderNo: `O-${trackingNumber}`,
    client,
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

/** Builds a scan that causes exactly one event in every state of the parcel: an exception always causes an event and never a dispatch. */
export function benchScan({ trackingNumber, consignmentId }: BenchParcel): Offered {
  const message = { schema: 'scan/1', ...scanOf(trackingNumber) };
  return {
    eventid: eventIdOf(consignmentId, 'onDelay', { kind: 'scan', id: message.scan_id }),
    key: parcelKey(COURIER, trackingNumber),
    value: JSON.stringify(message),
    isMeasured: true,
  };
}

/** The same scan as an item of `POST /scans`. */
export const scanOf = (trackingNumber: string): { readonly scan_id: string; readonly [field: string]: unknown } => ({
  scan_id: randomUUID(),
  courier: COURIER,
  tracking_number: trackingNumber,
  occurred_at: new Date().toISOString(),
  status_hint: 'Exception',
  raw_text: RAW_TEXT,
  location: { text: 'Bonn, DE' },
});

/** The record as a message that is followed to its receiver. */
export const benchRecord = (parcel: BenchParcel): Offered => ({
  ...toRecord(parcel),
  eventid: eventIdOf(parcel.consignmentId, 'onCreated', ONCE),
  isMeasured: true,
});
