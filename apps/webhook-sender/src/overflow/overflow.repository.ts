// table delivery_overflow: attempts that wait because memory is limited
import { Injectable } from '@nestjs/common';
import { type DeliveryAttempt, onlyReferences, type WebhookEventName } from '#libs/contracts';
import { LIMITED_AFTER_S, prepared } from '#libs/persistence';
import { DataSource } from 'typeorm';
import { AttemptPartitionsRepository } from '../partitions/attempt-partitions.repository.js';
import type { PartitionEpoch } from '../partitions/owned-partition.js';

/** The key within which order is kept: one consignment's events to one receiver (`deliveryAttemptKey`). */
export type OrderingKey = Pick<DeliveryAttempt, 'receiverId' | 'consignmentId'>;

/** An attempt that is to wait in the table. */
export interface NewOverflowRow {
  readonly attempt: DeliveryAttempt;
  readonly traceparent: string | undefined;
  /** How long an earlier POST of the same consignment may be under way here; other processes leave the row alone meanwhile. */
  readonly keptForMs: number | undefined;
  readonly owned: PartitionEpoch;
}

/** A row whose attempt is under way here. */
export interface KeptRow extends PartitionEpoch {
  readonly overflowId: number;
  readonly keptForMs: number;
}

/** A row of table `delivery_overflow`. */
export interface OverflowRow {
  readonly overflowId: number;
  readonly attempt: DeliveryAttempt;
  readonly traceparent: string | undefined;
  /** How long the row has waited, by the database's clock. */
  readonly waitedMs: number;
}

/** Selects which of the oldest rows to read. */
export interface OldestQuery {
  readonly taken: readonly number[];
  readonly limit: number;
  /** Only rows that have waited longer, ms; undefined = all rows. */
  readonly waitedMs?: number | undefined;
}

/** The numbers of waiting attempts and receivers. */
interface Depth {
  /** Exact up to `MOST_COUNTED`; beyond it the database's last estimate. */
  readonly rows: number;
  /** Receivers with rows in the table. */
  readonly receivers: number;
  /** Receivers that asked for a pause, and receivers whose attempts wait because of their owner's limits. */
  readonly held: number;
  readonly limited: number;
  /** When the oldest row was written, epoch ms; null = there is no row. */
  readonly oldestMs: number | null;
}

interface StoredRow {
  readonly overflowId: number;
  readonly receiverId: string;
  readonly consignmentId: string;
  readonly deliveryId: string;
  readonly deliveryCreatedAt: Date;
  readonly account: number;
  readonly eventid: string;
  readonly event: WebhookEventName;
  readonly round: number;
  readonly attempt: number;
  readonly dueAt: Date | null;
  readonly isTest: boolean;
  readonly references: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly traceparent: string | null;
  readonly waitedMs: number;
}

/**
 * Writes all rows or none; none if one of the partitions has another owner by now. The lock makes a new owner wait for the rows. A parcel
 * that was erased while its attempt was in memory is written without content: the row keeps its place and is never made.
 */
const INSERT = prepared(`
  WITH rows AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS row(
      "receiverId" uuid, "consignmentId" uuid, "deliveryId" uuid, "deliveryCreatedAt" timestamptz, account bigint, eventid uuid, event text,
      round smallint, attempt smallint, "dueAt" timestamptz, "isTest" boolean, reference_values jsonb, body text, traceparent text, "keptForMs" integer,
      position bigint, partition integer, epoch bigint)
  ), owned AS (
    SELECT FROM attempt_partition AS p WHERE (p.partition, p.epoch) IN (SELECT partition, epoch FROM rows) ORDER BY p.partition FOR SHARE
  )
  INSERT INTO delivery_overflow (receiver_id, consignment_id, delivery_id, delivery_created_at, account_id, eventid, event, round, attempt,
    due_at, is_test, reference_values, body, traceparent, not_before, stored_by)
  SELECT "receiverId", "consignmentId", "deliveryId", "deliveryCreatedAt", account, rows.eventid, rows.event, round, attempt, "dueAt", "isTest",
    CASE WHEN erased.consignment_id IS NULL THEN reference_values ELSE '{}' END,
    CASE WHEN erased.consignment_id IS NULL THEN decode(body, 'base64') ELSE '' END,
    traceparent, now() + "keptForMs" * interval '1 millisecond', $2
  FROM rows LEFT JOIN erased_consignment AS erased ON erased.consignment_id = "consignmentId"
  WHERE (SELECT count(*) FROM owned) = (SELECT count(DISTINCT partition) FROM rows)
  ORDER BY position
  RETURNING overflow_id AS "overflowId"`);

const KEEP = prepared(`
  UPDATE delivery_overflow b SET not_before = now() + "keptForMs" * interval '1 millisecond', stored_by = $2
  FROM jsonb_to_recordset($1::jsonb) AS row("overflowId" bigint, "keptForMs" integer, partition integer, epoch bigint)
  JOIN attempt_partition AS p USING (partition, epoch)
  WHERE b.overflow_id = "overflowId"`);

/** Looks at the index once per receiver, however many rows the receiver has. */
const RECEIVERS_WITH_ROWS = `
  WITH RECURSIVE found AS (
    (SELECT receiver_id, account_id FROM delivery_overflow WHERE set_aside_at IS NULL ORDER BY receiver_id LIMIT 1)
    UNION ALL
    SELECT next.* FROM found CROSS JOIN LATERAL (
      SELECT b.receiver_id, b.account_id FROM delivery_overflow b
      WHERE b.receiver_id > found.receiver_id AND b.set_aside_at IS NULL ORDER BY b.receiver_id LIMIT 1) next
  )
  SELECT receiver_id AS "receiverId", account_id AS account FROM found`;

/** Counting ten million rows takes seconds, and every process asks: above this number the estimate is good enough. */
const MOST_COUNTED = 20_000;

/** The oldest row comes first in the primary key. */
const DEPTH = `
  SELECT (SELECT CASE WHEN count(*) < ${MOST_COUNTED} THEN count(*) ELSE GREATEST(count(*), (SELECT reltuples::bigint FROM pg_class WHERE oid = 'delivery_overflow'::regclass)) END
      FROM (SELECT 1 FROM delivery_overflow WHERE set_aside_at IS NULL LIMIT ${MOST_COUNTED}) AS counted) AS rows,
    (SELECT count(*) FROM (${RECEIVERS_WITH_ROWS}) AS overflowing) AS receivers,
    (SELECT count(*) FROM receiver_queue WHERE held_until > now()) AS held,
    (SELECT count(*) FROM receiver_queue WHERE limited_since < now() - interval '${LIMITED_AFTER_S} seconds') AS limited,
    (SELECT extract(epoch FROM stored_at)::float8 * 1000 FROM delivery_overflow WHERE set_aside_at IS NULL ORDER BY overflow_id LIMIT 1) AS "oldestMs"`;

const HAS_ROWS = 'SELECT EXISTS (SELECT FROM delivery_overflow WHERE receiver_id = $1 AND set_aside_at IS NULL) AS "hasRows"';

const KEPT_ELSEWHERE = "not_before BETWEEN now() AND now() + interval '5 minutes' AND stored_by <>";

const COUNT_KEPT = `
  SELECT receiver_id AS "receiverId", count(*)::integer AS count FROM delivery_overflow
  WHERE receiver_id = ANY($1::uuid[]) AND ${KEPT_ELSEWHERE} $2 GROUP BY 1`;

/**
 * Leaves out a row when another instance keeps the row, or an earlier row of its consignment. No instance keeps a row for five minutes, but
 * a clock can be set back.
 * Only the database's clock measures how long a row has waited: a sender's clock may be wrong, and would end attempts that have hardly
 * begun to wait.
 */
const OLDEST = `
  SELECT overflow_id AS "overflowId", receiver_id AS "receiverId", consignment_id AS "consignmentId", delivery_id AS "deliveryId",
    delivery_created_at AS "deliveryCreatedAt", account_id AS account, eventid, event, round, attempt, due_at AS "dueAt", is_test AS "isTest",
    reference_values AS references, body, traceparent,
    (extract(epoch FROM now() - stored_at) * 1000)::float8 AS "waitedMs" FROM delivery_overflow b
  WHERE receiver_id = $1 AND set_aside_at IS NULL AND overflow_id <> ALL($2::bigint[]) AND ($4::float8 IS NULL OR stored_at < now() - $4 * interval '1 millisecond')
    AND NOT EXISTS (
      SELECT 1 FROM delivery_overflow e WHERE e.receiver_id = b.receiver_id AND e.consignment_id = b.consignment_id
        AND e.overflow_id <= b.overflow_id AND e.${KEPT_ELSEWHERE} $5)
  ORDER BY overflow_id LIMIT $3`;

const RELEASE = `
  UPDATE delivery_overflow b SET not_before = NULL
  FROM jsonb_to_recordset($1::jsonb) AS track("receiverId" uuid, "consignmentId" uuid)
  WHERE b.receiver_id = track."receiverId" AND b.consignment_id = track."consignmentId" AND b.not_before IS NOT NULL AND b.stored_by = $2`;

/** Reads and writes table `delivery_overflow`. */
@Injectable()
export class OverflowRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly partitions: AttemptPartitionsRepository,
  ) {}

  /**
   * @returns the ids of the rows, in the order given
   * @throws when a partition has another owner by now; then no row is written
   */
  async insert(newRows: readonly NewOverflowRow[]): Promise<number[]> {
    if (newRows.length === 0) return [];
    const wanted = JSON.stringify(newRows.map((each, position) => ({ position, ...toRow(each) })));
    const rows = await this.dataSource.query<{ overflowId: number }[]>(INSERT, [wanted, this.partitions.owner]);
    if (rows.length < newRows.length) throw new Error('another process owns the partition of these attempts by now');
    return rows.map(({ overflowId }) => overflowId);
  }

  /** Reserves these rows, because their attempts are under way here: other processes leave them alone for `keptForMs`. */
  async keep(rows: readonly KeptRow[]): Promise<void> {
    if (rows.length > 0) await this.dataSource.query(KEEP, [JSON.stringify(rows), this.partitions.owner]);
  }

  /** Returns all receivers with rows. */
  receivers(): Promise<Pick<DeliveryAttempt, 'receiverId' | 'account'>[]> {
    return this.dataSource.query(RECEIVERS_WITH_ROWS);
  }

  async hasRows(receiverId: string): Promise<boolean> {
    const [row] = await this.dataSource.query<[{ hasRows: boolean }]>(HAS_ROWS, [receiverId]);
    return row.hasRows;
  }

  async depth(): Promise<Depth> {
    const [row] = await this.dataSource.query<[Depth]>(DEPTH);
    return row;
  }

  /** Returns how many rows former owners still keep, by receiver: about as many of their POSTs are under way there. */
  async keptElsewhere(receiverIds: readonly string[]): Promise<Map<string, number>> {
    if (receiverIds.length === 0) return new Map();
    const rows = await this.dataSource.query<{ receiverId: string; count: number }[]>(COUNT_KEPT, [receiverIds, this.partitions.owner]);
    return new Map(rows.map(({ receiverId, count }) => [receiverId, count]));
  }

  /** Returns the oldest rows first, without rows already taken. */
  async oldest(receiverId: string, { taken, limit, waitedMs }: OldestQuery): Promise<OverflowRow[]> {
    const rows = await this.dataSource.query<StoredRow[]>(OLDEST, [receiverId, taken, limit, waitedMs, this.partitions.owner]);
    return rows.map(toOverflowRow);
  }

  /** Releases rows that this instance stored behind its own POSTs. Call this when these POSTs have ended. */
  async release(tracks: readonly OrderingKey[]): Promise<void> {
    if (tracks.length > 0) await this.dataSource.query(RELEASE, [JSON.stringify(tracks), this.partitions.owner]);
  }

  /** Sets aside the row of an attempt that was made but cannot be recorded: the row is not read or made again. */
  async setAside(overflowId: number): Promise<void> {
    await this.dataSource.query('UPDATE delivery_overflow SET set_aside_at = now() WHERE overflow_id = $1', [overflowId]);
  }

  async remove(overflowIds: readonly number[]): Promise<void> {
    if (overflowIds.length > 0)
      await this.dataSource.query('DELETE FROM delivery_overflow WHERE overflow_id = ANY($1::bigint[])', [overflowIds]);
  }
}

const toRow = ({ attempt, traceparent, keptForMs, owned }: NewOverflowRow): object => ({
  ...owned,
  receiverId: attempt.receiverId,
  consignmentId: attempt.consignmentId,
  deliveryId: attempt.deliveryId,
  deliveryCreatedAt: new Date(attempt.deliveryCreatedAtMs).toISOString(),
  account: attempt.account,
  eventid: attempt.eventid,
  event: attempt.event,
  round: attempt.round,
  attempt: attempt.attempt,
  dueAt: attempt.dueAtMs === undefined ? undefined : new Date(attempt.dueAtMs).toISOString(),
  isTest: attempt.isTest ?? false,
  reference_values: attempt.references,
  body: attempt.body.toString('base64'),
  traceparent,
  keptForMs,
});

function toOverflowRow(row: StoredRow): OverflowRow {
  const { overflowId, traceparent, waitedMs, deliveryCreatedAt, dueAt, isTest, references, ...stored } = row;
  const attempt = {
    ...stored,
    deliveryCreatedAtMs: deliveryCreatedAt.getTime(),
    references: onlyReferences(references),
    ...(dueAt && { dueAtMs: dueAt.getTime() }),
    ...(isTest && { isTest }),
  };
  return { overflowId, attempt, traceparent: traceparent ?? undefined, waitedMs };
}
