import type { Socket } from 'node:net';
import { type RetryOptions, SECOND, retryWithBackOff } from '#libs/config';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { DatabaseClient } from './database.client.js';
import { ENTITIES } from './entities/entities.js';
import { MIGRATIONS } from './migrations/migrations.js';
import type { DatabaseConfig } from './persistence.config.js';

/** The longest wait for a new connection, or for a free connection of the pool. */
const CONNECT_TIMEOUT_MS = 10 * SECOND;
/** TCP begins to probe a connection that is idle for this long. Ten failed probes, a second apart, end the connection. */
const KEEP_ALIVE_MS = 10 * SECOND;
/** The server ends a statement that takes too long. A server that stays silent for a third longer is gone. */
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
    // Independent statements of one connection are sent together. The server runs them in order, and each has its own error.
    extra: { Client: DatabaseClient, pipeline: true, ...steadiness(config.databaseStatementTimeoutMs) },
    entities: ENTITIES,
    migrations: MIGRATIONS,
    migrationsTableName: 'migration',
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
  };
}

/** The private part of pg's client that holds its socket. */
interface PgClient {
  readonly connection: { readonly stream: Socket };
}

/** With a configured authority, `sslmode` is removed from the URL: the driver would prefer it, even a mode that verifies nothing. */
function toAddress({ databaseUrl, databaseCa }: DatabaseConfig): { url: string; ssl?: { ca: string; rejectUnauthorized: true } } {
  if (databaseCa === '') return { url: databaseUrl.reveal() };
  const url = new URL(databaseUrl.reveal());
  for (const name of [...url.searchParams.keys()].filter((key) => key.startsWith('ssl'))) url.searchParams.delete(name);
  return { url: url.href, ssl: { ca: databaseCa, rejectUnauthorized: true } };
}

/**
 * A hanging database must cause an error that is retried, never an endless wait. The server ends a long statement. It ends a transaction whose
 * process is paused, to free its locks. This side ends a silent connection. pg's own `query_timeout` is no solution: it returns the connection
 * to the pool while its statement still runs (brianc/node-postgres#3399).
 * @param statementMs 0 = no limit
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

/** Lets one statement of a transaction take up to `limitMs`, whatever the setting says. */
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

/** A lock that one process at a time holds. */
export interface Lock {
  readonly key: number;
  /** False: a second caller does nothing. */
  readonly waits: boolean;
}

/**
 * Does work while this process holds the lock. A transaction on a separate connection holds it, because PgBouncer shares sessions.
 * This transaction holds nothing else, and may be idle while the work runs. @returns undefined when another process holds the lock
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
    await runner.rollbackTransaction().catch(() => undefined); // a lost connection holds no lock, and the work does not depend on it
    stream.setTimeout(silenceMs);
    await runner.release();
  }
}

/**
 * Tries to get the lock in a transaction that stays open only when it succeeds. A transaction that waited for the lock in a statement would
 * block the lock's holder for ever: CREATE INDEX CONCURRENTLY waits for every transaction that runs a statement when it begins.
 */
async function gains(runner: QueryRunner, { key }: Lock): Promise<boolean> {
  await runner.startTransaction();
  await runner.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  // Without parameters: pg keeps a statement with parameters open until the next one, and with it the snapshot that the index build waits for.
  const [row] = (await runner.query(`SELECT pg_try_advisory_xact_lock(${key}) AS gained`)) as { gained: boolean }[];
  if (row?.gained !== true) await runner.rollbackTransaction();
  return row?.gained === true;
}

const CONNECT_WITHIN_MS = 30 * SECOND;

/**
 * Connects. It waits up to half a minute, or as `retry` says, for a database that is still starting.
 * @throws Error that names the database and its last answer, without the password
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

/** True when waiting may help: refused, unreachable, or "the database system is starting up". A wrong password stays wrong. */
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

/** A name with several addresses fails once per address. The enclosing error itself has no reason. */
function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  return first instanceof Error ? first.message : String(first);
}
