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

/** `never`: the attempt was already made, or its delivery has ended. `later`: the attempt is not due before `dueAtMs` (epoch ms). */
export type WhenToMake = { readonly kind: 'now' | 'never' } | { readonly kind: 'later'; readonly dueAtMs: number };

/** The log's entry for an attempt that is about to be made. */
interface LoggedState {
  readonly isClosed: boolean;
  /** Epoch ms; 0 = the log names no time. */
  readonly dueAtMs: number;
}

const BETWEEN_WRITES_MS = 20;

/** Keeps the log of attempts, and decides from it whether an attempt is still to be made. */
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

  /** The number of attempts that were made but are not in the log yet. A kill now would repeat them. */
  get unrecorded(): number {
    return this.entries.unwritten;
  }

  /**
   * Resolves with `done` when the attempt is in the log and its retry, if any, is published. Resolves with `deadLetter` when the database
   * refuses the row.
   */
  record(finished: FinishedAttempt): Promise<Verdict> {
    return this.entries.commit({ finished, isRetryPublished: false });
  }

  /**
   * Call this before a retry is made: a kill can fork the chain of retries. If the process dies between publishing a retry and recording
   * its cause, the cause is made again and publishes a second, later retry. A retry that is put back waits one retry delay at most: the
   * clock that wrote the log may have been ahead, and the retry must not hold up the messages behind it. The log is asked again when the
   * retry returns.
   */
  async whenToMake(
    { attempt }: QueuedAttempt,
    { nowMs, retryDelayMs }: { readonly nowMs: number; readonly retryDelayMs: number },
  ): Promise<WhenToMake> {
    const { isClosed, dueAtMs } = await this.loggedStates.add(attempt).catch(
      (): LoggedState => ({ isClosed: false, dueAtMs: 0 }), // the database is down: the state that was read at intake still holds
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

  /**
   * Publishes the attempt's message again, held until `dueAtMs`. The message cannot just be dropped: a duplicate has the same id and may
   * share its verdict.
   */
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

  /**
   * Publishes retries before the rows are written: a crash in between repeats the attempt but never loses the retry. Each retry is
   * published once, however many tries the rows take.
   */
  private async publishRetries(entries: readonly LogEntry[]): Promise<void> {
    const retries = entries.flatMap(({ finished }): TracedAttempt[] => {
      const attempt = nextAttempt(finished);
      return attempt ? [{ attempt, traceparent: finished.traceparent }] : [];
    });
    if (retries.length > 0) await this.attempts.publishRetries(retries);
    entries.forEach((entry) => (entry.isRetryPublished = true));
  }
}
