// tables consignment, scan, orphan_scan and event, read only: event-builder writes them
import { Injectable } from '@nestjs/common';
import { ownScanIdsOf, parcelIdOf } from '#libs/contracts';
import { trackingNumberHash, unpackJson } from '#libs/persistence';
import { DataSource } from 'typeorm';
import { bytesOf, cappedBySize } from '../paging/page.js';
import type { ConsignmentRow } from './consignment-view.js';
import type { ConsignmentEvent } from './consignments.dto.js';
import type { ParcelName } from './parcels.repository.js';
import type { ParcelStanding } from './record-warnings.js';
import type { ScanRow } from './scan-history.js';

const MOST_SHOWN = 200;

/** `$1` = courier, `$2` = tracking number. Uses the index on the hash of the number. */
export const IS_PARCEL = `${trackingNumberHash('consignment.tracking_number')} = ${trackingNumberHash('$2')} AND courier = $1 AND tracking_number = $2`;

const FIND = `
  SELECT consignment_id AS "consignmentId", courier, tracking_number AS "trackingNumber", state, created_at AS "createdAt", updated_at AS "updatedAt"
  FROM consignment WHERE ${IS_PARCEL} AND account_id = $3 AND is_current ORDER BY generation DESC LIMIT 1`;

const NEWEST_FIRST = '"occurredAt" DESC, place DESC NULLS LAST, "createdAt" DESC';

/**
 * `account:7:` for a scan of account 7, '' for a scan of a carrier (docs/decisions/0009). Must equal the expression of index
 * orphan_scan_newest.
 */
export const WHOSE_SCAN = `coalesce(substring(scan_id FROM '^account:[0-9]+:'), '')`;

/** `idDigest` in SQL. */
export const SCAN_DIGEST = `left(translate(encode(sha256(convert_to(scan_id, 'UTF8')), 'base64'), '+/', '-_'), 11)`;

/**
 * Selects only scans that were applied to this consignment: scans have no account, and the number may have belonged to another parcel
 * before. event-builder keeps a digest of each applied scan in its state: the beginning of the SHA-256 of the scan id.
 */
export const SCANS = cappedBySize({
  select: `
    SELECT scan, created_at AS "createdAt", occurred_at AS "occurredAt", (scan->>'offset')::bigint AS place, ${bytesOf('scan')} AS bytes
    FROM scan
    WHERE courier = $1 AND tracking_number = $2
      AND ${SCAN_DIGEST} = ANY($3::text[])
    ORDER BY ${NEWEST_FIRST} LIMIT ${MOST_SHOWN}`,
  columns: ['scan', '"createdAt"'],
  order: NEWEST_FIRST,
});

const EVENTS = `
  SELECT eventid, event, happened_at AS timestamp, created_at AS "createdAt"
  FROM event WHERE consignment_id = $1 ORDER BY happened_at DESC, created_at DESC LIMIT ${MOST_SHOWN}`;

/** The most scans that are counted: a record replays the newest thousand. */
const MOST_COUNTED = 1000;

/** Counts only scans of the account: a scan of a carrier could reveal a parcel of another account. Uses index orphan_scan_newest. */
const COUNT_OWN_PARKED = `
  SELECT count(*)::integer AS count
  FROM (SELECT FROM orphan_scan
    WHERE courier = $1 AND tracking_number = $2 AND ${WHOSE_SCAN} = $3 LIMIT ${MOST_COUNTED}) AS few`;

const STANDING = `
  SELECT
    known.account_id IS NOT NULL AS "isKnown", (extract(epoch FROM known.ended_at) * 1000)::float8 AS "finalEventMs",
    (SELECT erased_at FROM erased_parcel WHERE parcel_id = $4 AND account_id = $3) AS "erasedAt",
    (SELECT ended_at FROM past_generation WHERE courier = $1 AND tracking_number = $2 AND account_id = $3) AS "removedAt"
  FROM (VALUES (1)) AS one
  LEFT JOIN (SELECT account_id, ended_at FROM consignment WHERE ${IS_PARCEL} AND account_id = $3 AND is_current) AS known ON true`;

export type PackedConsignment = Omit<ConsignmentRow, 'state'> & { readonly state: Buffer };

export const withState = <T extends PackedConsignment>(row: T): Omit<T, 'state'> & Pick<ConsignmentRow, 'state'> => ({
  ...row,
  state: unpackJson(row.state),
});

export interface WholeConsignment {
  readonly consignment: ConsignmentRow;
  readonly scans: readonly ScanRow[];
  readonly events: readonly ConsignmentEvent[];
}

@Injectable()
export class ConsignmentsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Reads one snapshot: otherwise a parcel could show the event of a status that it does not have yet. */
  find(account: number, { courier, trackingNumber }: ParcelName): Promise<WholeConsignment | undefined> {
    return this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      const [found] = await manager.query<PackedConsignment[]>(FIND, [courier, trackingNumber, account]);
      if (!found) return undefined;
      const consignment = withState(found);
      const scans = await manager.query<ScanRow[]>(SCANS, [courier, trackingNumber, consignment.state.appliedScans]);
      const events = await manager.query<ConsignmentEvent[]>(EVENTS, [consignment.consignmentId]);
      return { consignment, scans, events };
    });
  }

  /** Reads the state of the parcel in the account. Erasures for other accounts stay hidden. */
  async standingOf(account: number, { courier, trackingNumber }: ParcelName): Promise<ParcelStanding> {
    const parcelId = parcelIdOf({ courier, trackingNumber });
    const [standing] = await this.dataSource.query<ParcelStanding[]>(STANDING, [courier, trackingNumber, account, parcelId]);
    return standing!;
  }

  /** @returns the number of scans of this account that wait for the record of the parcel; at most MOST_COUNTED */
  async countOwnParked(account: number, { courier, trackingNumber }: ParcelName): Promise<number> {
    const [row] = await this.dataSource.query<{ count: number }[]>(COUNT_OWN_PARKED, [courier, trackingNumber, ownScanIdsOf(account)]);
    return row?.count ?? 0;
  }
}
