import type { Socket } from 'node:net';
import { type RetryOptions, SECOND, retryWithBackOff } from '#libs/config';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { DatabaseClient } from './database.client.js';
import { ENTITIES } from './entities/entities.js';
import { MIGRATIONS } from './migrations/migrations.js';
import type { DatabaseConfig } from './persistence.config.js';

/** Longest wait for a new connection, or for one of the pool to come free. */
const CONNECT_TIMEOUT_MS = 10 * SECOND;
/** An idle connection is probed by TCP from here on: one whose other end is gone is known after ten probes, a second apart. */
const KEEP_ALIVE_MS = 10 * SECOND;
/** The server ends a statement that takes too long; a server that is silent for a third longer is gone. */
const silenceMsOf = (statementMs: number): number => Math.max(statementMs + SECOND, Math.round((statementMs * 4) / 3));

export const createDataSource = (config: DatabaseConfig, applicationName: string): DataSource =>
  new DataSource(toDataSourceOptions(config, applicationName));

export function toDataSourceOptions(config: DatabaseConfig, applicationName: string): PostgresDataSourceOptions {
  return {
    type: 'postgres',
    ...toAddress(config),
    applicationName,
    poolSize: config.databasePoolSize,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    parseInt8: true,
    // Statements of one connection that do not wait for each other go out together; the server takes them in turn, and each has its own error.
    extra: { Client: DatabaseClient, pipeline: true, ...steadiness(config.databaseStatementTimeoutMs) },
    entities: ENTITIES,
    migrations: MIGRATIONS,
    migrationsTableName: 'migration',
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
  };
}

/** What pg's client alone knows of its socket. */
interface PgClient {
  readonly connection: { readonly stream: Socket };
}

/** With an authority of its own the URL has no say in TLS: the driver would prefer its `sslmode`, even one that verifies nothing. */
function toAddress({ databaseUrl, databaseCa }: DatabaseConfig): { url: string; ssl?: { ca: string; rejectUnauthorized: true } } {
  if (databaseCa === '') return { url: databaseUrl.reveal() };
  const url = new URL(databaseUrl.reveal());
  for (const name of [...url.searchParams.keys()].filter((key) => key.startsWith('ssl'))) url.searchParams.delete(name);
  return { url: url.href, ssl: { ca: databaseCa, rejectUnauthorized: true } };
}

/**
 * A database that hangs must become an error that is tried again, not a wait for ever: the server ends a long statement; it ends a transaction
 * whose process is paused, so that its locks are free; and this side ends a connection on which nothing comes any more. pg's own
 * `query_timeout` would not do: it hands the connection back to the pool although its statement still runs (brianc/node-postgres#3399).
 * @param statementMs 0 = a statement may take for ever
 */
function steadiness(statementMs: number): object {
  const common = { keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_MS };
  if (statementMs === 0) return { ...common, statement_timeout: 0 };
  const silenceMs = silenceMsOf(statementMs);
  return {
    ...common,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: silenceMs,
    onConnect: ({ connection: { stream } }: PgClient) => {
      stream.setTimeout(silenceMs);
      stream.on('timeout', () => stream.destroy(new Error(`the database has said nothing for ${stream.timeout ?? silenceMs} ms`)));
    },
  };
}

/** Lets one long statement of a transaction take up to `limitMs`, whatever the setting says. */
export async function withLongStatement<T>(manager: EntityManager, limitMs: number, work: () => Promise<T>): Promise<T> {
  const { connection } = (await manager.queryRunner!.connect()) as PgClient;
  const before = connection.stream.timeout;
  await manager.query(`SET LOCAL statement_timeout = ${limitMs}`);
  connection.stream.setTimeout(silenceMsOf(limitMs));
  try {
    return await work();
  } finally {
    connection.stream.setTimeout(before ?? 0);
  }
}

const LOCK_POLL_MS = 100;

/** Among all processes one at a time. */
export interface Lock {
  readonly key: number;
  /** Otherwise the second caller does nothing. */
  readonly waits: boolean;
}

/**
 * Does work while this process alone holds the lock, in a transaction on a separate connection: behind PgBouncer sessions are shared.
 * The transaction holds nothing else, and may be idle for as long as the work takes. @returns undefined when somebody else holds the lock
 */
export async function underLock<T>(dataSource: DataSource, lock: Lock, work: () => Promise<T>): Promise<T | undefined> {
  const runner = dataSource.createQueryRunner();
  const { stream } = ((await runner.connect()) as PgClient).connection;
  const silenceMs = stream.timeout ?? 0;
  try {
    stream.setTimeout(0);
    while (!(await gains(runner, lock))) {
      if (!lock.waits) return undefined;
      await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS));
    }
    return await work();
  } finally {
    await runner.rollbackTransaction().catch(() => undefined); // a connection that was lost holds no lock, and takes nothing of the work with it
    stream.setTimeout(silenceMs);
    await runner.release();
  }
}

/**
 * In a transaction that is left open when it has the lock, and at its end when it has not: an index that the holder builds CONCURRENTLY waits for
 * every transaction that was in a statement when it began, so for one that waits for the lock, for ever.
 */
async function gains(runner: QueryRunner, { key }: Lock): Promise<boolean> {
  await runner.startTransaction();
  await runner.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  // Without parameters: pg leaves what has some open until the next statement, and with it the snapshot that such an index waits for.
  const [row] = (await runner.query(`SELECT pg_try_advisory_xact_lock(${key}) AS gained`)) as { gained: boolean }[];
  if (row?.gained !== true) await runner.rollbackTransaction();
  return row?.gained === true;
}

const CONNECT_WITHIN_MS = 30 * SECOND;

/**
 * Connects, waiting up to half a minute, or as told, for a database that is still starting.
 * @throws Error that names the database and what it answered last, without the password
 */
export async function connect(dataSource: DataSource, retry: Partial<RetryOptions> = {}): Promise<DataSource> {
  const attempt = (): Promise<DataSource> =>
    dataSource.initialize().catch((error: unknown) => {
      throw unusable(dataSource, error);
    });
  return retryWithBackOff(attempt, { withinMs: CONNECT_WITHIN_MS, mayRetry: (error) => isStarting(error as Error), ...retry });
}

const NETWORK_CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EAI_AGAIN', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'];
const STARTING_CODES = [...NETWORK_CODES, '57P01', '57P02', '57P03', '53300'];

/** Refused, unreachable or "the database system is starting up": worth waiting for. A wrong password is not. */
function isStarting({ cause }: Error): boolean {
  const code = (cause as { code?: string } | undefined)?.code ?? '';
  return STARTING_CODES.includes(code) || code === '';
}

function unusable({ options }: DataSource, error: unknown): Error {
  const { host, pathname } = new URL('url' in options ? (options.url ?? '') : '');
  return new Error(`the database ${pathname.slice(1)} at ${host} cannot be used: ${reasonOf(error)}. Start it, or correct DATABASE_URL`, {
    cause: error,
  });
}

/** A name with several addresses fails once for each; the error around those says nothing itself. */
function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  return first instanceof Error ? first.message : String(first);
}
