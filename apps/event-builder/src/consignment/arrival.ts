// One message of `scans` or `records` as it arrives: its content, and the facts about the message that rows need.
import type { Parsed, RetailerRecord, Scan } from '#libs/contracts';
import { parcelKey, parseRecord, parseScan, toTraceparent } from '#libs/contracts';
import { type ParcelName, parcelOf } from './parcel.js';

interface Arrived {
  /** `parcelOf` the body: the key of the message may be missing or wrong, and two parcels may share a key. */
  readonly parcel: string;
  /** The insertion time of its rows and of its events' rows, epoch ms. */
  readonly createdAtMs: number;
  /** The offset in the topic's partition, which holds all messages about the parcel. */
  readonly offset: number;
  readonly traceparent: string | undefined;
  /** False when the message's key is missing or names another parcel: its order is not guaranteed, so it is counted. */
  readonly isKeyed: boolean;
}

export type ScanArrival = Arrived & { readonly kind: 'scan'; readonly scan: Scan };
export type RecordArrival = Arrived & { readonly kind: 'record'; readonly record: RetailerRecord };
export type Arrival = ScanArrival | RecordArrival;

/** The fields of a Kafka message that are used here. */
export interface ArrivingMessage {
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly timestampMs: number;
  readonly offset: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type ReadArrival = (message: ArrivingMessage, createdAtMs: number) => Parsed<Arrival>;

export const readScan: ReadArrival = (message, createdAtMs) => {
  const scan = parseScan(message.value, message.timestampMs);
  return scan.ok ? { ok: true, value: { kind: 'scan', scan: scan.value, ...arrived(message, scan.value, createdAtMs) } } : scan;
};

export const readRecord: ReadArrival = (message, createdAtMs) => {
  const record = parseRecord(message.value, message.timestampMs);
  return record.ok ? { ok: true, value: { kind: 'record', record: record.value, ...arrived(message, record.value, createdAtMs) } } : record;
};

function arrived(message: ArrivingMessage, parcel: ParcelName, createdAtMs: number): Arrived {
  return {
    parcel: parcelOf(parcel),
    createdAtMs,
    offset: Number(message.offset),
    traceparent: toTraceparent(message.headers['traceparent']),
    isKeyed: message.key?.toString('utf8') === parcelKey(parcel.courier, parcel.trackingNumber),
  };
}
