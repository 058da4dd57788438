// tables delivery_backlog (attempts that wait beyond what memory may hold) and delivery_backlog_lease (who drains which receiver)
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type DeliveryAttempt, parseDeliveryAttempt, REFERENCE_KEYS, serialiseDeliveryAttempt } from '#libs/contracts';
import { LONGEST_LEASE_MS, prepared } from '#libs/persistence';
import { DataSource } from 'typeorm';
import type { Hold } from '../attempt/retry-after.js';
import { HAS_OWNER_LIMIT } from '../receivers/receivers.repository.js';

/** What may not overtake itself: one consignment's events toward one receiver (`deliveryAttemptKey`). */
export type OrderingKey = Pick<DeliveryAttempt, 'receiverId' | 'consignmentId'>;

/** One attempt that is to wait in the table. */
export interface NewOverflowRow {
  readonly attempt: DeliveryAttempt;
  readonly traceparent: string | undefined;
  /** For so long an earlier POST of the same consignment may be under way here: others keep their hands off. */
  readonly keptForMs: number | undefined;
}

/** A row that holds no attempt this program can read. */
export interface UnreadableRow {
  readonly backlogId: number;
  readonly receiverId: string;
  readonly consignmentId: string;
  readonly message: string;
  readonly traceparent: string | undefined;
  readonly storedAtMs: number;
}

/** A row of table `delivery_backlog`. */
export interface OverflowRow {
  readonly backlogId: number;
  readonly attempt: DeliveryAttempt;
  readonly traceparent: string | undefined;
  readonly storedAtMs: number;
  /** By the database's clock. */
  readonly waitedMs: number;
}

/** Which of the oldest rows to read. */
export interface OldestWish {
  readonly taken: readonly number[];
  readonly limit: number;
  /** Only what has waited longer, ms; absent = however short. */
  readonly waitedMs?: number | undefined;
}

/** The oldest rows of a receiver. */
export interface OldestRows {
  readonly rows: readonly OverflowRow[];
  readonly unreadable: readonly UnreadableRow[];
}

interface StoredRow {
  readonly backlogId: number;
  readonly consignmentId: string;
  readonly message: string;
  readonly traceparent: string | null;
  readonly storedAt: Date;
  readonly waitedMs: number;
}

/** A lease of this instance. */
export interface Lease {
  readonly receiverId: string;
  readonly version: number;
  /** For so long the receiver has asked to be left alone; null = it has not. */
  readonly heldForMs: number | null;
}

/** What attempts wait behind, for token-api to show. */
export interface Shown {
  /** Of the receivers whose circuit is open here, ms. */
  readonly untilProbes: ReadonlyMap<string, number>;
  /** Receivers that have waited behind a limit of their owner. */
  readonly limited: readonly string[];
}

/** Still a message that can be read, so that it is passed over like any other attempt of an erased parcel. */
const NOTHING_SAID = JSON.stringify({ body: '', references: Object.fromEntries(REFERENCE_KEYS.map((key) => [key, ''])) });

/** What was erased on request while it was in memory is written without what it says: its row keeps its place and is never made. */
const INSERT = prepared(`
  WITH rows AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS row(
      "receiverId" uuid, "consignmentId" uuid, message text, traceparent text, "keptForMs" integer, position bigint)
  ), leases AS (
    INSERT INTO delivery_backlog_lease (receiver_id) SELECT DISTINCT "receiverId" FROM rows ORDER BY 1
    ON CONFLICT (receiver_id) DO UPDATE SET version = delivery_backlog_lease.version + 1
  )
  INSERT INTO delivery_backlog (receiver_id, consignment_id, message, traceparent, not_before, spilled_by)
  SELECT "receiverId", "consignmentId",
    CASE WHEN erased.consignment_id IS NULL THEN message ELSE (message::jsonb || '${NOTHING_SAID}')::text END,
    traceparent, now() + "keptForMs" * interval '1 millisecond', $2
  FROM rows LEFT JOIN erased_consignment AS erased ON erased.consignment_id = "consignmentId" ORDER BY position
  RETURNING backlog_id AS "backlogId"`);

/**
 * With what the receivers' attempts wait behind, $3 receiver id → ms until the next probe, for token-api to show; an open circuit keeps its first time.
 * A lease that ends later than any can was made before the database's clock was set back: from now on it has its usual time.
 */
const LEASE = `
  WITH clamped AS (
    UPDATE delivery_backlog_lease SET leased_until = now() + $2 * interval '1 millisecond'
    WHERE owner <> $1 AND leased_until > now() + interval '${2 * LONGEST_LEASE_MS} milliseconds'
  )
  UPDATE delivery_backlog_lease SET owner = $1, leased_until = now() + $2 * interval '1 millisecond',
    circuit_opened_at = CASE WHEN $3::jsonb ? receiver_id::text THEN coalesce(circuit_opened_at, now()) END,
    probe_at = now() + ($3::jsonb ->> receiver_id::text)::float8 * interval '1 millisecond',
    limited_since = CASE WHEN receiver_id = ANY($4::uuid[]) THEN coalesce(limited_since, now()) END
  WHERE receiver_id IN (
    SELECT receiver_id FROM delivery_backlog_lease WHERE owner = $1 OR leased_until IS NULL OR leased_until < now()
    ORDER BY receiver_id FOR UPDATE SKIP LOCKED)
  RETURNING receiver_id AS "receiverId", version, (extract(epoch FROM held_until - now()) * 1000)::float8 AS "heldForMs"`;

/** A lease without an owner: the instance that ticks next gets it. It stays for as long as the hold, so that what arrives meanwhile goes to the table. */
const HOLD = `
  INSERT INTO delivery_backlog_lease (receiver_id, held_since, held_until, held_http_status)
  VALUES ($1, now(), now() + $2 * interval '1 millisecond', $3)
  ON CONFLICT (receiver_id) DO UPDATE SET version = delivery_backlog_lease.version + 1,
    held_since = CASE WHEN delivery_backlog_lease.held_until > now() THEN delivery_backlog_lease.held_since ELSE now() END,
    held_until = GREATEST(delivery_backlog_lease.held_until, EXCLUDED.held_until), held_http_status = EXCLUDED.held_http_status`;

const RESTRICTED = `
  SELECT receiver_id AS "receiverId" FROM receiver r
  WHERE receiver_id = ANY($1::uuid[]) AND (${HAS_OWNER_LIMIT}
    OR EXISTS (SELECT FROM delivery_backlog_lease l WHERE l.receiver_id = r.receiver_id AND held_until > now()))`;

/** Locks in this order: an insert for several receivers uses it too, which prevents deadlocks. */
const KEEP = `
  WITH ours AS (
    SELECT receiver_id, receiver_id = ANY($2::uuid[]) AS kept FROM delivery_backlog_lease WHERE owner = $1 ORDER BY receiver_id FOR UPDATE
  )
  UPDATE delivery_backlog_lease l
  SET owner = CASE WHEN kept THEN owner END, leased_until = CASE WHEN kept THEN now() + $3 * interval '1 millisecond' END
  FROM ours WHERE l.receiver_id = ours.receiver_id`;

/**
 * Of each consignment only what comes before its first row that another instance still keeps; no instance keeps a row for five minutes, but a clock can be set back.
 * How long a row has waited the clock that wrote its time tells: a sender's own may be wrong, and would end what has hardly begun to wait.
 */
const OLDEST = `
  SELECT backlog_id AS "backlogId", consignment_id AS "consignmentId", message, traceparent, spilled_at AS "storedAt",
    (extract(epoch FROM now() - spilled_at) * 1000)::float8 AS "waitedMs" FROM delivery_backlog b
  WHERE receiver_id = $1 AND backlog_id <> ALL($2::bigint[]) AND ($4::float8 IS NULL OR spilled_at < now() - $4 * interval '1 millisecond')
    AND NOT EXISTS (
      SELECT 1 FROM delivery_backlog e WHERE e.receiver_id = b.receiver_id AND e.consignment_id = b.consignment_id
        AND e.backlog_id <= b.backlog_id AND e.not_before BETWEEN now() AND now() + interval '5 minutes' AND e.spilled_by <> $5)
  ORDER BY backlog_id LIMIT $3`;

const RELEASE = `
  UPDATE delivery_backlog b SET not_before = NULL
  FROM jsonb_to_recordset($1::jsonb) AS track("receiverId" uuid, "consignmentId" uuid)
  WHERE b.receiver_id = track."receiverId" AND b.consignment_id = track."consignmentId" AND b.not_before IS NOT NULL AND b.spilled_by = $2`;

/** Reads and writes table `delivery_backlog`. */
@Injectable()
export class OverflowRepository {
  /** This process, for its leases. */
  private readonly owner = randomUUID();

  constructor(private readonly dataSource: DataSource) {}

  /** @returns the ids of the rows, in the order given */
  async insert(newRows: readonly NewOverflowRow[]): Promise<number[]> {
    if (newRows.length === 0) return [];
    const wanted = JSON.stringify(newRows.map((each, position) => ({ position, ...toRow(each) })));
    const rows = await this.dataSource.query<{ backlogId: number }[]>(INSERT, [wanted, this.owner]);
    return rows.map(({ backlogId }) => backlogId);
  }

  /** Takes and renews every lease that is free or ours. */
  async lease(durationMs: number, { untilProbes, limited }: Shown): Promise<readonly Lease[]> {
    const [rows] = await this.dataSource.query<[Lease[], number]>(LEASE, [
      this.owner,
      durationMs,
      JSON.stringify(Object.fromEntries(untilProbes)),
      limited,
    ]);
    return rows;
  }

  /** The receiver has asked to be left alone for so long. */
  async hold(receiverId: string, { forMs, httpStatus }: Hold): Promise<void> {
    await this.dataSource.query(HOLD, [receiverId, forMs, httpStatus]);
  }

  async endHold(receiverId: string): Promise<void> {
    await this.dataSource.query('UPDATE delivery_backlog_lease SET held_until = NULL WHERE receiver_id = $1', [receiverId]);
  }

  /** @returns those of the receivers that have a limit of their owner, or are held */
  async restrictedOf(receiverIds: readonly string[]): Promise<string[]> {
    if (receiverIds.length === 0) return [];
    const rows = await this.dataSource.query<{ receiverId: string }[]>(RESTRICTED, [receiverIds]);
    return rows.map(({ receiverId }) => receiverId);
  }

  /** Oldest first, without those already taken. */
  async oldest(receiverId: string, { taken, limit, waitedMs }: OldestWish): Promise<OldestRows> {
    const stored = await this.dataSource.query<StoredRow[]>(OLDEST, [receiverId, taken, limit, waitedMs, this.owner]);
    const rows: OverflowRow[] = [];
    const unreadable: UnreadableRow[] = [];
    for (const { message, traceparent, storedAt, waitedMs, backlogId, consignmentId } of stored) {
      const common = { backlogId, traceparent: traceparent ?? undefined, storedAtMs: storedAt.getTime(), waitedMs };
      const attempt = parseDeliveryAttempt(Buffer.from(message));
      if (attempt) rows.push({ attempt, ...common });
      else unreadable.push({ ...common, receiverId, consignmentId, message });
    }
    return { rows, unreadable };
  }

  /** Releases rows that this instance stored behind its own POSTs. These POSTs have ended. */
  async release(tracks: readonly OrderingKey[]): Promise<void> {
    if (tracks.length > 0) await this.dataSource.query(RELEASE, [JSON.stringify(tracks), this.owner]);
  }

  async remove(backlogIds: readonly number[]): Promise<void> {
    if (backlogIds.length > 0)
      await this.dataSource.query('DELETE FROM delivery_backlog WHERE backlog_id = ANY($1::bigint[])', [backlogIds]);
  }

  /** Ends the lease of an empty backlog. An insert in the meantime has raised the version, and the lease stays. @returns whether it has ended */
  async close(receiverId: string, version: number): Promise<boolean> {
    const [, ended] = await this.dataSource.query<[unknown, number]>(
      `DELETE FROM delivery_backlog_lease WHERE receiver_id = $1 AND version = $2 AND (held_until IS NULL OR held_until <= now())
       AND NOT EXISTS (SELECT 1 FROM delivery_backlog WHERE receiver_id = $1)`,
      [receiverId, version],
    );
    return ended > 0;
  }

  /** On the way out: renews the leases of these, if they are ours, and gives back all others. */
  async keepLeases(receiverIds: readonly string[], durationMs: number): Promise<void> {
    await this.dataSource.query(KEEP, [this.owner, receiverIds, durationMs]);
  }
}

const toRow = ({ attempt, traceparent, keptForMs }: NewOverflowRow): object => ({
  receiverId: attempt.receiverId,
  consignmentId: attempt.consignmentId,
  message: serialiseDeliveryAttempt(attempt),
  traceparent,
  keptForMs,
});
