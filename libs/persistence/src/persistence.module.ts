import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { CLOCK, systemClock } from '#libs/config';
import { Metrics, type ObservabilityConfig } from '#libs/observability';
import { DataSource } from 'typeorm';
import { connect, createDataSource } from './data-source.provider.js';
import { DatabaseMetricsTicker } from './database-metrics.ticker.js';
import { PartitionsTicker } from './partitions.ticker.js';
import type { DatabaseConfig } from './persistence.config.js';

/** The connection pool, global. The app does not start with pending migrations, and the pool closes last. */
@Module({})
export class PersistenceModule implements OnApplicationShutdown {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  static forRoot(config: DatabaseConfig & Pick<ObservabilityConfig, 'metricsPollMs'>, applicationName: string): DynamicModule {
    return {
      module: PersistenceModule,
      global: true,
      providers: [
        { provide: CLOCK, useValue: systemClock },
        { provide: DataSource, useFactory: () => connect(createDataSource(config, applicationName)) },
        PartitionsTicker,
        {
          provide: DatabaseMetricsTicker,
          useFactory: (dataSource: DataSource, metrics: Metrics) => new DatabaseMetricsTicker(dataSource, metrics, config),
          inject: [DataSource, Metrics],
        },
      ],
      exports: [DataSource, CLOCK],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.dataSource.destroy();
  }
}
