import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { CLOCK, systemClock } from '#libs/config';
import { DataSource } from 'typeorm';
import { connect, createDataSource } from './data-source.provider.js';
import { PartitionsTicker } from './partitions.ticker.js';
import type { DatabaseConfig } from './persistence.config.js';

/** The connection pool, global. The app does not start with pending migrations, and the pool closes last. */
@Module({})
export class PersistenceModule implements OnApplicationShutdown {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  static forRoot(config: DatabaseConfig, applicationName: string): DynamicModule {
    return {
      module: PersistenceModule,
      global: true,
      providers: [
        { provide: CLOCK, useValue: systemClock },
        { provide: DataSource, useFactory: () => connect(createDataSource(config, applicationName)) },
        PartitionsTicker,
      ],
      exports: [DataSource, CLOCK],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.dataSource.destroy();
  }
}
