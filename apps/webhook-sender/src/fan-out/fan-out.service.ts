import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, CONFIG } from '#libs/config';
import { type CloudEventIdentity, cloudEventIdentityOf, type DeliveryAttempt } from '#libs/contracts';
import { type Tracing, TRACING } from '#libs/observability';
import { AttemptsPublisher } from '../attempt/attempts.publisher.js';
import { type AccountReceivers, ReceiversRepository } from '../receivers/receivers.repository.js';
import type { WebhookSenderConfig } from '../webhook-sender.config.js';
import { type EventToTell, fanOut } from './fan-out.js';

/** An event, and what its message says about it. */
export interface ArrivedEvent extends EventToTell {
  readonly traceparent: string | undefined;
  /** When the message was written to its topic, epoch ms. */
  readonly publishedAtMs: number;
}

/** An event and its first attempts. */
export interface FannedOut {
  readonly arrived: ArrivedEvent;
  /** The first attempt of each receiver that wants the event. */
  readonly attempts: readonly DeliveryAttempt[];
}

/** Turns events into first attempts for the receivers as configured now. */
@Injectable()
export class FanOut {
  private readonly identity: CloudEventIdentity;

  constructor(
    private readonly receivers: ReceiversRepository,
    private readonly attempts: AttemptsPublisher,
    @Inject(CONFIG) config: WebhookSenderConfig,
    @Inject(TRACING) private readonly tracing: Tracing,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.identity = cloudEventIdentityOf(config);
  }

  /**
   * Reads the receivers again for each batch: a receiver gets every event that was published after the answer that created or changed the
   * receiver.
   */
  receiversOf(arrived: readonly ArrivedEvent[]): Promise<AccountReceivers> {
    return this.receivers.enabledFor(arrived.map(({ event }) => event));
  }

  attemptsOf(arrived: ArrivedEvent, receivers: AccountReceivers): FannedOut {
    return { arrived, attempts: fanOut(arrived, receivers.get(arrived.event.account) ?? [], this.identity) };
  }

  async publish(fannedOut: readonly FannedOut[]): Promise<void> {
    const traced = fannedOut.flatMap(({ arrived, attempts }) => {
      const traceparent = this.trace(arrived);
      return attempts.map((attempt) => ({ attempt, traceparent, eventAtMs: arrived.publishedAtMs }));
    });
    await this.attempts.publishNow(traced);
  }

  private trace({ event, traceparent, publishedAtMs }: ArrivedEvent): string | undefined {
    return this.tracing.tell({
      name: 'event to deliveries',
      kind: 'consumer',
      parent: traceparent,
      startMs: publishedAtMs,
      endMs: this.clock.nowMs(),
      attributes: { 'event.id': event.payload.eventid },
    });
  }
}
