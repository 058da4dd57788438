import { Injectable } from '@nestjs/common';
import { untilItSucceeds } from '#libs/config';
import { attemptId, type DeliveryAttempt } from '#libs/contracts';
import { deadLetter, type Verdict } from '#libs/messaging';
import { errorFields, Logger } from '#libs/observability';
import { AttemptsPublisher, type TracedAttempt } from './attempts.publisher.js';
import { AttemptLogRepository } from './attempt-log.repository.js';
import { BatchLoader } from '../batching/batch-loader.js';
import { type FinishedAttempt, isGone, nextAttempt } from './finished-attempt.js';
import { ReceiversRepository } from '../receivers/receivers.repository.js';
import type { QueuedAttempt } from '../queue/queued-attempt.js';
import { DeliveryEvents } from './delivery-events.provider.js';
import { BatchWriter } from '../batching/batch-writer.js';
import { PendingDeliveries } from '../deliveries/pending-deliveries.service.js';

interface LogEntry {
  readonly finished: FinishedAttempt;
  isRetryPublished: boolean;
}

/** `never`: it was made meanwhile, or its delivery has ended; `later`: the log says that it is not due before then, epoch ms. */
export type WhenToMake = { readonly kind: 'now' | 'never' } | { readonly kind: 'later'; readonly dueAtMs: number };

/** What the log says of an attempt that is about to be made. */
interface LoggedState {
  readonly isClosed: boolean;
  /** Epoch ms; 0 when it does not say. */
  readonly dueAtMs: number;
}

const BETWEEN_WRITES_MS = 20;

/** Keeps the log of what was tried, and asks it what is still to be made. */
@Injectable()
export class AttemptLog {
  private readonly entries: BatchWriter<LogEntry>;
  private readonly loggedStates = new BatchLoader<DeliveryAttempt, LoggedState>({ take: (attempts) => this.loggedStatesOf(attempts) });

  constructor(
    private readonly attempts: AttemptsPublisher,
    private readonly repository: AttemptLogRepository,
    private readonly receivers: ReceiversRepository,
    private readonly pending: PendingDeliveries,
    private readonly events: DeliveryEvents,
    private readonly logger: Logger,
  ) {
    this.entries = new BatchWriter({
      write: (entries) => this.write(entries),
      betweenMs: BETWEEN_WRITES_MS,
      onFailure: (error, attempts, failures) => logger.warn('attempts.notRecorded', { attempts, failures, ...errorFields(error) }),
      refuse: (entry, error) => this.refuse(entry, error),
    });
  }

  /** Attempts made that are not in the log yet: a kill now would make them again. */
  get unrecorded(): number {
    return this.entries.unwritten;
  }

  /** Resolves with `done` when the retry (if one follows) is published and the attempt is in the log; with `deadLetter` when no table can take it. */
  record(finished: FinishedAttempt): Promise<Verdict> {
    return this.entries.commit({ finished, isRetryPublished: false });
  }

  /**
   * Asked before a retry is made, for a kill forks the chain of retries: between publishing a retry and recording its cause the cause is made
   * again, and publishes a second, later one. Put back, none waits for longer than a delay, or it would hold back those behind it: the clock by
   * which the log was written may have been ahead. It comes again and asks again.
   */
  async whenToMake(
    { attempt }: QueuedAttempt,
    { nowMs, retryDelayMs }: { readonly nowMs: number; readonly retryDelayMs: number },
  ): Promise<WhenToMake> {
    const { isClosed, dueAtMs } = await this.loggedStates.add(attempt).catch(
      (): LoggedState => ({ isClosed: false, dueAtMs: 0 }), // the database is down for the moment: what was read at intake still holds
    );
    if (isClosed) return { kind: 'never' };
    const isDue = attempt.dueAtMs === undefined || dueAtMs <= Math.max(attempt.dueAtMs, nowMs);
    return isDue ? { kind: 'now' } : { kind: 'later', dueAtMs: Math.min(dueAtMs, nowMs + retryDelayMs) };
  }

  private async loggedStatesOf(attempts: readonly DeliveryAttempt[]): Promise<LoggedState[]> {
    const [recorded, dueAtMs] = await Promise.all([this.repository.recordedOf(attempts), this.repository.dueAtMsOf(attempts)]);
    const ids = attempts.map(attemptId);
    return ids.map((id) => ({ isClosed: recorded.has(id), dueAtMs: dueAtMs.get(id) ?? 0 }));
  }

  /** Its message once more, held until then. (It cannot just be dropped: its twin shares its id, and may have shared its verdict.) */
  putBack({ attempt, traceparent }: QueuedAttempt, dueAtMs: number): Promise<void> {
    return untilItSucceeds(
      () => this.attempts.publishRetries([{ attempt: { ...attempt, dueAtMs }, traceparent }]),
      (error, failures) => this.logger.warn('attempt.notPutBack', { deliveryId: attempt.deliveryId, failures, ...errorFields(error) }),
    );
  }

  private refuse({ finished: { attempt } }: LogEntry, error: Error): Verdict {
    const detail = `the attempt was made but cannot be recorded: ${error.message}`;
    this.logger.error('attempt.notRecordable', { deliveryId: attempt.deliveryId, receiverId: attempt.receiverId, detail });
    return deadLetter('E_INTERNAL', detail);
  }

  private async write(entries: readonly LogEntry[]): Promise<void> {
    await this.publishRetries(entries.filter(({ isRetryPublished }) => !isRetryPublished));
    await this.repository.record(entries.map(({ finished }) => finished));
    await this.disableGone(entries);
    entries.forEach(({ finished }) => {
      this.pending.recorded(finished.attempt.deliveryId);
      this.events.finished(finished);
    });
  }

  private async disableGone(entries: readonly LogEntry[]): Promise<void> {
    const gone = new Set(entries.flatMap(({ finished }) => (isGone(finished) ? [finished.attempt.receiverId] : [])));
    (await this.receivers.disableGone([...gone])).forEach((receiverId) => this.events.disabled(receiverId, 'gone'));
  }

  /** Before the row: a crash between repeats the attempt, it never loses the retry. Once, however long the database is down. */
  private async publishRetries(entries: readonly LogEntry[]): Promise<void> {
    const retries = entries.flatMap(({ finished }): TracedAttempt[] => {
      const attempt = nextAttempt(finished);
      return attempt ? [{ attempt, traceparent: finished.traceparent }] : [];
    });
    if (retries.length > 0) await this.attempts.publishRetries(retries);
    entries.forEach((entry) => (entry.isRetryPublished = true));
  }
}
