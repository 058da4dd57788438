// in: the clock, each minute; out: the weekly partitions that the next inserts need
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { type Clock, CLOCK, HOUR, MINUTE } from '#libs/config';
import { errorFields, Logger } from '#libs/observability';
import { DataSource } from 'typeorm';
import { DatabaseMetricsJob } from './database-metrics.job.js';
import { ensurePartitions } from './partitions.repository.js';

/** Consecutive failures in an hour. */
const TOLD_AFTER = HOUR / MINUTE;

@Injectable()
export class PartitionsJob implements OnModuleInit, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  /** Consecutive failures. */
  private failures = 0;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly metrics: DatabaseMetricsJob,
  ) {}

  /** The start does not wait for the first run: partitions exist for weeks ahead, and a lock on a table would block the start. */
  onModuleInit(): void {
    this.timer = setInterval(() => void this.ensure(), MINUTE).unref();
    void this.ensure();
  }

  /**
   * A failure is harmless for a while, because partitions exist for three weeks ahead: it is logged, and the next run tries again.
   * If a partition is missing after all, consumers wait for it.
   */
  private async ensure(): Promise<void> {
    try {
      await ensurePartitions(this.dataSource, this.clock.nowMs());
      this.failures = 0;
    } catch (error) {
      this.failures += 1;
      // A database that is unavailable for minutes has its own alerts.
      if (this.failures % TOLD_AFTER === 0) this.metrics.partitionsNotMade();
      this.logger.error('partitions.notMade', errorFields(error));
    }
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }
}
