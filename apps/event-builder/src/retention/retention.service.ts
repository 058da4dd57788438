import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK } from '#libs/config';
import { type DropOutcome, dropPartition, standingPartitions, type StandingPartition, underLock } from '#libs/persistence';
import { DataSource } from 'typeorm';
import { expiredPartitions, horizonsAt, isNeeded, type KeptDays, whyNotToTrust } from './expiry.js';
import { type OldRows, OldRowsRepository } from './old-rows.repository.js';

export interface SweptPartition extends StandingPartition {
  /** `expired` = it would be dropped, but nothing was changed. `needed` = its deliveries still exist. */
  readonly outcome: DropOutcome | 'expired' | 'needed';
}

export interface Sweep {
  readonly partitions: readonly SweptPartition[];
  /** The numbers of rows that were, or would be, removed. */
  readonly rows: OldRows;
}

const RETENTION_LOCK = { key: 7_316_006, waits: false };
const LOCK_TRIES = 5;
const LOCK_PAUSE_MS = 500;

/** Nothing was removed, because a clock is wrong and must be set first. */
export class ClocksApartError extends Error {}

/** Removes what is too old: whole partitions, then rows (docs/decisions/0008-retention.md). */
@Injectable()
export class Retention {
  constructor(
    private readonly oldRows: OldRowsRepository,
    private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Returns what a sweep would remove now; changes nothing.
   * @throws ClocksApartError
   */
  async look(kept: KeptDays): Promise<Sweep> {
    const nowMs = await this.trustedNowMs();
    const expired = expiredPartitions(await standingPartitions(this.dataSource), kept, nowMs);
    return {
      partitions: expired.map((partition) => ({ ...partition, outcome: 'expired' })),
      rows: await this.oldRows.count(horizonsAt(nowMs, kept)),
    };
  }

  /**
   * Sweeps; only one instance at a time.
   * @returns undefined while another instance sweeps
   * @throws ClocksApartError
   */
  sweep(kept: KeptDays): Promise<Sweep | undefined> {
    return underLock(this.dataSource, RETENTION_LOCK, () => this.sweepAlone(kept));
  }

  private async sweepAlone(kept: KeptDays): Promise<Sweep> {
    const nowMs = await this.trustedNowMs();
    const standing = await standingPartitions(this.dataSource);
    const weeksOfDeliveries = new Set(standing.filter(({ table }) => table === 'delivery').map(({ week }) => week));
    const busyTables = new Set<string>(); // skipped until the next sweep: each try makes the table's writers wait a little
    const partitions: SweptPartition[] = [];
    for (const partition of expiredPartitions(standing, kept, nowMs)) {
      const mayGo = !isNeeded(partition, weeksOfDeliveries);
      const outcome = mayGo ? await this.drop(partition, busyTables) : 'needed';
      if (partition.table === 'delivery' && outcome === 'dropped') weeksOfDeliveries.delete(partition.week);
      partitions.push({ ...partition, outcome });
    }
    return { partitions, rows: await this.oldRows.remove(horizonsAt(nowMs, kept)) };
  }

  /** Returns the time. A dropped partition cannot be restored, so two clocks must agree. */
  private async trustedNowMs(): Promise<number> {
    const [row] = await this.dataSource.query<{ now: Date }[]>('SELECT clock_timestamp() AS now');
    const nowMs = this.clock.nowMs();
    const reason = whyNotToTrust(nowMs, row!.now.getTime());
    if (reason !== undefined) throw new ClocksApartError(reason);
    return nowMs;
  }

  /** Drops a partition. A table in use is tried a few times now and again at the next sweep. */
  private async drop(partition: StandingPartition, busyTables: Set<string>): Promise<DropOutcome> {
    for (let tries = 1; tries <= LOCK_TRIES && !busyTables.has(partition.table); tries++) {
      const outcome = await dropPartition(this.dataSource, partition);
      if (outcome !== 'busy') return outcome;
      await new Promise((resolve) => setTimeout(resolve, LOCK_PAUSE_MS));
    }
    busyTables.add(partition.table);
    return 'busy';
  }
}
