// in: the clock and table redelivery; out: topic delivery-attempts, the first attempt of each new round
import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Recurring, SECOND } from '#libs/config';
import { errorFields, Logger } from '#libs/observability';
import { MessagesPublisher } from '../messages.publisher.js';
import { TOKEN_API_CONFIG, type TokenApiConfig } from '../token-api.config.js';
import { type Job, RedeliveriesRepository } from './redeliveries.repository.js';
import { toFirstAttempt } from './redelivery.js';

const POLL_MS = SECOND;
/** Longer than a batch takes; after this another instance goes on with what a killed one has left. */
const LEASE_MS = 10 * SECOND;
const BATCH = 200;

/**
 * Works orders off, batch by batch, on any instance. A batch first begins its rounds in the table and notes them, then publishes:
 * a crash in between publishes the same rounds again, and an attempt of the same delivery, round and number is made once.
 */
@Injectable()
export class RedeliveriesTicker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** This process, for its leases. */
  private readonly owner = randomUUID();
  private readonly recurring: Recurring;

  constructor(
    @Inject(RedeliveriesRepository) private readonly redeliveries: RedeliveriesRepository,
    @Inject(MessagesPublisher) private readonly messages: MessagesPublisher,
    @Inject(Logger) logger: Logger,
    @Inject(TOKEN_API_CONFIG) private readonly config: Pick<TokenApiConfig, 'cloudeventsSource' | 'cloudeventsVendor'>,
  ) {
    this.recurring = new Recurring({
      everyMs: POLL_MS,
      work: () => this.workOff(),
      onFailure: (error) => logger.warn('redelivery.failed', errorFields(error)), // the order stays
    });
  }

  onApplicationBootstrap(): void {
    this.recurring.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.recurring.stop();
  }

  /** There is a new order: look at once. */
  kick(): void {
    this.recurring.kick();
  }

  private async workOff(): Promise<void> {
    let job: Job | undefined;
    while (!this.recurring.isStopping && (job = await this.redeliveries.lease(this.owner, LEASE_MS))) await this.work(job);
  }

  private async work(job: Job): Promise<void> {
    const rounds = job.inHand.length > 0 ? job.inHand : await this.redeliveries.beginNext(job, this.owner, BATCH);
    if (rounds.length === 0) return;
    const identity = { source: this.config.cloudeventsSource, vendor: this.config.cloudeventsVendor };
    const rows = await this.redeliveries.rowsOf(rounds);
    await this.messages.publishAttempts(rows.map((row) => toFirstAttempt(row, identity)));
    await this.redeliveries.putDown(job, this.owner);
  }
}
