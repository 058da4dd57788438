import { attemptId, type DeliveryAttempt } from '#libs/contracts';
import type { QueuedAttempt } from '../queue/queued-attempt.js';

/** The attempts that this process has in a queue or in flight, by id. The same attempt, read again, shares the verdict of the first. */
export class KnownAttempts<Attempt extends Pick<QueuedAttempt, 'id'> = QueuedAttempt> {
  private readonly attempts = new Map<string, Attempt>();

  add(queued: Attempt): void {
    this.attempts.set(queued.id, queued);
  }

  get(attempt: DeliveryAttempt): Attempt | undefined {
    return this.attempts.get(attemptId(attempt));
  }

  all(): Iterable<Attempt> {
    return this.attempts.values();
  }

  /** False when the attempt was forgotten, or when the same attempt has entered again. */
  has(queued: Attempt): boolean {
    return this.attempts.get(queued.id) === queued;
  }

  /** From now on, the same attempt enters as a new one. */
  forget(queued: Attempt): void {
    if (this.has(queued)) this.attempts.delete(queued.id);
  }

  /**
   * Returns the rows of one receiver that may enter its queue. Leaves out rows that are in the queue, and later rows of the same
   * consignment.
   */
  enterable<Row extends Readonly<{ attempt: DeliveryAttempt }>>(rows: readonly Row[]): Row[] {
    const heldUp = new Set<string>();
    return rows.filter(({ attempt }) => {
      if (this.get(attempt)) heldUp.add(attempt.consignmentId);
      return !heldUp.has(attempt.consignmentId);
    });
  }
}
