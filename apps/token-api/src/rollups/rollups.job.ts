// in: the clock, tables delivery_attempt and delivery; out: tables attempt_rollup, receiver_health, statistics_progress
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Clock, CLOCK, Recurring, SECOND } from '#libs/config';
import { errorFields, Logger } from '#libs/observability';
import { Rollups } from './rollups.service.js';

const LEAST_PAUSE_MS = 2 * SECOND;
/** The pause after a run is this many times as long as the run, so that counting takes at most a twentieth of the time. */
const PAUSE_PER_RUN = 20;
/** A run begins no further step after this time. */
const LONGEST_RUN_MS = SECOND / 2;

/** Every instance runs this job; the instance that gets the lock counts. */
@Injectable()
export class RollupsJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly recurring: Recurring;
  private notBeforeMs = 0;

  constructor(
    private readonly rollups: Rollups,
    logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.recurring = new Recurring({
      everyMs: LEAST_PAUSE_MS,
      work: () => this.work(),
      onFailure: (error) => logger.warn('statistics.notKept', errorFields(error)), // nothing was counted; the next run begins at the same place
    });
  }

  onApplicationBootstrap(): void {
    this.recurring.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.recurring.stop();
  }

  private async work(): Promise<void> {
    const beganMs = this.clock.steadyMs();
    if (beganMs < this.notBeforeMs) return;
    try {
      const isCounted = await this.run(() => !this.recurring.isStopping && this.clock.steadyMs() - beganMs < LONGEST_RUN_MS);
      if (isCounted) await this.rollups.pause(this.pauseMsSince(beganMs));
    } catch (error) {
      this.notBeforeMs = this.clock.steadyMs() + this.pauseMsSince(beganMs);
      throw error;
    }
  }

  /** @returns false when another instance counts, or counted a moment ago */
  private async run(mayGoOn: () => boolean): Promise<boolean> {
    let left = await this.rollups.step();
    if (left === 'others') return false;
    while (left === 'more' && mayGoOn()) left = await this.rollups.step();
    return true;
  }

  private pauseMsSince(beganMs: number): number {
    return Math.max(LEAST_PAUSE_MS, PAUSE_PER_RUN * (this.clock.steadyMs() - beganMs));
  }
}
