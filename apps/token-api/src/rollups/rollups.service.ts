import { Injectable } from '@nestjs/common';
import { MINUTE } from '#libs/config';
import { Logger } from '#libs/observability';
import { DataSource, type EntityManager } from 'typeorm';
import { LATE_MS } from './attempt-rollup.js';
import { ReceiverEndsRepository } from './receiver-ends.repository.js';
import { planRollups, type RollupPlan } from './rollup-plan.js';
import { RollupProgressRepository, type Standing } from './rollup-progress.repository.js';
import { RollupsRepository } from './rollups.repository.js';

/** The most recorded time that one step counts. After a long absence there are many steps. */
const STEP_MS = 5 * MINUTE;

/** The result of a step: more is left to count, nothing is left, or other instances count. */
export type Left = 'more' | 'nothing' | 'others';

/** Counts the attempt log. A step is one transaction, so a killed process has counted all of the step or nothing. */
@Injectable()
export class Rollups {
  constructor(
    private readonly rollups: RollupsRepository,
    private readonly ends: ReceiverEndsRepository,
    private readonly repository: RollupProgressRepository,
    private readonly logger: Logger,
    private readonly dataSource: DataSource,
  ) {}

  /** Counts the attempts that were recorded since the last step. */
  async step(): Promise<Left> {
    const isMore = await this.underLock((manager, standing) => this.countNew(manager, standing));
    if (isMore === undefined) return 'others';
    return isMore ? 'more' : 'nothing';
  }

  /** No instance begins a run during this time. */
  pause(pauseMs: number): Promise<void> {
    return this.repository.pause(this.dataSource.manager, pauseMs);
  }

  /** @returns undefined while another instance has the lock or the pause lasts */
  private underLock(work: (manager: EntityManager, standing: Standing) => Promise<boolean>): Promise<boolean | undefined> {
    return this.dataSource.transaction(async (manager) => {
      const standing = await this.repository.begin(manager);
      return standing && work(manager, standing);
    });
  }

  private async countNew(manager: EntityManager, { progress, nowMs }: Standing): Promise<boolean> {
    const untilMs = Math.min(nowMs, progress.recordedUntilMs + STEP_MS); // earlier than before if the clock was set back
    const recorded = { fromMs: Math.min(untilMs, progress.recordedUntilMs) - LATE_MS, toMs: untilMs };
    const touchedMs = await this.repository.touched(manager, recorded);
    const plan = planRollups({ touchedMs, progress, untilMs, nowMs });
    await this.count(manager, plan);

    const receiverIds = touchedMs.length > 0 ? await this.ends.add(manager, recorded) : [];
    const { quartersUntilMs, daysUntilMs } = plan;
    const isQuarterOver = quartersUntilMs > progress.quartersUntilMs;
    await this.ends.countLastDay(manager, { nowMs, quartersUntilMs, receiverIds: isQuarterOver ? undefined : receiverIds });
    if (isQuarterOver) await this.ends.forget(manager);
    const isBehind = untilMs < nowMs; // a later step may still find a success
    const failing = isBehind ? [] : await this.ends.disableFailing(manager);
    failing.forEach((receiverId) => this.logger.warn('receiver.disabled', { receiverId, reason: 'failing' }));

    await this.rollups.forget(manager, nowMs);
    await this.repository.keep(manager, { recordedUntilMs: untilMs, quartersUntilMs, daysUntilMs });
    return isBehind;
  }

  private async count(manager: EntityManager, { minutes, quarters, quartersOfRecord, days }: RollupPlan): Promise<void> {
    await this.rollups.countRecord(manager, 'minute', minutes);
    await this.rollups.countFiner(manager, 'quarter', quarters);
    await this.rollups.countRecord(manager, 'quarter', quartersOfRecord);
    await this.rollups.countFiner(manager, 'day', days);
  }
}
