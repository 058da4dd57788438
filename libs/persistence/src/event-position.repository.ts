// Table event_position and the default of event.stored_tx keep positions rising, even after a restore to another server.
import type { DataSource, EntityManager } from 'typeorm';

/** A promotion begins a new timeline, and so does a completed restore from a base backup. */
const CLUSTER = `
  SELECT (SELECT system_identifier FROM pg_control_system())::text || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) AS cluster,
    (SELECT cluster FROM event_position) AS noted`;

/** Jumps from account to account by the index, because the table may have tens of millions of rows. */
const GREATEST_STORED = `
  WITH RECURSIVE account AS (
    (SELECT account_id FROM event ORDER BY account_id LIMIT 1)
    UNION ALL
    SELECT (SELECT account_id FROM event WHERE event.account_id > account.account_id ORDER BY account_id LIMIT 1)
    FROM account WHERE account_id IS NOT NULL
  )
  SELECT coalesce(max(last.stored_tx), 0) AS "storedTx" FROM account CROSS JOIN LATERAL (
    SELECT stored_tx FROM event WHERE event.account_id = account.account_id ORDER BY stored_tx DESC LIMIT 1) AS last`;

/** More transactions than a backup can lack: a reader may have read beyond the last restored row. */
const GAP = 2 ** 32;

const SET_OFFSET = `
  UPDATE event_position SET cluster = $1, tx_offset = GREATEST($2::bigint, tx_offset + pg_current_xact_id()::text::bigint) + ${GAP}
  RETURNING tx_offset AS "offset"`;

/**
 * Raises the offset when the server or its timeline has changed: it would give transactions numbers that were used before. New positions then
 * lie above every position that a reader may have seen. The first server is only noted.
 */
export async function keepPositionsRising(dataSource: DataSource): Promise<void> {
  const [found] = await dataSource.query<{ cluster: string; noted: string }[]>(CLUSTER);
  if (!found || found.cluster === found.noted) return;
  if (found.noted === '') return void (await dataSource.query('UPDATE event_position SET cluster = $1', [found.cluster]));
  const [greatest] = await dataSource.query<{ storedTx: number }[]>(GREATEST_STORED);
  await dataSource.transaction((manager) => setOffset(manager, found.cluster, greatest?.storedTx ?? 0));
}

/** Sets the offset under a lock, which waits for transactions that still use the old default. */
async function setOffset(manager: EntityManager, cluster: string, storedTx: number): Promise<void> {
  await manager.query(`SET LOCAL lock_timeout = '2s'`);
  await manager.query('LOCK TABLE event IN ACCESS EXCLUSIVE MODE');
  const [[row]] = await manager.query<[{ offset: number }[], number]>(SET_OFFSET, [cluster, storedTx]);
  await manager.query(`ALTER TABLE event ALTER COLUMN stored_tx SET DEFAULT (pg_current_xact_id()::text::bigint + ${Number(row?.offset)})`);
}
