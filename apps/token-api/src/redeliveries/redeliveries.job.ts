// in: the clock and table redelivery; out: topic delivery-attempts, the first attempt of each new round
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Clock, CLOCK, CONFIG, Recurring, SECOND } from '#libs/config';
import { cloudEventIdentityOf } from '#libs/contracts';
import { errorFields, Logger } from '#libs/observability';
import { MessagesPublisher } from '../messages/messages.publisher.js';
import type { TokenApiConfig } from '../token-api.config.js';
import { type BegunRound, MISSING, type OrderKind, toFirstAttempts } from './redelivery.js';
import { type Job, RoundsRepository } from './rounds.repository.js';

const POLL_MS = SECOND;
const BATCH = 200;
/** The next batch follows when at most this share of a batch waits for its first attempt, because other accounts' webhooks use the same path. */
const MOST_WAITING = 1 / 2;
/** A hanging receiver delays the next order by at most this time, ms. */
const LONGEST_WAIT_MS = SECOND;
const LOOK_MS = 100;

/**
 * Carries out orders on any instance, account by account in turn and batch by batch. A batch first begins and records its rounds in the table,
 * then publishes them. After a crash in between, the same rounds are published again; each attempt is still made only once.
 */
@Injectable()
export class RedeliveriesJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** Identifies this process in its leases. */
  private readonly owner = randomUUID();
  /** One line for each kind, so that a single delivery does not wait for a batch of a period. */
  private readonly lines: Readonly<Record<OrderKind, Recurring>>;
  /** The account that was served last. So an order that fails waits until all other accounts have had their turn. */
  private readonly served: Record<OrderKind, number> = { delivery: 0, period: 0 };

  constructor(
    private readonly rounds: RoundsRepository,
    private readonly messages: MessagesPublisher,
    private readonly logger: Logger,
    @Inject(CONFIG) private readonly config: Pick<TokenApiConfig, 'cloudeventsSource' | 'cloudeventsVendor' | 'leaseMs'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.lines = { delivery: this.line('delivery'), period: this.line('period') };
  }

  onApplicationBootstrap(): void {
    for (const line of Object.values(this.lines)) line.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(Object.values(this.lines).map((line) => line.stop()));
  }

  /** Starts a run at once, because a new order exists. */
  kick(kind: OrderKind): void {
    this.lines[kind].kick();
  }

  private line(kind: OrderKind): Recurring {
    return new Recurring({
      everyMs: POLL_MS,
      work: () => this.workOff(kind),
      onFailure: (error) => this.logger.warn('redelivery.failed', errorFields(error)), // the next run tries the order again
    });
  }

  private async workOff(kind: OrderKind): Promise<void> {
    let job: Job | undefined;
    while (!this.lines[kind].isStopping && (job = await this.next(kind))) {
      this.served[kind] = job.account;
      await this.work(job);
    }
  }

  private next(kind: OrderKind): Promise<Job | undefined> {
    return this.rounds.lease({ kind, owner: this.owner, durationMs: this.config.leaseMs, servedAccount: this.served[kind] });
  }

  private async work(job: Job): Promise<void> {
    const rounds = job.inHand.length > 0 ? job.inHand : await this.rounds.beginNext(job, this.owner, BATCH);
    if (rounds.length === 0) return;
    const identity = cloudEventIdentityOf(this.config);
    const rows = await this.rounds.rowsOf(rounds);
    await this.messages.publishAttempts(rows.flatMap((row) => toFirstAttempts(row, identity)));
    if (rows.length === BATCH || job.status === MISSING) await this.untilFewWait(rounds);
    await this.rounds.putDown(job, this.owner);
  }

  private async untilFewWait(rounds: readonly BegunRound[]): Promise<void> {
    const deadlineMs = this.clock.steadyMs() + LONGEST_WAIT_MS;
    while (this.clock.steadyMs() < deadlineMs && (await this.rounds.countWaiting(rounds)) > rounds.length * MOST_WAITING)
      await pause(LOOK_MS);
  }
}
