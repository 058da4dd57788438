import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, SECOND, within } from '#libs/config';
import type { DeliveryAttempt } from '#libs/contracts';
import { done, deadLetter, type Verdict } from '#libs/messaging';
import { errorFields, Logger } from '#libs/observability';
import { BatchWriter } from '../batching/batch-writer.js';
import { Condition } from '../batching/condition.js';
import { DeliveriesRepository, type NewDelivery, toNewDelivery } from './deliveries.repository.js';

/** A first attempt that is recorded sooner writes the delivery's row itself, so the row is written once instead of twice. */
const ENTERED_AFTER_MS = 500;
/** Above this number, new deliveries wait until the table accepts rows again. Otherwise a full disk would move the topic's backlog into memory. */
const MOST_WITHOUT_ROW = 2_000;
/** The longest wait for rows while the table accepts rows, however slowly, ms. */
const WRITTEN_AFTER_MS = 5 * SECOND;
/** The longest wait for rows while the table accepts none, ms. */
const REFUSED_AFTER_MS = SECOND;
/** How often overdue deliveries are looked for; those found together share one statement. */
const LOOK_MS = 25;
/** The longest wait of a stop for a database that is down. */
const STOP_MS = 2 * SECOND;

interface PendingDelivery {
  readonly delivery: NewDelivery;
  readonly sinceMs: number;
  readonly verdict: Promise<Verdict>;
  readonly settle: (verdict: Verdict | Promise<Verdict>) => void;
}

/**
 * Ensures that every delivery of a fan-out soon has a row: its first attempt writes the row, or this class does when the attempt takes
 * longer.
 */
@Injectable()
export class PendingDeliveries implements BeforeApplicationShutdown {
  /** By delivery id, oldest first. */
  private readonly waiting = new Map<string, PendingDelivery>();
  private readonly entries: BatchWriter<NewDelivery>;
  private readonly changes = new Condition();
  private nextLook: NodeJS.Timeout | undefined;
  private isStopping = false;

  constructor(
    @Inject(DeliveriesRepository) deliveries: Pick<DeliveriesRepository, 'enter'>,
    logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.entries = new BatchWriter({
      write: (rows) => deliveries.enter(rows),
      betweenMs: LOOK_MS,
      onFailure: (error, rows, failures) => logger.warn('deliveries.notEntered', { deliveries: rows, failures, ...errorFields(error) }),
      refuse: ({ deliveryId }, { message }) => deadLetter('E_INTERNAL', `delivery ${deliveryId} cannot be entered: ${message}`),
    });
  }

  /**
   * Waits while too many deliveries have no row.
   * @throws when they still have none after the wait: take the batch again
   */
  async room(): Promise<void> {
    const sinceMs = this.clock.steadyMs();
    while (this.withoutRow >= MOST_WITHOUT_ROW && this.clock.steadyMs() - sinceMs < this.longestWaitMs) await this.changes.next(LOOK_MS);
    if (this.withoutRow < MOST_WITHOUT_ROW) return;
    const { trouble } = this.entries;
    throw new Error(`${this.withoutRow} deliveries have no row yet${trouble === undefined ? '' : `: ${trouble}`}`);
  }

  /**
   * Call this when the first attempts of an event are published: a row promises that its attempt is on its way. Resolves when all rows
   * exist.
   */
  add(attempts: readonly DeliveryAttempt[]): Verdict | Promise<Verdict> {
    const [first, ...others] = attempts.map((attempt) => this.standing(attempt));
    if (!first) return done;
    return others.length === 0
      ? first
      : Promise.all([first, ...others]).then((verdicts) => verdicts.find(({ kind }) => kind === 'deadLetter') ?? done);
  }

  /** The first attempt has written the delivery's row. */
  recorded(deliveryId: string): void {
    const waiting = this.waiting.get(deliveryId);
    if (waiting) this.leave(waiting, done);
  }

  /**
   * Writes the rows of all waiting deliveries, because their attempts may outlast the process. Without the rows the offset is not
   * committed, and the next process would fan out the event again.
   */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    const verdicts = [...this.waiting.values()].map(({ verdict }) => verdict);
    this.enterDue();
    await within(STOP_MS, Promise.all(verdicts));
  }

  private get longestWaitMs(): number {
    if (this.isStopping) return 0;
    return this.entries.trouble === undefined ? WRITTEN_AFTER_MS : REFUSED_AFTER_MS;
  }

  private get withoutRow(): number {
    return this.waiting.size + this.entries.unwritten;
  }

  private standing(attempt: DeliveryAttempt): Promise<Verdict> {
    const known = this.waiting.get(attempt.deliveryId);
    if (known) return known.verdict;
    let settle!: PendingDelivery['settle'];
    const verdict = new Promise<Verdict>((resolve) => (settle = resolve));
    // Keep only the row's fields: the queue already holds the body, and a second copy would burden the garbage collector.
    this.waiting.set(attempt.deliveryId, { delivery: toNewDelivery(attempt), sinceMs: this.clock.steadyMs(), verdict, settle });
    this.lookSoon();
    return verdict;
  }

  private lookSoon(): void {
    this.nextLook ??= setTimeout(() => {
      this.nextLook = undefined;
      this.enterDue();
    }, LOOK_MS);
  }

  private enterDue(): void {
    const sinceMs = this.isStopping ? Infinity : this.clock.steadyMs() - ENTERED_AFTER_MS;
    for (const waiting of this.waiting.values()) {
      if (waiting.sinceMs > sinceMs) return this.lookSoon();
      this.leave(waiting, this.entries.commit(waiting.delivery));
    }
  }

  private leave({ delivery, settle }: PendingDelivery, verdict: Verdict | Promise<Verdict>): void {
    this.waiting.delete(delivery.deliveryId);
    settle(verdict);
    this.changes.announce();
  }
}
