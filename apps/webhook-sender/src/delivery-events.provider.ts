// The single place that reports what happens to deliveries: one wide line and one count per attempt.
import { Injectable } from '@nestjs/common';
import type { Counter, Gauge, Histogram } from 'prom-client';
import { type LogFields, Logger, Metrics } from '#libs/observability';
import type { Finished } from './delivery/finished.js';
import type { OwnFault } from './delivery/outcome.js';

const ATTEMPT_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60];

@Injectable()
export class DeliveryEvents {
  private readonly attempts: Counter<'outcome'>;
  private readonly ownFaults: Counter<'side'>;
  private readonly endings: Counter<'status'>;
  private readonly seconds: Histogram<'outcome'>;
  private readonly inFlight: Gauge;
  private readonly openCircuits: Gauge;
  private readonly spilledAttempts: Counter;
  private readonly tokenRequests: Counter<'outcome'>;

  constructor(
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.attempts = metrics.counter('delivery_attempts_total', 'POSTs made, by how they ended', ['outcome']);
    this.ownFaults = metrics.counter('delivery_own_faults_total', 'Tries that failed on our own side and were charged to nobody', ['side']);
    this.endings = metrics.counter('deliveries_total', 'Deliveries that ended', ['status']);
    this.inFlight = metrics.gauge('delivery_attempts_in_flight', 'POSTs under way');
    this.openCircuits = metrics.gauge('delivery_open_circuits', 'Receivers that only get a probe, because they time out');
    this.spilledAttempts = metrics.counter('delivery_spilled_total', 'Attempts that went to the table delivery_backlog to wait');
    this.tokenRequests = metrics.counter('oauth2_token_requests_total', 'Access tokens asked for on behalf of receivers', ['outcome']);
    this.seconds = metrics.histogram('delivery_attempt_seconds', 'Duration of one POST with its whole answer', {
      labelNames: ['outcome'],
      buckets: ATTEMPT_SECONDS,
    });
  }

  started(): void {
    this.inFlight.inc();
  }

  ended(): void {
    this.inFlight.dec();
  }

  finished(finished: Finished): void {
    const { attempt, settlement, made } = finished;
    if (made) {
      this.attempts.inc({ outcome: made.outcome.kind });
      this.seconds.observe({ outcome: made.outcome.kind }, made.durationMs / 1000);
      this.logger.info('delivery.attempted', toFields(finished));
    }
    if (settlement.kind !== 'retry' && !attempt.isTest) this.endings.inc({ status: settlement.kind });
    if (settlement.kind === 'exhausted' && !attempt.isTest) this.logger.error('delivery.exhausted', toFields(finished));
    if (settlement.kind === 'expired') this.logger.error('delivery.expired', toFields(finished));
    if (settlement.kind === 'cancelled') this.logger.warn('delivery.cancelled', toFields(finished));
  }

  spilled(count: number): void {
    this.spilledAttempts.inc(count);
  }

  circuitOpened(receiverId: string): void {
    this.openCircuits.inc();
    this.logger.warn('receiver.circuitOpened', { receiverId });
  }

  circuitClosed(receiverId: string): void {
    this.openCircuits.dec();
    this.logger.info('receiver.circuitClosed', { receiverId });
  }

  /** @param reply `detail` says why there is no token */
  tokenRequested(receiverId: string, reply: { readonly durationMs: number; readonly detail?: string }): void {
    this.tokenRequests.inc({ outcome: reply.detail === undefined ? 'token' : 'none' });
    this.logger.info('receiver.tokenRequested', { receiverId, ...reply });
  }

  ownFault(receiverId: string, { side, detail }: OwnFault): void {
    this.ownFaults.inc({ side });
    this.logger.error('delivery.ownFault', { receiverId, side, detail });
  }
}

function toFields({ attempt, settlement, made, traceparent }: Finished): LogFields {
  return {
    deliveryId: attempt.deliveryId,
    eventid: attempt.eventid,
    deliveredEvent: attempt.event,
    consignmentId: attempt.consignmentId,
    receiverId: attempt.receiverId,
    account: attempt.account,
    round: attempt.round,
    attempt: attempt.attempt,
    next: settlement.kind,
    ...(settlement.kind === 'retry' && { dueAt: new Date(settlement.dueAtMs).toISOString() }),
    ...(made && {
      outcome: made.outcome.kind,
      httpStatus: made.outcome.httpStatus,
      detail: made.outcome.detail,
      durationMs: made.durationMs,
      senderAddress: made.senderAddress,
    }),
    ...(traceparent !== undefined && { traceparent }),
  };
}
