// Finds the sessions that `migrate` waits for. Each statement is a separate, short transaction, because CREATE INDEX CONCURRENTLY waits
// for every statement that began before it.
import type { DataSource, QueryRunner } from 'typeorm';

interface Session {
  /** 0 = a prepared transaction, which has no process. */
  readonly pid: number;
  readonly program: string | null;
  /** null = the session belongs to another role, which this role may not read. */
  readonly state: string | null;
  readonly since: Date | null;
}

const SESSION = 'pid, activity.application_name AS program, activity.state, activity.xact_start AS since';
/** The sessions of `migrate` in this database, found even behind a pooler, where one process serves many sessions. */
const IS_OURS = `activity.datname = current_database() AND activity.application_name = current_setting('application_name')
  AND activity.pid <> pg_backend_pid()`;

/** @param key the key of the migration lock @returns the holders of the lock, as text */
export async function holdersOf(dataSource: DataSource, key: number): Promise<string[]> {
  const sessions = await dataSource.query<Session[]>(`
    SELECT ${SESSION} FROM pg_locks JOIN pg_stat_activity activity USING (pid)
    WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = ${key}
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
  return sessions.map(toText);
}

/** @returns the sessions whose locks or transactions block the migration, as text */
export async function blockers(dataSource: DataSource): Promise<string[]> {
  const sessions = await dataSource.query<Session[]>(`
    WITH blocking AS (SELECT DISTINCT unnest(pg_blocking_pids(pid)) AS pid FROM pg_stat_activity activity WHERE ${IS_OURS})
    SELECT ${SESSION} FROM blocking LEFT JOIN pg_stat_activity activity USING (pid) ORDER BY pid`);
  return sessions.map(toText);
}

/** @returns index builds that have outlived their `migrate`, as text. Call it only with the lock: otherwise these are the holder's builds */
export async function abandonedBuilds(runner: QueryRunner): Promise<string[]> {
  const sessions = (await runner.query(`
    SELECT ${SESSION} FROM pg_stat_activity activity
    WHERE ${IS_OURS} AND state = 'active' AND query ~* '^[[:space:]]*(CREATE|DROP|REINDEX)[[:space:]].*CONCURRENTLY'`)) as Session[];
  return sessions.map(toText);
}

/** @returns names of invalid indexes: no query uses them, but every write pays for them. Indexes of a running REINDEX are left out */
export async function invalidIndexes(dataSource: DataSource): Promise<string[]> {
  const rows = await dataSource.query<{ name: string }[]>(`
    SELECT indexrelid::regclass::text AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE NOT indisvalid AND relnamespace = current_schema()::regnamespace AND relname !~ '_cc(new|old)[0-9]*$' ORDER BY 1`);
  return rows.map(({ name }) => name);
}

function toText({ pid, program, state, since }: Session): string {
  if (pid === 0) return 'a prepared transaction (pg_prepared_xacts)';
  const known = [program, state, since && `since ${since.toISOString()}`].filter((each) => each);
  return known.length === 0 ? `process ${pid}` : `process ${pid} (${known.join(', ')})`;
}
