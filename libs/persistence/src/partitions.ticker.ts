// in: the hour; out: the weekly partitions that the next inserts will need
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { type Clock, CLOCK, HOUR } from '#libs/config';
import { DataSource } from 'typeorm';
import { refuseOtherSchema } from './migrations.service.js';
import { ensurePartitions } from './partitions.repository.js';

@Injectable()
export class PartitionsTicker implements OnModuleInit, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    await refuseOtherSchema(this.dataSource);
    await ensurePartitions(this.dataSource, this.clock.nowMs());
    // An hour missed is harmless: three weeks stand ahead, so a failure is left to the next hour.
    this.timer = setInterval(() => void ensurePartitions(this.dataSource, this.clock.nowMs()).catch(() => undefined), HOUR);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }
}
