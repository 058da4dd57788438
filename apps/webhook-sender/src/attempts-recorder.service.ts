import { Injectable } from '@nestjs/common';
import { errorFields, Logger } from '#libs/observability';
import { AttemptsPublisher, type TracedAttempt } from './attempts.publisher.js';
import { AttemptsRepository } from './attempts.repository.js';
import { type Finished, nextAttempt } from './delivery/finished.js';
import { DeliveryEvents } from './delivery-events.provider.js';

interface Entry {
  readonly finished: Finished;
  readonly resolve: () => void;
}

const MAX_ROWS = 1000;
const RETRY_PAUSE_MS = 500;

/** Group commit: while one batch is written the next gathers, so the cost per attempt falls as the load rises. */
@Injectable()
export class AttemptsRecorder {
  private waiting: Entry[] = [];
  private isWriting = false;

  constructor(
    private readonly attempts: AttemptsPublisher,
    private readonly repository: AttemptsRepository,
    private readonly events: DeliveryEvents,
    private readonly logger: Logger,
  ) {}

  /** Resolves when the retry (if one follows) is published and the attempt is in the log. */
  record(finished: Finished): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push({ finished, resolve });
      if (!this.isWriting) void this.writeAll();
    });
  }

  private async writeAll(): Promise<void> {
    this.isWriting = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, MAX_ROWS);
      await this.untilWritten(batch.map(({ finished }) => finished));
      batch.forEach(({ resolve }) => resolve());
    }
    this.isWriting = false;
  }

  /** A broker or database that is down is waited out: nothing of these is committed, so a restart repeats them. */
  private async untilWritten(finished: readonly Finished[]): Promise<void> {
    for (;;) {
      try {
        await this.write(finished);
        return;
      } catch (error) {
        this.logger.warn('attempts.notRecorded', { attempts: finished.length, ...errorFields(error) });
        await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
      }
    }
  }

  private async write(finished: readonly Finished[]): Promise<void> {
    const retries = finished.flatMap((entry): TracedAttempt[] => {
      const attempt = nextAttempt(entry);
      return attempt ? [{ attempt, traceparent: entry.traceparent }] : [];
    });
    await this.attempts.publishRetries(retries); // before the row: a crash between repeats the attempt, it never loses the retry
    await this.repository.record(finished);
    finished.forEach((entry) => this.events.finished(entry));
  }
}
