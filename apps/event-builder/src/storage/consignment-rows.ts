// Builds rows in the form that the statements read from one JSON parameter.
import { crc32 } from 'node:zlib';
import { ownScanIdsOf } from '#libs/contracts';
import type { Arrival, RecordArrival } from '../consignment/arrival.js';
import { type Consignment, currentStatus } from '../consignment/consignment.js';
import type { OutgoingEvent } from '../events/outgoing-event.js';
import { lockOf } from '../consignment/parcel.js';
import type { StoredScan } from '../batch/parcel-unit-of-work.js';
import type { UnmappedCode } from '../scans/unmapped-code.js';

/** The parcels of arrivals, each once. */
export interface Parcels {
  readonly locks: readonly string[];
  readonly couriers: readonly string[];
  readonly trackingNumbers: readonly string[];
}

export function toParcels(arrivals: readonly Arrival[]): Parcels {
  const byName = new Map(arrivals.map((arrival) => [arrival.parcel, arrival.kind === 'scan' ? arrival.scan : arrival.record]));
  const parcels = [...byName.values()];
  return {
    locks: parcels.map(lockOf),
    couriers: parcels.map(({ courier }) => courier),
    trackingNumbers: parcels.map(({ trackingNumber }) => trackingNumber),
  };
}

/**
 * Columns: courier, tracking number, source of the scans (`account:7:`, or '' for the carriers), place of the first record that asks for
 * them.
 */
export type WantedScans = readonly [couriers: string[], trackingNumbers: string[], whose: string[], places: number[]];

/** Returns the scans that each record needs: the carriers' scans of its parcel and its account's own scans, each once. */
export function toWantedScans(records: readonly RecordArrival[]): WantedScans {
  const all = records.flatMap(({ parcel, record }, place) =>
    ['', ownScanIdsOf(record.account)].map((whose) => ({ parcel, record, whose, place })),
  );
  const firstOfEach = new Map(all.toReversed().map((each) => [`${each.whose} ${each.parcel}`, each]));
  const wanted = [...firstOfEach.values()];
  return [
    wanted.map(({ record }) => record.courier),
    wanted.map(({ record }) => record.trackingNumber),
    wanted.map(({ whose }) => whose),
    wanted.map(({ place }) => place),
  ];
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** A row with one text column that is packed before writing. */
type Row<Column extends string> = Readonly<Record<string, unknown> & Record<Column, Buffer>>;

export const toConsignmentRow = (state: Consignment, isCurrent: boolean): Row<'state'> => ({
  consignmentId: state.consignmentId,
  account: state.account,
  courier: state.courier,
  trackingNumber: state.trackingNumber,
  generation: state.generation,
  isCurrent,
  orderNo: state.record.references.orderNo,
  client: state.record.references.client,
  warehouse: state.record.references.warehouse,
  destinationCountry: state.record.references.destination_country_iso3,
  language: state.record.references.language,
  status: currentStatus(state) ?? 'Pending',
  endedAt: state.finalEventMs === undefined ? null : iso(state.finalEventMs),
  state: Buffer.from(JSON.stringify(state)),
});

export const toScanRow = ({ scan, offset, readAs, readBy }: StoredScan, createdAtMs: number): object => ({
  courier: scan.courier,
  trackingNumber: scan.trackingNumber,
  scanId: scan.scanId,
  occurredAt: iso(scan.occurredAtMs),
  scan: { offset, readAs, readBy, ...scan },
  createdAt: iso(createdAtMs),
});

export interface StoredScanRow {
  readonly scan: StoredScan['scan'] & Pick<StoredScan, 'offset' | 'readAs' | 'readBy'>;
  readonly createdAt: Date;
}

export const toStoredScan = ({ scan: { offset, readAs, readBy, ...scan }, createdAt }: StoredScanRow): StoredScan => ({
  scan,
  createdAtMs: createdAt.getTime(),
  offset,
  readAs,
  readBy,
});

/** Returns no row while no send_date has ever been watched. */
export const toWatchRow = ({ consignmentId, courier, trackingNumber, internalDelay }: Consignment): object[] =>
  internalDelay === undefined
    ? []
    : [
        {
          consignmentId,
          courier,
          trackingNumber,
          sendDate: internalDelay.sendDate,
          dueAt: iso(internalDelay.dueAtMs),
          state: internalDelay.state,
        },
      ];

/** The payload is the text of the message. */
export function toEventRow({ event: { account, consignmentId, createdAtMs, payload }, body }: OutgoingEvent): Row<'payload'> {
  const { eventid, event, timestamp: happenedAt, references } = payload;
  return {
    eventid,
    account,
    consignmentId,
    event,
    happenedAt,
    createdAt: iso(createdAtMs),
    orderCrc: orderCrcOf(references.orderNo),
    client: references.client,
    payload: body,
  };
}

/** Returns the CRC as table event stores it, a signed 32-bit integer. */
export const orderCrcOf = (orderNo: string): number => crc32(orderNo) | 0;

/** Returns each code once, with its count: one statement must not touch a row twice. Without a code, each text once. */
export function toUnmappedRows(codes: readonly UnmappedCode[]): { readonly codes: readonly object[]; readonly texts: readonly object[] } {
  return {
    codes: counted(
      codes.filter(({ code }) => code !== ''),
      ({ courier, code, subCode }) => [courier, code, subCode],
    ),
    texts: counted(
      codes.filter(({ code }) => code === ''),
      ({ courier, sampleText, place }) => [courier, sampleText, place],
    ),
  };
}

function counted(codes: readonly UnmappedCode[], keyOf: (code: UnmappedCode) => readonly string[]): readonly object[] {
  const rows = new Map<string, UnmappedCode & { count: number }>();
  for (const code of codes) {
    const key = JSON.stringify(keyOf(code));
    rows.set(key, { ...code, count: (rows.get(key)?.count ?? 0) + 1 });
  }
  return [...rows.values()];
}
