import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, CONFIG, SECOND } from '#libs/config';
import { done, type Verdict } from '#libs/messaging';
import { AttemptLog, type WhenToMake } from '../attempt/attempt-log.service.js';
import { AttemptRunner } from '../attempt/attempt-runner.service.js';
import type { FinishedAttempt } from '../attempt/finished-attempt.js';
import type { Resting } from '../http/outcome.js';
import { type InFlightAttempt, InFlightAttempts } from '../in-flight/in-flight-attempts.service.js';
import { OverflowWriter } from '../overflow/overflow-writer.service.js';
import type { QueuedAttempt } from '../queue/queued-attempt.js';
import type { WebhookSenderConfig } from '../webhook-sender.config.js';

/** The time for in-flight POSTs to end when the app stops. Attempts that have not begun go to the next owner. */
const DRAIN_MS = 20 * SECOND;

/** Runs one attempt from its permit to its record: begin → whenToMake → make → record, or drop if its partition has moved. */
@Injectable()
export class AttemptExecution {
  constructor(
    private readonly inFlight: InFlightAttempts,
    private readonly runner: AttemptRunner,
    private readonly log: AttemptLog,
    private readonly overflow: OverflowWriter,
    @Inject(CONFIG) private readonly config: WebhookSenderConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** False while the log accepts no rows and as many attempts are unrecorded as a kill may repeat. */
  get mayBegin(): boolean {
    return this.log.unrecorded < this.config.maxInFlight;
  }

  /** Waits until all attempts in flight are recorded, {@link DRAIN_MS} at most. */
  async stop(): Promise<void> {
    this.inFlight.stop();
    const deadlineMs = this.clock.steadyMs() + DRAIN_MS;
    while (this.inFlight.size > 0 && this.clock.steadyMs() < deadlineMs) {
      await this.inFlight.nextEnd(deadlineMs - this.clock.steadyMs());
      this.overflow.releaseKept().catch(() => undefined); // not awaited: the database may be down, and the rows become free with time anyway
    }
  }

  /** Call this when the attempt leaves its queue, before anything about the attempt is asked. */
  begin(queued: QueuedAttempt): InFlightAttempt {
    return this.inFlight.begin(queued);
  }

  /**
   * Asks the log again about a retry, because a kill can fork the chain of retries. Waits first until the delivery's earlier attempt that
   * is in flight here is recorded.
   */
  async whenToMake({ queued, before }: InFlightAttempt): Promise<WhenToMake> {
    await before?.verdict;
    if (!queued.isRetry && before === undefined) return { kind: 'now' };
    return this.log.whenToMake(queued, { nowMs: this.clock.nowMs(), retryDelayMs: this.config.retryDelayMs });
  }

  /** Publishes the attempt's message again, held until `dueAtMs`. */
  putBack(begun: InFlightAttempt, dueAtMs: number): Promise<void> {
    begun.isPutBack = true;
    return this.log.putBack(begun.queued, dueAtMs);
  }

  /**
   * @returns `lost` when another instance may own the attempt by now, Resting when the attempt must wait; in both cases nothing was sent
   */
  make({ queued, permission }: InFlightAttempt): Promise<FinishedAttempt | Resting | 'lost'> {
    return this.runner.make(queued, permission);
  }

  /**
   * Writes the attempt to the log and removes its row in delivery_overflow.
   * @param finished undefined = no attempt was made; only the row is removed
   */
  async record(begun: InFlightAttempt, finished: FinishedAttempt | undefined): Promise<Verdict> {
    const { overflowId } = begun;
    const verdict = finished ? await this.log.record(overflowId === finished.overflowId ? finished : { ...finished, overflowId }) : done;
    if (!finished || verdict.kind === 'deadLetter') await this.leaveRow(begun, finished);
    this.end(begun);
    return verdict;
  }

  /**
   * Ends an attempt that was not sent.
   * @returns true when the attempt comes again from the table; false when it comes again with its partition
   */
  drop(begun: InFlightAttempt): boolean {
    this.end(begun);
    return begun.overflowId !== undefined;
  }

  /**
   * Handles the row of an attempt that is not recorded. A stored row would be read and sent again in a loop, so it is set aside until an
   * operator looks at it.
   */
  private async leaveRow({ queued, overflowId }: InFlightAttempt, finished: FinishedAttempt | undefined): Promise<void> {
    if (overflowId === undefined) return;
    await (finished && queued.isStored ? this.overflow.setAside(overflowId) : this.overflow.forget(overflowId));
  }

  private end(begun: InFlightAttempt): void {
    const { queued } = begun;
    this.inFlight.end(begun);
    if (queued.queue.rows.kept.size > 0) this.overflow.ended(queued);
  }
}
