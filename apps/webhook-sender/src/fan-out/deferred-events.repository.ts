// table deferred_event: events that a webhook-sender before 1.0.0 has put aside. Goes after 1.0.0.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** A row of table `deferred_event`. */
export interface DeferredRow {
  readonly deferredEventId: number;
  readonly consignmentId: string;
  readonly message: string;
  readonly traceparent: string | null;
}

const NEXT_ACCOUNT = 'SELECT account_id AS account FROM deferred_event WHERE account_id > $1 ORDER BY account_id LIMIT 1';

/** One process at a time takes the events of an account, so they keep their order. */
const LOCK = `SELECT pg_try_advisory_xact_lock(hashtextextended('deferred_event', $1)) AS "isLocked"`;

const OLDEST = `
  SELECT deferred_event_id AS "deferredEventId", consignment_id AS "consignmentId", message, traceparent
  FROM deferred_event WHERE account_id = $1 ORDER BY deferred_event_id LIMIT $2`;

/** Reads and writes table `deferred_event`. */
@Injectable()
export class DeferredEventsRepository {
  constructor(private readonly dataSource: DataSource) {}

  transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** The account with the next higher number. */
  async nextAccount(after: number): Promise<number | undefined> {
    const [next] = await this.dataSource.query<{ account: number }[]>(NEXT_ACCOUNT, [after]);
    return next?.account;
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
