import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, CONFIG, SECOND } from '#libs/config';
import type { DeliveryAttempt } from '#libs/contracts';
import { done, type Verdict } from '#libs/messaging';
import { AttemptLog, type WhenToMake } from '../attempt/attempt-log.service.js';
import { AttemptRunner } from '../attempt/attempt-runner.service.js';
import { type SendPermission, SendPermissions } from '../attempt/send-permissions.js';
import type { FinishedAttempt } from '../attempt/finished-attempt.js';
import type { QueuedAttempt } from '../attempt/queued-attempt.js';
import { isResting, type Resting } from '../http/outcome.js';
import { OverflowWriter } from '../overflow/overflow-writer.service.js';
import type { WebhookSenderConfig } from '../webhook-sender.config.js';
import { Condition } from '../batching/condition.js';

/** In-flight POSTs get this long to end when the app stops; what has not begun comes again elsewhere. */
const DRAIN_MS = 20 * SECOND;

/** An attempt between its permit and its record. */
export interface Execution {
  readonly queued: QueuedAttempt;
  readonly permission: SendPermission;
  /** The verdict of the attempt of the same delivery that is under way here, if there is one. */
  readonly before: Promise<Verdict> | undefined;
}

/** Executes one attempt: begin → whenToMake → make → record, or drop where its partition has gone. */
@Injectable()
export class AttemptExecution {
  private readonly chains = new DeliveryChains();
  private readonly permissions = new SendPermissions();
  private readonly ends = new Condition();

  constructor(
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

  /** @returns the ids of the attempts that are under way and were not sent: their permissions are void */
  onPartitionsAssigned(isSure: () => boolean): string[] {
    return this.permissions.onPartitionsAssigned(isSure);
  }

  /** Waits until the attempts that are under way are recorded, {@link DRAIN_MS} at most. */
  async stop(): Promise<void> {
    this.permissions.stop();
    const deadlineMs = this.clock.steadyMs() + DRAIN_MS;
    while (this.overflow.isWorkUnderWay && this.clock.steadyMs() < deadlineMs) {
      await this.ends.next(deadlineMs - this.clock.steadyMs());
      this.overflow.releaseKept().catch(() => undefined); // not waited for: the database may be down, and rows become free with time
    }
  }

  /** Call it when the attempt leaves its queue, before anything about it is asked. @param verdict the promised verdict on it */
  begin(queued: QueuedAttempt, verdict?: Promise<Verdict>): Execution {
    const permission = this.permissions.for(queued.id, () => this.overflow.mayBegin(queued));
    this.overflow.begin(queued);
    return { queued, permission, before: this.chains.begin(queued.attempt, verdict) };
  }

  /** Retries are rare, and a kill can fork their chain: the log is asked again, after it has the earlier attempt that is under way here. */
  async whenToMake({ queued, before }: Execution): Promise<WhenToMake> {
    await before;
    if (!queued.isRetry && before === undefined) return { kind: 'now' };
    return this.log.whenToMake(queued, { nowMs: this.clock.nowMs(), retryDelayMs: this.config.retryDelayMs });
  }

  /** Publishes its message again, to be held until then. */
  putBack({ queued }: Execution, dueAtMs: number): Promise<void> {
    return this.log.putBack(queued, dueAtMs);
  }

  /** @returns `lost` when another instance may have it by now, Resting when it is to wait: nothing was sent */
  make({ queued, permission }: Execution): Promise<FinishedAttempt | Resting | 'lost'> {
    return this.runner.make(queued, permission);
  }

  /** Writes the attempt to the log and removes its row. @param finished undefined = it was not made, and only its row is removed */
  async record({ queued }: Execution, finished: FinishedAttempt | undefined): Promise<Verdict> {
    const overflowId = this.overflow.rowOf(queued);
    const verdict = finished ? await this.log.record(overflowId === finished.overflowId ? finished : { ...finished, overflowId }) : done;
    if (!finished && overflowId !== undefined) await this.overflow.forget(overflowId);
    this.overflow.end(queued);
    this.chains.end(queued.attempt);
    this.ends.announce();
    return verdict;
  }

  /** It was not sent. @returns true when it comes again from the table; false when it comes again with its partition */
  drop({ queued }: Execution): boolean {
    this.chains.end(queued.attempt);
    const hasRow = this.overflow.dropped(queued);
    this.ends.announce();
    return hasRow;
  }

  /** A test attempt: nothing is before it, and no retry follows. @returns undefined when it comes again with its partition */
  async runTest(queued: QueuedAttempt): Promise<Verdict | undefined> {
    const execution = this.begin(queued); // a stop waits for it, and the next owner of the partition learns that it is under way
    const finished = await this.make(execution);
    execution.permission.end();
    if (finished !== 'lost' && !isResting(finished)) return this.record(execution, finished);
    return this.drop(execution) ? done : undefined;
  }
}

type Link = Pick<DeliveryAttempt, 'deliveryId'>;

/** The attempts in flight of each delivery: usually one, more after a kill has forked the chain of retries. */
class DeliveryChains {
  private readonly last = new Map<string, { verdict: Promise<Verdict> | undefined; links: number }>();

  /** @returns the verdict to wait for, when another attempt of the same delivery is under way */
  begin({ deliveryId }: Link, verdict: Promise<Verdict> | undefined): Promise<Verdict> | undefined {
    const before = this.last.get(deliveryId);
    this.last.set(deliveryId, { verdict, links: (before?.links ?? 0) + 1 });
    return before?.verdict;
  }

  end({ deliveryId }: Link): void {
    const chain = this.last.get(deliveryId);
    if (chain === undefined) return;
    if (chain.links > 1) this.last.set(deliveryId, { ...chain, links: chain.links - 1 });
    else this.last.delete(deliveryId);
  }
}
