import { DataSource } from 'typeorm';
import { DatabaseClient } from './database.client.js';
import { AccountEntity } from './entities/account.entity.js';
import { ApiTokenEntity } from './entities/api-token.entity.js';
import { ReceiverEntity } from './entities/receiver.entity.js';
import { FirstTables1763700000000 } from './migrations/1763700000000-first-tables.migration.js';
import { DeliveryBacklog1763750000000 } from './migrations/1763750000000-delivery-backlog.migration.js';
import { Retention1763800000000 } from './migrations/1763800000000-retention.migration.js';
import { Redelivery1763810000000 } from './migrations/1763810000000-redelivery.migration.js';
import { AuditLog1763820000000 } from './migrations/1763820000000-audit-log.migration.js';
import { DeliveredOfReceiver1763830000000 } from './migrations/1763830000000-delivered-of-receiver.migration.js';
import { Erased1763831000000 } from './migrations/1763831000000-erased.migration.js';
import type { DatabaseConfig } from './persistence.config.js';

const CONNECT_TIMEOUT_MS = 10_000;

export function createDataSource(config: DatabaseConfig, applicationName: string): DataSource {
  return new DataSource({
    type: 'postgres',
    url: config.databaseUrl.reveal(),
    applicationName,
    poolSize: config.databasePoolSize,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    parseInt8: true,
    // A database that hangs must become an error that is tried again, not a wait for ever.
    extra: { statement_timeout: config.databaseStatementTimeoutMs, Client: DatabaseClient },
    entities: [AccountEntity, ApiTokenEntity, ReceiverEntity],
    migrations: [
      FirstTables1763700000000,
      DeliveryBacklog1763750000000,
      Retention1763800000000,
      Redelivery1763810000000,
      AuditLog1763820000000,
      DeliveredOfReceiver1763830000000,
      Erased1763831000000,
    ],
    migrationsTableName: 'migration',
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
  });
}

const ATTEMPTS = 30;
const PAUSE_MS = 1000;

/**
 * Connects, waiting up to half a minute for a database that is still starting.
 * @throws Error that names the database and what it answered last, without the password
 */
export async function connect(dataSource: DataSource): Promise<DataSource> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await dataSource.initialize();
    } catch (error) {
      if (attempt >= ATTEMPTS || !isStarting(error)) throw unusable(dataSource, error);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

/** Refused, unreachable or "the database system is starting up": worth waiting for. A wrong password is not. */
function isStarting(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? '';
  return ['ECONNREFUSED', 'ECONNRESET', 'EAI_AGAIN', 'ENOTFOUND', 'ETIMEDOUT', '57P03', '53300'].includes(code) || code === '';
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
