// in: the hour; out: the weekly partitions that the next inserts will need
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { type Clock, CLOCK, HOUR } from '#libs/config';
import { errorFields, Logger } from '#libs/observability';
import { DataSource } from 'typeorm';
import { DatabaseMetricsTicker } from './database-metrics.ticker.js';
import { ensurePartitions } from './partitions.repository.js';

@Injectable()
export class PartitionsTicker implements OnModuleInit, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Logger) private readonly logger: Logger,
    @Inject(DatabaseMetricsTicker) private readonly metrics: DatabaseMetricsTicker,
  ) {}

  async onModuleInit(): Promise<void> {
    await ensurePartitions(this.dataSource, this.clock.nowMs());
    this.timer = setInterval(() => void this.ensure(), HOUR).unref();
  }

  /** An hour missed is harmless, for three weeks stand ahead: a failure is left to the next hour, but not kept quiet. */
  private async ensure(): Promise<void> {
    try {
      await ensurePartitions(this.dataSource, this.clock.nowMs());
    } catch (error) {
      this.metrics.partitionsNotMade();
      this.logger.error('partitions.notMade', errorFields(error));
    }
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }
}
