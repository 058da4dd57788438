import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common';
import { CLOCK, SECOND, systemClock, retryWithBackOff, within } from '#libs/config';
import { Health, Logger, Metrics, type ObservabilityConfig } from '#libs/observability';
import { DataSource } from 'typeorm';
import { connect, createDataSource } from './data-source.provider.js';
import { DatabaseMetricsJob } from './database-metrics.job.js';
import { DatabaseReadiness } from './database-readiness.provider.js';
import { isBehind, refuseOtherSchema } from './migrations.service.js';
import { PartitionsJob } from './partitions.job.js';
import type { DatabaseConfig } from './persistence.config.js';

/** A connection on which nothing comes any more is not waited for. */
const CLOSE_MS = SECOND;

/** The connection pool, global. The app does not start with pending migrations, and the pool closes last. */
@Module({})
export class PersistenceModule implements OnApplicationShutdown {
  constructor(private readonly dataSource: DataSource) {}

  static forRoot(
    config: DatabaseConfig & Pick<ObservabilityConfig, 'metricsPollMs' | 'startWithinMs'>,
    applicationName: string,
  ): DynamicModule {
    return {
      module: PersistenceModule,
      global: true,
      providers: [
        { provide: CLOCK, useValue: systemClock },
        {
          provide: DataSource,
          useFactory: async (health: Health, logger: Logger) => {
            const { isThere, onRetry } = health.waitsFor('database', logger);
            const retry = { withinMs: config.startWithinMs, onRetry };
            const dataSource = await connect(createDataSource(config, applicationName), retry);
            await retryWithBackOff(() => refuseOtherSchema(dataSource), { ...retry, mayRetry: isBehind });
            isThere();
            return dataSource;
          },
          inject: [Health, Logger],
        },
        DatabaseReadiness,
        PartitionsJob,
        {
          provide: DatabaseMetricsJob,
          useFactory: (dataSource: DataSource, metrics: Metrics) => new DatabaseMetricsJob(dataSource, metrics, config),
          inject: [DataSource, Metrics],
        },
      ],
      exports: [DataSource, CLOCK],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await within(CLOSE_MS, this.dataSource.destroy());
  }
}
