// Records and scans → events, by the floor.
import type { DataSource } from 'typeorm';
import {
  consignmentIdOf,
  eventIdOf,
  parcelKey,
  type References,
  type Scan,
  TOPICS,
  type TrackingEvent,
  trackingEventHeaders,
  trackingEventKey,
} from '#libs/contracts';
import type { Producer } from '#libs/messaging';
import type { KafkaRecord } from '#libs/messaging/client';
import { unpackJson } from '#libs/persistence';
import type { Consignment } from '../../apps/event-builder/src/consignment/consignment.js';
import type { ConsignmentsRepository } from '../../apps/event-builder/src/storage/consignments.repository.js';
import { LOAD_CONSIGNMENTS } from '../../apps/event-builder/src/storage/consignments.statements.repository.js';
import { benchEvent, IDENTITY } from '../support/bench-events.js';
import type { Hop } from './listen.js';

interface Parts {
  readonly producer: Producer;
  readonly database: DataSource;
  readonly consignments: ConsignmentsRepository;
}

/** The hops of event-builder. */
export const decideHops = (parts: Parts): Readonly<Record<string, Hop>> => ({
  [TOPICS.records.name]: open(parts),
  [TOPICS.scans.name]: follow(parts),
});

interface WireRecord {
  readonly account: number;
  readonly occurred_at: string;
  readonly transfer_id: string;
  readonly references: References & { readonly courier: string; readonly tracking_number: string };
  readonly links: { readonly tracking_link: string };
}

interface WireScan {
  readonly scan_id: string;
  readonly courier: string;
  readonly tracking_number: string;
  readonly occurred_at: string;
  readonly raw_text: string;
  readonly location: { readonly text: string };
}

const jsonOf = <T>({ value }: KafkaRecord): T => JSON.parse(String(value)) as T;

const open =
  (parts: Parts): Hop =>
  async (records) => {
    await keepAndTell(
      parts,
      records.map((record) => opened(jsonOf<WireRecord>(record))),
      [],
    );
  };

function opened({ account, occurred_at, transfer_id, references, links }: WireRecord): Decided {
  const { courier, tracking_number: trackingNumber } = references;
  const [nowMs, recordedAtMs] = [Date.now(), Date.parse(occurred_at)];
  const consignment: Consignment = {
    consignmentId: consignmentIdOf({ account, courier, trackingNumber, generation: 1 }),
    account,
    courier,
    trackingNumber,
    generation: 1,
    recordedAtMs,
    openedAtMs: nowMs,
    record: { references, trackingLink: links.tracking_link, isReturn: false, isCancelled: false },
    zone: 'Europe/Berlin',
    appliedTransfers: [transfer_id.slice(0, 11)],
    appliedScans: [],
    leftOutScans: [],
    isDispatched: false,
    milestones: {},
    failedAttemptsMs: [],
  };
  return { consignment, event: eventOf(consignment, 'onCreated', { id: transfer_id, raw: '', nowMs }) };
}

const follow =
  (parts: Parts): Hop =>
  async (records) => {
    const scans = records.map((record) => jsonOf<WireScan>(record));
    const parcels = [scans.map(({ courier }) => courier), scans.map(({ tracking_number }) => tracking_number)];
    const rows = await parts.database.query<{ state: Buffer }[]>(LOAD_CONSIGNMENTS, parcels);
    const known = new Map(
      rows.map(({ state }) => unpackJson<Consignment>(state)).map((each) => [parcelKey(each.courier, each.trackingNumber), each]),
    );
    const nowMs = Date.now();
    const stored = scans.map((scan) => ({ scan: toScan(scan), createdAtMs: nowMs, offset: 0 }));
    const decided = scans.flatMap((scan) => {
      const key = parcelKey(scan.courier, scan.tracking_number);
      const before = known.get(key);
      if (before === undefined) return [];
      const consignment = { ...before, appliedScans: [...before.appliedScans, scan.scan_id.slice(0, 11)] };
      known.set(key, consignment);
      return [{ consignment, event: eventOf(consignment, 'onDelay', { id: scan.scan_id, raw: scan.raw_text, nowMs }) }];
    });
    await keepAndTell(parts, decided, stored);
  };

const toScan = (scan: WireScan): Scan => ({
  scanId: scan.scan_id,
  courier: scan.courier,
  trackingNumber: scan.tracking_number,
  occurredAtMs: Date.parse(scan.occurred_at),
  statusHint: 'Exception',
  rawText: scan.raw_text,
  locationText: scan.location.text,
  repairs: [],
});

interface Decided {
  readonly consignment: Consignment;
  readonly event: TrackingEvent;
}

interface Cause {
  readonly id: string;
  readonly raw: string;
  readonly nowMs: number;
}

function eventOf(
  { account, consignmentId, record }: Consignment,
  event: 'onCreated' | 'onDelay',
  { id, raw, nowMs }: Cause,
): TrackingEvent {
  const { payload } = benchEvent(account);
  const eventid = eventIdOf(consignmentId, event, event === 'onCreated' ? { kind: 'once' } : { kind: 'scan', id });
  const { references } = record;
  return {
    account,
    consignmentId,
    createdAtMs: nowMs,
    payload: { ...payload, event, eventid, references, timestamp: new Date(nowMs).toISOString(), data: { ...payload.data, raw_scan: raw } },
  };
}

/** Publishes the events, then writes the rows in one transaction. */
async function keepAndTell(
  { producer, database, consignments }: Parts,
  decided: readonly Decided[],
  applied: Parameters<ConsignmentsRepository['write']>[1]['changes']['applied'],
): Promise<void> {
  const events = decided.map(({ event }) => ({
    event,
    body: Buffer.from(JSON.stringify(event.payload)),
    causedBy: '',
    traceparent: undefined,
  }));
  await producer.publish(
    events.map(({ event, body }) => ({
      topic: TOPICS.events.name,
      key: trackingEventKey(event),
      value: body,
      headers: trackingEventHeaders(event, IDENTITY),
    })),
  );
  const current = [...new Map(decided.map(({ consignment }) => [consignment.consignmentId, consignment])).values()];
  const changes = { current, retired: [], watches: [], applied, parked: [], claimed: [] };
  await database.transaction((manager) => consignments.write(manager, { events, changes, refused: new Map(), remarks: [] }));
}
