// table deferred_event: events that wait for their fan-out, because their account has more deliveries than its share
import { Injectable } from '@nestjs/common';
import { prepared } from '#libs/persistence';
import { DataSource, type EntityManager } from 'typeorm';

/** An event to store in table `deferred_event`. */
export interface DeferredEvent {
  readonly account: number;
  readonly consignmentId: string;
  /** A tracking-event/1, as it came. */
  readonly message: string;
  readonly traceparent: string | undefined;
  /** When the message was written to its topic, epoch ms. */
  readonly publishedAtMs: number;
}

/** A row of table `deferred_event`. */
export interface DeferredRow {
  readonly deferredEventId: number;
  readonly consignmentId: string;
  readonly message: string;
  readonly traceparent: string | null;
  readonly publishedAt: Date;
}

/** An event of a parcel that was erased meanwhile is left out. */
const INSERT = prepared(`
  INSERT INTO deferred_event (account_id, consignment_id, message, traceparent, published_at)
  SELECT account, "consignmentId", message, traceparent, "publishedAt"
  FROM jsonb_to_recordset($1::jsonb) AS row(
    account bigint, "consignmentId" uuid, message text, traceparent text, "publishedAt" timestamptz, position integer)
  WHERE NOT EXISTS (SELECT 1 FROM erased_consignment AS erased WHERE erased.consignment_id = row."consignmentId")
  ORDER BY position`);

const NEXT_ACCOUNT = 'SELECT account_id AS account FROM deferred_event WHERE account_id > $1 ORDER BY account_id LIMIT 1';

/** One process at a time fans out the events of an account, so they keep their order. */
const LOCK = `SELECT pg_try_advisory_xact_lock(hashtextextended('deferred_event', $1)) AS "isLocked"`;

const OLDEST = `
  SELECT deferred_event_id AS "deferredEventId", consignment_id AS "consignmentId", message, traceparent, published_at AS "publishedAt"
  FROM deferred_event WHERE account_id = $1 ORDER BY deferred_event_id LIMIT $2`;

/** Reads and writes table `deferred_event`. */
@Injectable()
export class DeferredEventsRepository {
  constructor(private readonly dataSource: DataSource) {}

  transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** In this order. */
  async add(deferred: readonly DeferredEvent[]): Promise<void> {
    await this.dataSource.query(INSERT, [JSON.stringify(deferred.map(toRow))]);
  }

  /** The account with the next higher number, or else with the lowest. @returns undefined when no event is deferred */
  async nextAccount(after: number): Promise<number | undefined> {
    for (const lower of [after, 0]) {
      const [next] = await this.dataSource.query<{ account: number }[]>(NEXT_ACCOUNT, [lower]);
      if (next) return next.account;
    }
    return undefined;
  }

  /**
   * The account's oldest events. Until the transaction ends no other process gets them.
   * @returns undefined when another process has them
   */
  async oldest(manager: EntityManager, account: number, limit: number): Promise<readonly DeferredRow[] | undefined> {
    const [lock] = await manager.query<{ isLocked: boolean }[]>(LOCK, [account]);
    return lock?.isLocked ? manager.query<DeferredRow[]>(OLDEST, [account, limit]) : undefined;
  }

  async remove(manager: EntityManager, rows: readonly DeferredRow[]): Promise<void> {
    const ids = rows.map(({ deferredEventId }) => deferredEventId);
    await manager.query('DELETE FROM deferred_event WHERE deferred_event_id = ANY($1::bigint[])', [ids]);
  }
}

const toRow = ({ publishedAtMs, ...event }: DeferredEvent, position: number): object => ({
  ...event,
  publishedAt: new Date(publishedAtMs).toISOString(),
  position,
});
