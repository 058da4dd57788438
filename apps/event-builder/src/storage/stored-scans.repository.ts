// tables orphan_scan, scan: what a record that may open a consignment replays
import { DAY } from '#libs/config';
import type { EntityManager } from 'typeorm';
import type { RecordArrival } from '../consignment/arrival.js';
import type { StoredScan } from '../batch/parcel-unit-of-work.js';
import { type StoredScanRow, toStoredScan, toWantedScans } from './consignment-rows.js';
import * as sql from './stored-scans.statements.repository.js';

/** Scans older than this are not replayed for a further account or a new generation (domain D.3). */
const REPLAYED_MS = 30 * DAY;
/**
 * The most scans of each kind (parked or applied, the carriers' or the account's own) that are replayed, the newest first.
 * A parcel has a dozen scans of a kilobyte. More than this is abuse, and what is left out stays parked until it is swept.
 */
const MOST_SCANS_REPLAYED = 1000;
const MOST_BYTES_REPLAYED = 2 * 1024 * 1024;
/** What one record replays always fits, but not what hundreds of them may: a batch has to stay within memory, however many rows the tables hold. */
const KINDS = 4;
const MOST_SCANS_LOADED = KINDS * MOST_SCANS_REPLAYED;
const MOST_BYTES_LOADED = KINDS * MOST_BYTES_REPLAYED;

export interface LoadedScans {
  readonly orphanScans: readonly StoredScan[];
  readonly appliedScans: readonly StoredScan[];
  /** The first of the records whose scans are too many to be loaded beside those of the ones before it. */
  readonly tooMuch?: RecordArrival | undefined;
}

/** Scans for records, as many of them as can be held at once; never those of none. */
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

/** The place with which the sum is more than `most`. */
function firstBeyond(counts: readonly Counted[], most: number): number | undefined {
  let sum = 0;
  return counts.find(({ count }) => (sum += count) > most)?.place;
}
