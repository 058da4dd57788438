// tables orphan_scan, scan: the scans that a record replays when it may open a consignment
import { DAY } from '#libs/config';
import type { EntityManager } from 'typeorm';
import type { RecordArrival } from '../consignment/arrival.js';
import type { StoredScan } from '../batch/parcel-unit-of-work.js';
import { type StoredScanRow, toStoredScan, toWantedScans } from './consignment-rows.js';
import * as sql from './stored-scans.statements.repository.js';

/** Older scans are not replayed for another account or a new generation (domain D.3). */
const REPLAYED_MS = 30 * DAY;
/**
 * The most scans of each kind (parked or applied; the carriers' or the account's own) that are replayed, the newest first. A parcel has
 * about a dozen scans of a kilobyte. More is abuse; scans that are left out stay parked until they are swept.
 */
const MOST_SCANS_REPLAYED = 1000;
const MOST_BYTES_REPLAYED = 2 * 1024 * 1024;
/**
 * The scans of one record always fit. The scans of a batch may not: it can have hundreds of records, and memory must not depend on the number
 * of rows in the tables.
 */
const KINDS = 4;
const MOST_SCANS_LOADED = KINDS * MOST_SCANS_REPLAYED;
const MOST_BYTES_LOADED = KINDS * MOST_BYTES_REPLAYED;

export interface LoadedScans {
  readonly orphanScans: readonly StoredScan[];
  readonly appliedScans: readonly StoredScan[];
  /** The first record whose scans do not fit beside the scans of earlier records. */
  readonly tooMuch?: RecordArrival | undefined;
}

/** Loads the scans of the first record, and of further records while they fit. */
export async function loadScans(manager: EntityManager, records: readonly RecordArrival[]): Promise<LoadedScans> {
  const since = new Date(Math.min(...records.map(({ createdAtMs }) => createdAtMs)) - REPLAYED_MS);
  const counts = await manager.query<Counted[]>(sql.COUNT_SCANS, [...toWantedScans(records), since, MOST_SCANS_REPLAYED]);
  if (counts.length === 0) return { orphanScans: [], appliedScans: [] };
  const counted = firstBeyond(counts, MOST_SCANS_LOADED);
  const rows = await manager.query<FoundRow[]>(sql.LOAD_SCANS, [
    ...toWantedScans(records.slice(0, counted)),
    since,
    MOST_SCANS_REPLAYED,
    MOST_BYTES_REPLAYED,
    MOST_BYTES_LOADED,
  ]);
  const loaded = rows.filter((row): row is LoadedRow => row.scan !== null);
  const unloaded = rows.filter(({ scan }) => scan === null).map(({ place }) => place);
  return {
    orphanScans: loaded.filter(({ isParked }) => isParked).map(toStoredScan),
    appliedScans: loaded.filter(({ isParked }) => !isParked).map(toStoredScan),
    tooMuch: records[Math.min(counted ?? Infinity, ...unloaded)],
  };
}

interface Counted {
  readonly place: number;
  readonly count: number;
}

type LoadedRow = StoredScanRow & { readonly isParked: boolean; readonly place: number };
type FoundRow = LoadedRow | { readonly scan: null; readonly place: number };

/** Returns the place at which the sum exceeds `most`. */
function firstBeyond(counts: readonly Counted[], most: number): number | undefined {
  let sum = 0;
  return counts.find(({ count }) => (sum += count) > most)?.place;
}
