// tables consignment, scan, orphan_scan, internal_delay_due, unmapped_code, unmapped_text, event
import { parcelIdOf } from '#libs/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK } from '#libs/config';
import { batchTransaction, jsonbRows, jsonRows, packText, rowCreatedAtMs, unpackJson } from '#libs/persistence';
import { DataSource, type EntityManager } from 'typeorm';
import { mayOpen } from '../records/apply-record.js';
import type { Arrival, RecordArrival } from '../consignment/arrival.js';
import type { Consignment } from '../consignment/consignment.js';
import type { BatchOutcome } from '../batch/batch-outcome.js';
import { parcelOf } from '../consignment/parcel.js';
import type { ErasedParcel, LoadedParcels, PastGeneration } from '../batch/parcel-unit-of-work.js';
import type { UnmappedCode } from '../scans/unmapped-code.js';
import { isVisibleTo } from '../scans/scan-visibility.js';
import { toConsignmentRow, toEventRow, toParcels, toScanRow, toUnmappedRows, toWatchRow } from './consignment-rows.js';
import * as sql from './consignments.statements.repository.js';
import { loadScans } from './stored-scans.repository.js';

/** A consignment whose send_date has passed. */
export interface DueConsignment {
  readonly consignmentId: string;
  /** `courier:TRACKING` */
  readonly parcel: string;
}

const SWEPT_AT_ONCE = 5000;

@Injectable()
export class ConsignmentsRepository {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Runs `work` in a transaction; `lockAndLoad`, `lockAndLoadOverdue` and `write` need one. */
  transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return batchTransaction(this.dataSource, work);
  }

  /**
   * Finds armed consignments that are due, the longest due first.
   * @param passed consignments to leave out
   */
  findOverdue(dueUntilMs: number, { passed, limit }: { passed: readonly string[]; limit: number }): Promise<DueConsignment[]> {
    return this.dataSource.query(sql.FIND_OVERDUE, [new Date(dueUntilMs), passed, limit]);
  }

  /** Counts unmapped codes. Uses its own statement and a fixed order, because many batches list the same few codes. */
  async listUnmapped(codes: readonly UnmappedCode[]): Promise<void> {
    const rows = toUnmappedRows(codes);
    const now = new Date(this.clock.nowMs());
    if (rows.codes.length > 0) await this.dataSource.query(sql.LIST_UNMAPPED, [JSON.stringify(rows.codes), now]);
    if (rows.texts.length > 0) await this.dataSource.query(sql.LIST_UNMAPPED_TEXTS, [JSON.stringify(rows.texts), now]);
  }

  /**
   * Deletes orphan scans that came before `beforeMs`, in small lots: one statement for all could time out every time.
   * @returns the number of deleted scans
   */
  async sweepOrphans(beforeMs: number): Promise<number> {
    for (let swept = 0; ;) {
      const [row] = await this.dataSource.query<{ count: number }[]>(sql.SWEEP_ORPHANS, [new Date(beforeMs), SWEPT_AT_ONCE]);
      if (!row?.count) return swept;
      swept += row.count;
    }
  }

  /**
   * Loads everything that decisions about these parcels need. No other process decides about them until the transaction ends. The number of
   * statements does not depend on the number of arrivals.
   */
  async lockAndLoad(manager: EntityManager, arrivals: readonly Arrival[]): Promise<Loaded> {
    if (arrivals.length === 0) return { loaded: { consignments: [], ...NO_SCANS } };
    const parcels = toParcels(arrivals);
    // Lock by name: a row that does not exist yet cannot be locked, and a record and a scan of one parcel may arrive at two members.
    const [, rows] = await Promise.all([
      manager.query(sql.LOCK_PARCELS, [parcels.locks]),
      manager.query<StateRow[]>(sql.LOAD_CONSIGNMENTS, [parcels.couriers, parcels.trackingNumbers]),
    ]);
    const consignments = rows.map(toConsignment);
    const opening = openingRecords(arrivals, consignments);
    const erased = await this.loadErased(manager, [...unheard(arrivals, consignments), ...opening]);
    if (opening.length === 0) return { loaded: { consignments, erased, ...NO_SCANS } };
    const { tooMuch, ...scans } = await loadScans(manager, opening);
    const pastGenerations = await this.loadPastGenerations(manager, opening);
    return { loaded: { consignments, erased, pastGenerations, ...scans }, tooMuch };
  }

  /** Loads erased parcels only for scans without a known consignment and for records that may open one; few batches have any. */
  private async loadErased(manager: EntityManager, arrivals: readonly Arrival[]): Promise<ErasedParcel[]> {
    if (arrivals.length === 0) return [];
    const byId = new Map(arrivals.map((arrival) => [parcelIdOf(arrival.kind === 'scan' ? arrival.scan : arrival.record), arrival.parcel]));
    const rows = await manager.query<(Omit<ErasedParcel, 'parcel'> & { parcelId: string })[]>(sql.LOAD_ERASED, [[...byId.keys()]]);
    return rows.map(({ parcelId, ...row }) => ({ parcel: byId.get(parcelId) ?? '', ...row }));
  }

  private loadPastGenerations(manager: EntityManager, opening: readonly RecordArrival[]): Promise<PastGeneration[]> {
    const { couriers, trackingNumbers } = toParcels(opening);
    return manager.query<PastGeneration[]>(sql.LOAD_PAST_GENERATIONS, [couriers, trackingNumbers]);
  }

  /** The same for consignments that are due. Parcels that another transaction holds are left for a later look. */
  async lockAndLoadOverdue(manager: EntityManager, due: readonly DueConsignment[]): Promise<LoadedParcels> {
    const gained = await manager.query<{ parcel: string }[]>(sql.TRY_LOCK_PARCELS, [due.map(({ parcel }) => parcel)]);
    const isGained = new Set(gained.map(({ parcel }) => parcel));
    const ids = due.filter(({ parcel }) => isGained.has(parcel)).map(({ consignmentId }) => consignmentId);
    const rows = await manager.query<StateRow[]>(sql.LOCK_AND_LOAD_OVERDUE, [ids]);
    return { consignments: rows.map(toConsignment), ...NO_SCANS };
  }

  /** Writes everything that was decided, including events. */
  async write(manager: EntityManager, { events, changes }: BatchOutcome): Promise<void> {
    const now = new Date(this.clock.nowMs());
    const current = changes.current.map((consignment) => toConsignmentRow(consignment, true));
    const retired = changes.retired.map((consignment) => toConsignmentRow(consignment, false));
    const applied = changes.applied.map((stored) => toScanRow(stored, rowCreatedAtMs(stored.createdAtMs, now.getTime())));
    const parked = changes.parked.map((stored) => toScanRow(stored, stored.createdAtMs));
    const claimed = changes.claimed.map((stored) => toScanRow(stored, stored.createdAtMs));
    const watches = changes.watches.flatMap(toWatchRow);
    const isAnySaved = [retired, current, watches, applied, events].some(({ length }) => length > 0);
    if (isAnySaved)
      await manager.query(sql.SAVE, [
        jsonbRows([...retired, ...current].map((row) => toJson({ ...row, state: packed(row.state) }))),
        now,
        jsonbRows(watches.map(toJson)),
        jsonRows(applied.map(toJson)),
        jsonRows(events.map(toEventRow).map((row) => toJson({ ...row, payload: packed(row.payload) }))),
      ]);
    if (claimed.length > 0) await manager.query(sql.DELETE_PARKED, [JSON.stringify(claimed)]);
    if (parked.length > 0) await manager.query(sql.PARK_SCANS, [JSON.stringify(parked)]);
  }
}

interface StateRow {
  readonly state: Buffer;
}

const toConsignment = ({ state }: StateRow): Consignment => unpackJson(state);

/** The form that the statements decode: JSON has no bytes. */
const packed = (text: Buffer): string => packText(text).toString('base64');

const toJson = (row: object): string => JSON.stringify(row);

const NO_SCANS = { orphanScans: [], appliedScans: [] };

export interface Loaded {
  readonly loaded: LoadedParcels;
  /** The first arrival that must wait for another transaction. */
  readonly tooMuch?: Arrival | undefined;
}

/**
 * Returns scans that none of the consignments gets: their parcel is unknown, or the scan is an account's own and only others have the
 * parcel.
 */
function unheard(arrivals: readonly Arrival[], consignments: readonly Consignment[]): Arrival[] {
  const known = new Map<string, Consignment[]>();
  for (const each of consignments) {
    const parcel = parcelOf(each);
    known.set(parcel, [...(known.get(parcel) ?? []), each]);
  }
  return arrivals.filter(
    (arrival) => arrival.kind === 'scan' && !known.get(arrival.parcel)?.some(({ account }) => isVisibleTo(arrival.scan, account)),
  );
}

/** Returns records that may open a consignment, considering what is known before the batch and what the batch may make final. */
function openingRecords(arrivals: readonly Arrival[], consignments: readonly Consignment[]): RecordArrival[] {
  const known = new Map(consignments.map((consignment) => [`${consignment.account} ${parcelOf(consignment)}`, consignment]));
  return arrivals.filter(
    (arrival): arrival is RecordArrival =>
      arrival.kind === 'record' && mayOpen(known.get(`${arrival.record.account} ${arrival.parcel}`), arrival.record),
  );
}
