import { Busy, type Memory } from './once.js';

interface PostgresResult {
  readonly command: string;
  readonly rows: readonly unknown[];
  readonly rowCount: number | null;
}

/** A client of the package `pg`, as far as it is used here. */
export interface PostgresClient {
  query(text: string, values?: readonly unknown[]): Promise<PostgresResult>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  off(event: 'error', listener: (error: Error) => void): unknown;
  release(error?: Error | boolean): void;
}

/** A pool of the package `pg`, as far as it is used here. */
export interface PostgresPool<Client extends PostgresClient> {
  connect(): Promise<Client>;
}

/** The table that PostgresMemory writes. Rows older than 30 days may be deleted. */
export const WEBHOOK_EVENT_TABLE = `
  CREATE TABLE IF NOT EXISTS webhook_event (
    eventid varchar(64) PRIMARY KEY,
    received_at timestamptz NOT NULL DEFAULT now()
  )`;

/** Remembers ids in PostgreSQL, in the transaction in which `work` writes. Serves any number of processes. */
export class PostgresMemory<Client extends PostgresClient> implements Memory<Client> {
  private readonly pool: PostgresPool<Client>;

  constructor(pool: PostgresPool<Client>) {
    this.pool = pool;
  }

  async once(eventid: string, work: (client: Client) => Promise<void>): Promise<void> {
    const client = await this.pool.connect();
    client.on('error', heard);
    let broken: Error | undefined;
    try {
      await client.query('BEGIN');
      if (await isFirst(client, eventid)) await work(client);
      const { command } = await client.query('COMMIT');
      // PostgreSQL rolls back without an error when `work` has hidden a failed statement.
      if (command !== 'COMMIT') throw new Error('A statement of the work failed, so nothing was stored.');
    } catch (error) {
      broken = await client.query('ROLLBACK').then(
        () => undefined,
        (failure: Error) => failure,
      );
      throw error;
    } finally {
      client.off('error', heard);
      client.release(broken);
    }
  }
}

/** A connection that breaks would end the process. Its statements fail as well, which is enough. */
const heard = (): void => undefined;

/** A second request would wait for the row of the first, so a lock that never waits comes before. */
async function isFirst(client: PostgresClient, eventid: string): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS ours', [eventid]);
  if (!(rows[0] as { ours: boolean }).ours) throw new Busy(eventid);
  const { rowCount } = await client.query('INSERT INTO webhook_event (eventid) VALUES ($1) ON CONFLICT DO NOTHING', [eventid]);
  return rowCount === 1;
}
