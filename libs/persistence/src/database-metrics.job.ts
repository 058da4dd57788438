// in: the clock and the connection pool; out: metrics that show whether the database answers and how many statements wait for a connection
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Pool } from 'pg';
import { Recurring } from '#libs/config';
import { Metrics, type ObservabilityConfig } from '#libs/observability';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

export const toDatabaseMetrics = (metrics: Metrics, pool: () => Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'> | undefined) => ({
  connections: metrics.gauge('database_pool_connections', 'Connections of this process to the database', {
    labels: { state: '`used`, `idle`' },
    collect() {
      const { totalCount = 0, idleCount = 0 } = pool() ?? {};
      this.set({ state: 'used' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
    },
  }),
  waiting: metrics.gauge('database_pool_waiting', 'Statements that wait for a free connection', {
    collect() {
      this.set(pool()?.waitingCount ?? 0);
    },
  }),
  size: metrics.gauge('database_pool_size', 'Most connections this process opens (`DATABASE_POOL_SIZE`)'),
  partitionFailures: metrics.counter('database_partition_failures_total', "Hours in which the coming weeks' partitions could not be made"),
  isUp: metrics.gauge('database_up', '1 = the database answered when last asked, 0 = no answer, absent = not asked yet', {
    isAbsentAtFirst: true,
  }),
  roundTrip: metrics.gauge('database_round_trip_seconds', 'Time of the smallest statement, the wait for a connection included'),
});

@Injectable()
export class DatabaseMetricsJob implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly recurring: Recurring;
  private readonly metrics: ReturnType<typeof toDatabaseMetrics>;

  constructor(
    private readonly dataSource: DataSource,
    metrics: Metrics,
    config: Pick<ObservabilityConfig, 'metricsPollMs'> & { readonly databasePoolSize: number },
  ) {
    this.metrics = toDatabaseMetrics(metrics, () => (dataSource.driver as PostgresDriver).master as Pool | undefined);
    this.metrics.size.set(config.databasePoolSize);
    this.recurring = new Recurring({
      everyMs: config.metricsPollMs,
      work: () => this.ask(),
      onFailure: () => this.metrics.isUp.set(0), // the code that needs the database logs the reason
    });
  }

  onApplicationBootstrap(): void {
    this.recurring.kick();
  }

  onModuleDestroy(): void {
    void this.recurring.stop();
  }

  /** Nothing fails yet. Inserts fail after the end of the last existing partition. */
  partitionsNotMade(): void {
    this.metrics.partitionFailures.inc();
  }

  private async ask(): Promise<void> {
    const beganAtMs = performance.now();
    await this.dataSource.query('SELECT 1');
    this.metrics.roundTrip.set((performance.now() - beganAtMs) / 1000);
    this.metrics.isUp.set(1);
  }
}
