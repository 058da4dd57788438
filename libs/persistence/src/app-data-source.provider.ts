import { retryWithBackOff, type RetryOptions, SECOND, within } from '#libs/config';
import type { Health } from '#libs/observability';
import type { TypeOrmModuleOptions } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { connect } from './data-source.provider.js';
import { isBehind, refuseOtherSchema } from './migrations.repository.js';

/** The longest wait at an app's stop for a connection that does not answer. */
const CLOSE_MS = SECOND;

export interface AppDataSourceOptions extends PostgresDataSourceOptions, Pick<TypeOrmModuleOptions, 'toRetry'> {
  readonly start: ReturnType<Health['waitsFor']> & Pick<RetryOptions, 'withinMs'>;
}

/** The connection pool of an app. `TypeOrmModule` closes it last. */
export class AppDataSource extends DataSource {
  override async destroy(): Promise<void> {
    await within(CLOSE_MS, super.destroy());
  }
}

/** Opens the pool. It waits while the database starts or migrations run. @throws Error that says why the app cannot use the database */
export async function openAppDataSource({ start, ...options }: AppDataSourceOptions): Promise<DataSource> {
  const dataSource = await connect(new AppDataSource(options), start);
  await retryWithBackOff(() => refuseOtherSchema(dataSource), { ...start, mayRetry: isBehind });
  start.isThere();
  return dataSource;
}
