// table event_position and the default of event.stored_tx: positions never go back, whatever server the database was restored to
import type { DataSource, EntityManager } from 'typeorm';

/** A promotion begins a new timeline, and so does the end of a restore from a base backup. */
const CLUSTER = `
  SELECT (SELECT system_identifier FROM pg_control_system())::text || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) AS cluster,
    (SELECT cluster FROM event_position) AS noted`;

/** From account to account by their index: the table may have tens of millions of rows. */
const GREATEST_STORED = `
  WITH RECURSIVE account AS (
    (SELECT account_id FROM event ORDER BY account_id LIMIT 1)
    UNION ALL
    SELECT (SELECT account_id FROM event WHERE event.account_id > account.account_id ORDER BY account_id LIMIT 1)
    FROM account WHERE account_id IS NOT NULL
  )
  SELECT coalesce(max(last.stored_tx), 0) AS "storedTx" FROM account CROSS JOIN LATERAL (
    SELECT coalesce(stored_tx, 0) AS stored_tx FROM event WHERE event.account_id = account.account_id
    ORDER BY coalesce(stored_tx, 0) DESC LIMIT 1) AS last`;

/** More transactions than any backup lacks: a reader may have come further than the last row that was restored. */
const GAP = 2 ** 32;

const SET_OFFSET = `
  UPDATE event_position SET cluster = $1, tx_offset = GREATEST($2::bigint, tx_offset + pg_current_xact_id()::text::bigint) + ${GAP}
  RETURNING tx_offset AS "offset"`;

/**
 * Another server, or another timeline of the same one, gives its transactions numbers that were given before: from now on they lie above all
 * that a reader can have met. The first server is only noted.
 */
export async function keepPositionsRising(dataSource: DataSource): Promise<void> {
  const [found] = await dataSource.query<{ cluster: string; noted: string }[]>(CLUSTER);
  if (!found || found.cluster === found.noted) return;
  if (found.noted === '') return void (await dataSource.query('UPDATE event_position SET cluster = $1', [found.cluster]));
  const [greatest] = await dataSource.query<{ storedTx: number }[]>(GREATEST_STORED);
  await dataSource.transaction((manager) => setOffset(manager, found.cluster, greatest?.storedTx ?? 0));
}

/** Under a lock that waits for transactions that store an event by the old default. */
async function setOffset(manager: EntityManager, cluster: string, storedTx: number): Promise<void> {
  await manager.query(`SET LOCAL lock_timeout = '2s'`);
  await manager.query('LOCK TABLE event IN ACCESS EXCLUSIVE MODE');
  const [[row]] = await manager.query<[{ offset: number }[], number]>(SET_OFFSET, [cluster, storedTx]);
  await manager.query(`ALTER TABLE event ALTER COLUMN stored_tx SET DEFAULT (pg_current_xact_id()::text::bigint + ${Number(row?.offset)})`);
}
