// in: table deferred_event, where a webhook-sender before 1.0.0 has put events; out: topic events. Goes after 1.0.0.
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Recurring, SECOND } from '#libs/config';
import { jsonHeaders, TOPICS } from '#libs/contracts';
import { type OutgoingMessage, Producer } from '#libs/messaging';
import { errorFields, Logger } from '#libs/observability';
import { type DeferredRow, DeferredEventsRepository } from './deferred-events.repository.js';

const EVERY_MS = 10 * SECOND;
const BATCH = 500;

/** Publishes the events of the table again, account by account in their order. A crash repeats up to one batch, under the same event ids. */
@Injectable()
export class DeferredRowsJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly recurring: Recurring;

  constructor(
    private readonly deferredEvents: DeferredEventsRepository,
    private readonly producer: Producer,
    private readonly logger: Logger,
  ) {
    this.recurring = new Recurring({
      everyMs: EVERY_MS,
      work: () => this.requeue(),
      onFailure: (error) => logger.warn('events.notRequeued', errorFields(error)), // the rows stay
    });
  }

  onApplicationBootstrap(): void {
    this.recurring.kick();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.recurring.stop();
  }

  private async requeue(): Promise<void> {
    for (let account = await this.deferredEvents.nextAccount(0); account !== undefined && !this.recurring.isStopping;) {
      const events = await this.requeueBatch(account);
      if (events > 0) this.logger.info('events.requeued', { account, events });
      if (events < BATCH) account = await this.deferredEvents.nextAccount(account);
    }
  }

  /** @returns how many; 0 when another process has the account */
  private requeueBatch(account: number): Promise<number> {
    return this.deferredEvents.transaction(async (manager) => {
      const rows = (await this.deferredEvents.oldest(manager, account, BATCH)) ?? [];
      await this.producer.publish(rows.map(toMessage));
      await this.deferredEvents.remove(manager, rows);
      return rows.length;
    });
  }
}

const toMessage = ({ consignmentId, message, traceparent }: DeferredRow): OutgoingMessage => ({
  topic: TOPICS.events.name,
  key: consignmentId,
  value: message,
  headers: jsonHeaders(traceparent ?? undefined),
});
