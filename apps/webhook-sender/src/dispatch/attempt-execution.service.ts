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

/** In-flight POSTs get this long to end when the app stops; what has not begun comes again elsewhere. */
const DRAIN_MS = 20 * SECOND;

/** One attempt from its permit to its record: begin → whenToMake → make → record, or drop where its partition has gone. */
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

  /** While the log accepts no rows, no more attempts begin than a kill may repeat. */
  get mayBegin(): boolean {
    return this.log.unrecorded < this.config.maxInFlight;
  }

  /** Waits until what is in flight is recorded, {@link DRAIN_MS} at most. */
  async stop(): Promise<void> {
    this.inFlight.stop();
    const deadlineMs = this.clock.steadyMs() + DRAIN_MS;
    while (this.inFlight.size > 0 && this.clock.steadyMs() < deadlineMs) {
      await this.inFlight.nextEnd(deadlineMs - this.clock.steadyMs());
      this.overflow.releaseKept().catch(() => undefined); // not waited for: the database may be down, and rows become free with time
    }
  }

  /** Call it when the attempt leaves its queue, before anything about it is asked. */
  begin(queued: QueuedAttempt): InFlightAttempt {
    return this.inFlight.begin(queued);
  }

  /** Retries are rare, and a kill can fork their chain: the log is asked again, after it has the earlier attempt that is in flight here. */
  async whenToMake({ queued, before }: InFlightAttempt): Promise<WhenToMake> {
    await before?.verdict;
    if (!queued.isRetry && before === undefined) return { kind: 'now' };
    return this.log.whenToMake(queued, { nowMs: this.clock.nowMs(), retryDelayMs: this.config.retryDelayMs });
  }

  /** Publishes its message again, to be held until then. */
  putBack(begun: InFlightAttempt, dueAtMs: number): Promise<void> {
    begun.isPutBack = true;
    return this.log.putBack(begun.queued, dueAtMs);
  }

  /** @returns `lost` when another instance may have it by now, Resting when it is to wait: nothing was sent */
  make({ queued, permission }: InFlightAttempt): Promise<FinishedAttempt | Resting | 'lost'> {
    return this.runner.make(queued, permission);
  }

  /** Writes the attempt to the log and removes its row. @param finished undefined = it was not made, and only its row is removed */
  async record(begun: InFlightAttempt, finished: FinishedAttempt | undefined): Promise<Verdict> {
    const { overflowId } = begun;
    const verdict = finished ? await this.log.record(overflowId === finished.overflowId ? finished : { ...finished, overflowId }) : done;
    if (!finished || verdict.kind === 'deadLetter') await this.leaveRow(begun, finished);
    this.end(begun);
    return verdict;
  }

  /** It was not sent. @returns true when it comes again from the table; false when it comes again with its partition */
  drop(begun: InFlightAttempt): boolean {
    this.end(begun);
    return begun.overflowId !== undefined;
  }

  /** The attempt is not recorded: a row that was read would be read and sent in a loop; it stays until an operator looks at it. */
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
