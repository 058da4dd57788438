import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '#libs/config';
import type { Verdict } from '#libs/messaging';
import type { QueuedAttempt } from '../attempt/queued-attempt.js';
import { FairScheduler, type SchedulerLimits } from './fair-scheduler.js';

/** An attempt that waits for its permit, or has one. */
export interface QueueEntry extends QueuedAttempt {
  readonly verdict: Promise<Verdict>;
  readonly resolve: (verdict: Verdict) => void;
  /** It waits for this process, not for limits of its receiver. */
  readonly isCounted: boolean;
}

/** The queues of this process's receivers. */
@Injectable()
export class QueuePool extends FairScheduler<QueueEntry> {
  constructor(@Inject(CONFIG) limits: SchedulerLimits) {
    super(limits);
  }
}
