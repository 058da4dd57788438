// The single place that reports what happens to deliveries: one wide line and one count per attempt.
import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK } from '#libs/config';
import { type DeliveryAttempt, type DisabledReason, OUTCOMES } from '#libs/contracts';
import type { SenderAddressListener } from '#libs/egress';
import type { PartitionListener } from '#libs/messaging';
import { errorFields, type LogFields, Logger, Metrics, type Tracing, TRACING } from '#libs/observability';
import { DueHeads } from './due-heads.js';
import type { FinishedAttempt, MadeAttempt } from './finished-attempt.js';
import type { ConnectionFaultListener } from '../http/connection-fault.js';
import { detailOf, type LocalFault } from '../http/outcome.js';
import { ReceiverOutcomes } from './receiver-outcomes.js';
import type { Hold } from '../queue/receiver-queue.js';
import { type DeliveryMetrics, ENDINGS, toDeliveryMetrics } from './delivery-metrics.provider.js';

/** Reports deliveries as log lines, metrics and traces. */
@Injectable()
export class DeliveryEvents implements PartitionListener, SenderAddressListener, ConnectionFaultListener {
  private readonly metrics: DeliveryMetrics;
  private readonly receivers = new ReceiverOutcomes();
  readonly retries = new DueHeads();

  constructor(
    private readonly logger: Logger,
    metrics: Metrics,
    @Inject(CLOCK) clock: Clock,
    @Inject(TRACING) private readonly tracing: Tracing,
  ) {
    const { receivers, retries } = this;
    this.metrics = toDeliveryMetrics(metrics, { receivers, retries, nowMs: () => clock.nowMs() });
    // Start each series at 0: `rate()` does not see the first value of a new series.
    for (const outcome of OUTCOMES) this.metrics.attempts.inc({ outcome }, 0);
    for (const status of ENDINGS) this.metrics.endings.inc({ status }, 0);
    for (const side of ['machine', 'proxy', 'dns']) this.metrics.localFaults.inc({ side }, 0);
  }

  onPartitionsRevoked(): void {
    this.retries.forget();
  }

  onPartitionsAssigned(): void {
    this.retries.forget();
  }

  finished(finished: FinishedAttempt): void {
    const { attempt, settlement, made } = finished;
    if (made) this.attempted(finished, made);
    if (settlement.kind !== 'retry' && !attempt.isTest) this.metrics.endings.inc({ status: settlement.kind });
    if (settlement.kind === 'exhausted' && !attempt.isTest) this.logger.error('delivery.exhausted', toFields(finished));
    if (settlement.kind === 'expired') this.logger.error('delivery.expired', toFields(finished));
    if (settlement.kind === 'cancelled') this.logger.warn('delivery.cancelled', toFields(finished));
  }

  private attempted(finished: FinishedAttempt, made: MadeAttempt): void {
    const { outcome } = made;
    this.metrics.attempts.inc({ outcome: outcome.kind });
    this.metrics.seconds.observe({ outcome: outcome.kind }, made.durationMs / 1000);
    this.receivers.learn(finished.attempt.receiverId, outcome.kind, finished.finishedAtMs);
    this.measureWay(finished, made);
    this.trace(finished, made);
    this.logger.info('delivery.attempted', toFields(finished));
  }

  /** Measures only the first round of a real delivery: redeliveries and tests do not start from a scan. */
  private measureWay({ attempt, eventAtMs }: FinishedAttempt, { outcome, attemptedAtMs, durationMs }: MadeAttempt): void {
    if (attempt.round !== 1 || attempt.isTest) return;
    if (attempt.attempt === 1) this.metrics.scanToFirst.observe(secondsBetween(attempt.deliveryCreatedAtMs, attemptedAtMs));
    if (outcome.kind !== 'accepted') return;
    this.metrics.eventToSuccess.observe(secondsBetween(eventAtMs ?? attempt.deliveryCreatedAtMs, attemptedAtMs + durationMs));
  }

  private trace({ attempt, traceparent }: FinishedAttempt, { outcome, attemptedAtMs, durationMs }: MadeAttempt): void {
    if (!this.tracing.isOn) return;
    this.tracing.tell({
      name: 'POST',
      kind: 'client',
      parent: traceparent,
      startMs: attemptedAtMs,
      endMs: attemptedAtMs + durationMs,
      attributes: {
        'delivery.id': attempt.deliveryId,
        'event.id': attempt.eventid,
        'receiver.id': attempt.receiverId,
        'delivery.round': attempt.round,
        'delivery.attempt': attempt.attempt,
        'delivery.outcome': outcome.kind,
        ...(outcome.httpStatus !== undefined && { 'http.response.status_code': outcome.httpStatus }),
      },
      hasFailed: outcome.kind !== 'accepted',
    });
  }

  /** @param aheadMs the clock of the sender that wrote the attempt is ahead of this clock by at least this much */
  misdated({ deliveryId, receiverId, attempt, dueAtMs }: DeliveryAttempt, aheadMs: number): void {
    const dueAt = dueAtMs === undefined ? undefined : new Date(dueAtMs).toISOString();
    this.logger.warn('retry.misdated', { deliveryId, receiverId, attempt, aheadMs, dueAt });
  }

  overflowFailed(error: unknown): void {
    this.logger.warn('overflow.notStored', errorFields(error));
  }

  overflowed(count: number): void {
    this.metrics.overflowed.inc(count);
  }

  circuitOpened(receiverId: string): void {
    this.logger.warn('receiver.circuitOpened', { receiverId });
  }

  /** The service disabled the receiver, as its owner configured. */
  disabled(receiverId: string, reason: DisabledReason): void {
    this.logger.warn('receiver.disabled', { receiverId, reason });
  }

  /** The receiver gets nothing for `forMs`. */
  held(receiverId: string, { forMs, httpStatus }: Hold): void {
    this.logger.few('info', receiverId, 'receiver.held', { receiverId, httpStatus, forMs });
  }

  /** @param reason `lapsed`: no waiting attempt can be the probe; `gone`: the receiver is deleted or disabled */
  circuitClosed(receiverId: string, reason: 'answered' | 'lapsed' | 'gone'): void {
    this.logger.info('receiver.circuitClosed', { receiverId, reason });
  }

  senderAddressMissing(receiverId: string, error: Error): void {
    this.localFault(receiverId, { kind: 'local_fault', side: 'machine', detail: detailOf(error) });
  }

  connectionFault(receiverId: string, error: unknown): void {
    this.metrics.connectionFaults.inc();
    this.logger.error('connection.fault', { receiverId, ...errorFields(error) });
  }

  localFault(receiverId: string, { side, detail }: LocalFault): void {
    this.metrics.localFaults.inc({ side });
    this.logger.error('delivery.localFault', { receiverId, side, detail });
  }
}

/** Never below 0: the clocks of two machines differ. */
const secondsBetween = (fromMs: number, toMs: number): number => Math.max(0, toMs - fromMs) / 1000;

function toFields({ attempt, settlement, made, traceparent }: FinishedAttempt): LogFields {
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
      reason: made.outcome.reason,
      detail: made.outcome.detail,
      durationMs: made.durationMs,
      senderAddress: made.senderAddress,
    }),
    ...(traceparent !== undefined && { traceparent }),
  };
}
