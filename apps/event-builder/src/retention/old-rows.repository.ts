// tables consignment, internal_delay_due, past_generation, erased_parcel, erased_consignment, unmapped_code, unmapped_text, redelivery, notification, dead_letter, delivery_overflow: rows that are too old
import { Injectable } from '@nestjs/common';
import { instantText } from '#libs/persistence';
import { DataSource } from 'typeorm';
import type { Horizons } from './expiry.js';

/** Selects consignments that ended long ago, or that nothing has touched for much longer; not while their send date is watched. */
const OLD = `
  created_at < $1 AND updated_at < $1
  AND CASE WHEN ended_at IS NOT NULL THEN ended_at < $1 ELSE updated_at < $2 END
  AND NOT EXISTS (SELECT 1 FROM internal_delay_due AS due WHERE due.consignment_id = consignment.consignment_id AND due.state = 'armed')`;

/**
 * Removes consignments under the lock of their parcel, so that no batch decides about them meanwhile. The same statement keeps their
 * generation. It looks at the next `$6` consignments of account `$3` after the place of `$4` and `$5`, because very many may have to stay.
 * @returns the last place; nothing = there was nothing to look at
 */
const REMOVE_CONSIGNMENTS = `
  WITH looked AS MATERIALIZED (
    SELECT consignment_id, created_at FROM consignment
    WHERE account_id = $3 AND created_at < $1 AND ($4::timestamptz IS NULL OR (created_at, consignment_id) > ($4::timestamptz, $5::uuid))
    ORDER BY created_at, consignment_id LIMIT $6
  ), old AS MATERIALIZED (
    SELECT consignment_id, courier, tracking_number FROM consignment WHERE consignment_id IN (SELECT consignment_id FROM looked) AND ${OLD}
    FOR UPDATE SKIP LOCKED
  ), locked AS MATERIALIZED (
    SELECT consignment_id FROM old WHERE pg_try_advisory_xact_lock(hashtextextended(courier || ':' || tracking_number, 0))
  ), removed AS (
    DELETE FROM consignment USING locked WHERE consignment.consignment_id = locked.consignment_id
    RETURNING consignment.consignment_id, courier, tracking_number, account_id, generation,
      COALESCE(ended_at, updated_at) AS ended_at
  ), remembered AS (
    INSERT INTO past_generation (courier, tracking_number, account_id, generation, ended_at)
    SELECT DISTINCT ON (courier, tracking_number, account_id) courier, tracking_number, account_id, generation, ended_at
    FROM removed ORDER BY courier, tracking_number, account_id, generation DESC
    ON CONFLICT (courier, tracking_number, account_id) DO UPDATE
    SET generation = EXCLUDED.generation, ended_at = EXCLUDED.ended_at WHERE past_generation.generation < EXCLUDED.generation
  ), unwatched AS (
    DELETE FROM internal_delay_due USING removed WHERE internal_delay_due.consignment_id = removed.consignment_id
  )
  SELECT (SELECT count(*)::integer FROM removed) AS count, ${instantText('created_at')} AS "createdAt", consignment_id AS "consignmentId"
  FROM looked ORDER BY looked.created_at DESC, looked.consignment_id DESC LIMIT 1`;

const NEXT_ACCOUNT = `SELECT min(account_id) AS next FROM consignment WHERE account_id > $1`;

const REMOVE_GENERATIONS = `
  WITH removed AS (
    DELETE FROM past_generation WHERE (courier, tracking_number, account_id) IN (
      SELECT courier, tracking_number, account_id FROM past_generation WHERE ended_at < $1 ORDER BY ended_at LIMIT $2)
    RETURNING 1)
  SELECT count(*)::integer AS count FROM removed`;

const removeUnmapped = (table: 'unmapped_code' | 'unmapped_text'): string => `
  WITH removed AS (DELETE FROM ${table} WHERE last_seen < $1 RETURNING 1) SELECT count(*)::integer AS count FROM removed`;

/** A running redelivery stays: only its row knows which rounds are still to be published. */
const OLD_REDELIVERY = `state <> 'running' AND updated_at < `;

const REMOVE_REDELIVERIES = `
  WITH removed AS (
    DELETE FROM redelivery WHERE redelivery_id IN (SELECT redelivery_id FROM redelivery WHERE ${OLD_REDELIVERY} $1 LIMIT $2)
    RETURNING 1)
  SELECT count(*)::integer AS count FROM removed`;

/** Keeps notifications a week longer, because their deliveries are sent again from them and are dropped by whole partitions. */
const oldNotification = (place: string): string => `created_at < ${place}::timestamptz - interval '1 week'`;

const REMOVE_NOTIFICATIONS = `
  WITH removed AS (
    DELETE FROM notification WHERE eventid IN (SELECT eventid FROM notification WHERE ${oldNotification('$1')} LIMIT $2) RETURNING 1)
  SELECT count(*)::integer AS count FROM removed`;

/** @param column a column with an index */
const removeBefore = (table: string, column: string): string => `
  WITH removed AS (
    DELETE FROM ${table} WHERE ctid IN (SELECT ctid FROM ${table} WHERE ${column} < $1 ORDER BY ${column} LIMIT $2) RETURNING 1)
  SELECT count(*)::integer AS count FROM removed`;

/** Erased parcels are remembered as long as any used number: otherwise their repeated messages would look new. */
const REMOVE_ERASED_PARCELS = removeBefore('erased_parcel', 'erased_at');
const REMOVE_ERASED_CONSIGNMENTS = removeBefore('erased_consignment', 'erased_at');

/** Dead letters stay as long as a topic can hold them. */
const REMOVE_DEAD_LETTERS = removeBefore('dead_letter', 'created_at');

/** Attempts that could not be recorded: their rows stay as long as a dead letter. */
const REMOVE_SET_ASIDE = removeBefore('delivery_overflow', 'set_aside_at');

const COUNT_OLD = `
  SELECT (SELECT count(*) FROM consignment WHERE ${OLD})::integer AS consignments,
    (SELECT count(*) FROM past_generation WHERE ended_at < $3)::integer AS "pastGenerations",
    (SELECT count(*) FROM erased_parcel WHERE erased_at < $3)::integer AS "erasedParcels",
    (SELECT count(*) FROM erased_consignment WHERE erased_at < $3)::integer AS "erasedConsignments",
    (SELECT count(*) FROM unmapped_code WHERE last_seen < $4)::integer AS "unmappedCodes",
    (SELECT count(*) FROM unmapped_text WHERE last_seen < $4)::integer AS "unmappedTexts",
    (SELECT count(*) FROM redelivery WHERE ${OLD_REDELIVERY} $5)::integer AS redeliveries,
    (SELECT count(*) FROM notification WHERE ${oldNotification('$5')})::integer AS notifications,
    (SELECT count(*) FROM dead_letter WHERE created_at < $6)::integer AS "deadLetters",
    (SELECT count(*) FROM delivery_overflow WHERE set_aside_at < $6)::integer AS "setAside"`;

export interface OldRows {
  readonly consignments: number;
  readonly pastGenerations: number;
  readonly erasedParcels: number;
  readonly erasedConsignments: number;
  readonly unmappedCodes: number;
  readonly unmappedTexts: number;
  readonly redeliveries: number;
  readonly notifications: number;
  readonly deadLetters: number;
  /** Rows of table delivery_overflow. */
  readonly setAside: number;
}

const NONE: OldRows = {
  consignments: 0,
  pastGenerations: 0,
  erasedParcels: 0,
  erasedConsignments: 0,
  unmappedCodes: 0,
  unmappedTexts: 0,
  redeliveries: 0,
  notifications: 0,
  deadLetters: 0,
  setAside: 0,
};

interface ConsignmentsLookedAt {
  /** The number of removed rows. */
  readonly count: number;
  /** The creation time of the last row, in microseconds as in the table. */
  readonly createdAt: string;
  readonly consignmentId: string;
}

const BATCH = 500;

@Injectable()
export class OldRowsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async count(horizons: Horizons): Promise<OldRows> {
    const { finishedMs, idleMs, generationMs, unmappedMs, redeliveryMs, deadLetterMs } = horizons;
    const times = [finishedMs, idleMs, generationMs, unmappedMs, redeliveryMs, deadLetterMs].map((ms) => new Date(ms));
    const [rows] = await this.dataSource.query<OldRows[]>(COUNT_OLD, times);
    return rows ?? NONE;
  }

  /** Removes in small transactions, so that no scan waits long for a parcel's lock. */
  async remove({ finishedMs, idleMs, generationMs, unmappedMs, redeliveryMs, deadLetterMs }: Horizons): Promise<OldRows> {
    return {
      consignments: await this.removeConsignments([new Date(finishedMs), new Date(idleMs)]),
      pastGenerations: await this.inBatches(REMOVE_GENERATIONS, [new Date(generationMs)]),
      erasedParcels: await this.inBatches(REMOVE_ERASED_PARCELS, [new Date(generationMs)]),
      erasedConsignments: await this.inBatches(REMOVE_ERASED_CONSIGNMENTS, [new Date(generationMs)]),
      unmappedCodes: await this.run(removeUnmapped('unmapped_code'), [new Date(unmappedMs)]),
      unmappedTexts: await this.run(removeUnmapped('unmapped_text'), [new Date(unmappedMs)]),
      redeliveries: await this.inBatches(REMOVE_REDELIVERIES, [new Date(redeliveryMs)]),
      notifications: await this.inBatches(REMOVE_NOTIFICATIONS, [new Date(redeliveryMs)]),
      deadLetters: await this.inBatches(REMOVE_DEAD_LETTERS, [new Date(deadLetterMs)]),
      setAside: await this.inBatches(REMOVE_SET_ASIDE, [new Date(deadLetterMs)]),
    };
  }

  /** Removes account by account, because the index of an account's consignments is sorted by age. */
  private async removeConsignments(values: readonly Date[]): Promise<number> {
    let removed = 0;
    for (let account = await this.accountBehind(0); account !== null; account = await this.accountBehind(account)) {
      removed += await this.removeOf(account, values);
    }
    return removed;
  }

  private async accountBehind(account: number): Promise<number | null> {
    const [row] = await this.dataSource.query<{ next: number | null }[]>(NEXT_ACCOUNT, [account]);
    return row?.next ?? null;
  }

  private async removeOf(account: number, values: readonly Date[]): Promise<number> {
    let removed = 0;
    let place: ConsignmentsLookedAt | undefined;
    for (;;) {
      const parameters = [...values, account, place?.createdAt, place?.consignmentId, BATCH];
      [place] = await this.dataSource.query<ConsignmentsLookedAt[]>(REMOVE_CONSIGNMENTS, parameters);
      if (!place) return removed;
      removed += place.count;
    }
  }

  private async inBatches(statement: string, values: readonly Date[]): Promise<number> {
    let removed = 0;
    for (;;) {
      const count = await this.run(statement, [...values, BATCH]);
      removed += count;
      if (count === 0) return removed;
    }
  }

  private async run(statement: string, values: readonly unknown[]): Promise<number> {
    const [row] = await this.dataSource.query<{ count: number }[]>(statement, [...values]);
    return row?.count ?? 0;
  }
}
