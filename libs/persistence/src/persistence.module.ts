import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CLOCK, systemClock } from '#libs/config';
import { Health, Logger, Metrics, type ObservabilityConfig } from '#libs/observability';
import { DataSource } from 'typeorm';
import { type AppDataSourceOptions, openAppDataSource } from './app-data-source.provider.js';
import { toDataSourceOptions } from './data-source.provider.js';
import { DatabaseMetricsJob } from './database-metrics.job.js';
import { DatabaseReadiness } from './database-readiness.provider.js';
import { PartitionsJob } from './partitions.job.js';
import type { DatabaseConfig } from './persistence.config.js';

type PersistenceConfig = DatabaseConfig & Pick<ObservabilityConfig, 'metricsPollMs' | 'startWithinMs'>;

/** Provides the connection pool globally. The app does not start with pending migrations, and the pool closes last. */
@Module({})
export class PersistenceModule {
  static forRoot(config: PersistenceConfig, applicationName: string): DynamicModule {
    return {
      module: PersistenceModule,
      global: true,
      imports: [typeOrm(config, applicationName)],
      providers: [
        { provide: CLOCK, useValue: systemClock },
        DatabaseReadiness,
        PartitionsJob,
        {
          provide: DatabaseMetricsJob,
          useFactory: (dataSource: DataSource, metrics: Metrics) => new DatabaseMetricsJob(dataSource, metrics, config),
          inject: [DataSource, Metrics],
        },
      ],
      exports: [CLOCK],
    };
  }
}

const typeOrm = (config: PersistenceConfig, applicationName: string): DynamicModule =>
  TypeOrmModule.forRootAsync({
    inject: [Health, Logger],
    useFactory: (health: Health, logger: Logger): AppDataSourceOptions => ({
      ...toDataSourceOptions(config, applicationName),
      start: { withinMs: config.startWithinMs, ...health.waitsFor('database', logger) },
      toRetry: () => false, // openAppDataSource has waited already
    }),
    dataSourceFactory: (options) => openAppDataSource(options as AppDataSourceOptions),
  });
