// in: the minute; out: the weekly partitions that the next inserts will need
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { type Clock, CLOCK, HOUR, MINUTE } from '#libs/config';
import { errorFields, Logger } from '#libs/observability';
import { DataSource } from 'typeorm';
import { DatabaseMetricsJob } from './database-metrics.job.js';
import { ensurePartitions } from './partitions.repository.js';

/** So many failures in a row are an hour. */
const TOLD_AFTER = HOUR / MINUTE;

@Injectable()
export class PartitionsJob implements OnModuleInit, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  /** In a row. */
  private failures = 0;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly metrics: DatabaseMetricsJob,
  ) {}

  /** No start waits for it: weeks ahead exist, and a lock on a table would keep the app from starting. */
  onModuleInit(): void {
    this.timer = setInterval(() => void this.ensure(), MINUTE).unref();
    void this.ensure();
  }

  /** A failure is harmless for a while, because three weeks exist ahead: it is logged, and the next run tries again. Where a partition is missing all the same, consumers wait for it. */
  private async ensure(): Promise<void> {
    try {
      await ensurePartitions(this.dataSource, this.clock.nowMs());
      this.failures = 0;
    } catch (error) {
      this.failures += 1;
      // A database that is away for minutes has alerts of its own.
      if (this.failures % TOLD_AFTER === 0) this.metrics.partitionsNotMade();
      this.logger.error('partitions.notMade', errorFields(error));
    }
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }
}
