// in: the clock and the tables that decisions.repository reads; out: table notification, then topic delivery-attempts
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, Recurring, SECOND } from '#libs/config';
import { cloudEventIdentityOf } from '#libs/contracts';
import { errorFields, Logger } from '#libs/observability';
import { MessagesPublisher } from '../messages/messages.publisher.js';
import type { TokenApiConfig } from '../token-api.config.js';
import { DecisionsRepository } from './decisions.repository.js';
import { toAttempt } from './notification.js';
import { NotificationEvents } from './notification-events.provider.js';
import { PublishingRepository, type Unpublished } from './publishing.repository.js';

const POLL_MS = SECOND;
/** The most attempts in one run, because the webhooks of other accounts use the same path. */
const BATCH = 200;

/**
 * Every instance runs this job; the instance that gets the lock decides. Any instance publishes the events, batch by batch. After a crash between
 * publishing a batch and recording it, the batch is published again; each attempt is still made only once.
 */
@Injectable()
export class NotificationsJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly deciding: Recurring;
  private readonly publishing: Recurring;

  constructor(
    private readonly decisions: DecisionsRepository,
    private readonly unpublished: PublishingRepository,
    private readonly messages: MessagesPublisher,
    private readonly events: NotificationEvents,
    logger: Logger,
    @Inject(CONFIG) private readonly config: TokenApiConfig,
  ) {
    this.deciding = new Recurring({
      everyMs: Math.min(POLL_MS, config.notificationsPollMs),
      work: () => this.decide(),
      onFailure: (error) => logger.warn('notifications.notDecided', errorFields(error)), // nothing was stored; the next run finds the same facts
    });
    this.publishing = new Recurring({
      everyMs: POLL_MS,
      work: () => this.publish(),
      onFailure: (error) => logger.warn('notifications.notPublished', errorFields(error)), // the next run publishes the event
    });
  }

  onApplicationBootstrap(): void {
    this.deciding.start();
    this.publishing.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.deciding.stop(), this.publishing.stop()]);
  }

  private async decide(): Promise<void> {
    const told = await this.decisions.decide();
    if (told) this.events.told(told);
    this.events.done(await this.decisions.doneUntilMs());
    if (told && told.length > 0) this.publishing.kick();
  }

  private async publish(): Promise<void> {
    let next: Unpublished | undefined;
    for (let published = 0; published < BATCH && !this.publishing.isStopping && (next = await this.unpublished.lease());)
      published += await this.publishNext(next);
  }

  /** Publishes one event to its next recipients. @returns the number of attempts */
  private async publishNext(notification: Unpublished): Promise<number> {
    const identity = cloudEventIdentityOf(this.config);
    const recipients = await this.unpublished.recipients(notification, BATCH);
    const attempts = recipients.flatMap((recipient) => toAttempt(notification, recipient, identity) ?? []);
    if (attempts.length > 0) await this.messages.publishAttempts(attempts);
    await this.unpublished.served(notification, { attempts, last: recipients.at(-1)?.receiverId, isAll: recipients.length < BATCH });
    return attempts.length;
  }
}
