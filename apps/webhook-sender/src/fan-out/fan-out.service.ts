import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, CONFIG } from '#libs/config';
import type { DeliveryAttempt, TrackingEvent } from '#libs/contracts';
import { type Tracing, TRACING } from '#libs/observability';
import { AttemptsPublisher } from '../attempt/attempts.publisher.js';
import { ReceiversRepository } from '../receivers/receivers.repository.js';
import type { WebhookSenderConfig } from '../webhook-sender.config.js';
import { fanOut } from './fan-out.js';

/** An event with what its message told. */
export interface ArrivedEvent {
  readonly event: TrackingEvent;
  /** A tracking-event/1, as it came. */
  readonly message: Buffer;
  readonly traceparent: string | undefined;
  /** When the message was written to its topic, epoch ms. */
  readonly publishedAtMs: number;
}

/** An event with the first attempts that it became. */
export interface FannedOut {
  readonly arrived: ArrivedEvent;
  /** The first attempt of each receiver that wants the event. */
  readonly attempts: readonly DeliveryAttempt[];
}

/** The result of the fan-out of one batch. */
export interface FanOutResult {
  /** One for each event, in their order. */
  readonly fannedOut: readonly FannedOut[];
  /** Accounts with events in table deferred_event. */
  readonly deferredAccounts: ReadonlySet<number>;
}

/** Turns events into first attempts, for the receivers as configured now. */
@Injectable()
export class FanOut {
  constructor(
    private readonly receivers: ReceiversRepository,
    private readonly attempts: AttemptsPublisher,
    @Inject(CONFIG) private readonly config: WebhookSenderConfig,
    @Inject(TRACING) private readonly tracing: Tracing,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async of(arrived: readonly ArrivedEvent[]): Promise<FanOutResult> {
    const { receivers, deferredAccounts } = await this.receivers.enabledFor(arrived.map(({ event }) => event));
    const identity = { source: this.config.cloudeventsSource, vendor: this.config.cloudeventsVendor };
    const fannedOut = arrived.map((each) => ({
      arrived: each,
      attempts: fanOut(each.event, receivers.get(each.event.account) ?? [], identity),
    }));
    return { fannedOut, deferredAccounts };
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
