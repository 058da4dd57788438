import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { OUTCOMES, type OutcomeClass } from '#libs/contracts';
import { HEALTH_STATES, type HealthState, MOST_COUNTED } from './receiver-health.js';

class Last24Hours {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'The number of POSTs.' })
  readonly attempts: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Deliveries that ended with a 2xx.' })
  readonly delivered: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Deliveries that ended as `exhausted` or `expired`, including deliveries that were sent again since.',
  })
  readonly failed: number;
}

class LastFailureView {
  @ApiProperty({ description: 'When the attempt began.' })
  readonly at: Date;

  @ApiProperty({ enum: OUTCOMES })
  readonly outcome: OutcomeClass;

  @ApiProperty({ type: 'integer', nullable: true, description: 'null = no status came.' })
  readonly httpStatus: number | null;

  @ApiProperty({
    type: Date,
    nullable: true,
    description:
      'The beginning of the first attempt with this cause: all attempts since then have failed with this outcome and status. null = the failures no longer count, or the time is not known. `since` of the health is the beginning of the whole outage.',
  })
  readonly since: Date | null;
}

@ApiSchema({ name: 'ReceiverHealth' })
export class ReceiverHealthView {
  @ApiProperty({
    enum: HEALTH_STATES,
    description:
      '`new` = nothing was sent to it yet, or nothing since it was enabled again after a failure · `healthy` · `failing` = every attempt has failed since it was created or enabled again; or at least three attempts have failed since the last success, over at least a minute or until a delivery ended as `exhausted` · `circuit_open` = it does not answer in time · `limited` = more events come than its limits allow · `held` = it asked to wait, or its TLS handshakes fail and take too much computing time · `switched_off` = `enabled` is false · `disabled` = the service has disabled it.',
  })
  readonly state: HealthState;

  @ApiProperty({
    type: Date,
    nullable: true,
    description: 'The beginning of the state; null = the receiver is healthy or new, or the time is not known.',
  })
  readonly since: Date | null;

  @ApiProperty({ type: Date, nullable: true, description: 'The beginning of the last attempt that got a 2xx.' })
  readonly lastSuccessAt: Date | null;

  @ApiProperty({
    type: Date,
    nullable: true,
    description: 'When the oldest pending delivery of the last 16 days was created; null = none is pending.',
  })
  readonly oldestPendingAt: Date | null;

  @ApiProperty({ type: Last24Hours, description: 'The numbers of the last 24 hours, without tests.' })
  readonly last24h: Last24Hours;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: MOST_COUNTED,
    description: `Deliveries that are \`exhausted\` or \`expired\` now, without tests; ${MOST_COUNTED} = that many or more. A delivery that is sent again no longer counts.`,
  })
  readonly stillFailed: number;

  @ApiProperty({ type: 'string', nullable: true, description: 'The problem and its remedy; null = no problem.' })
  readonly reason: string | null;

  @ApiProperty({ type: LastFailureView, nullable: true, description: 'The newest attempt that failed; null = no failure is known.' })
  readonly lastFailure: LastFailureView | null;
}

/** While a receiver does not answer in time, its attempts wait in table delivery_overflow. */
export class OpenCircuit {
  @ApiProperty()
  readonly openSince: Date;

  @ApiProperty({ description: 'The time of the next probe. A probe whose time has passed goes out within moments.' })
  readonly nextProbeAt: Date;

  @ApiProperty({ type: 'integer', minimum: 0, description: `Due deliveries that wait behind the circuit, counted up to ${MOST_COUNTED}.` })
  readonly waiting: number;
}

export const HEALTH_EXAMPLE = {
  state: 'failing',
  since: '2026-03-29T09:00:00.000Z',
  lastSuccessAt: '2026-03-29T08:59:12.000Z',
  oldestPendingAt: '2026-03-29T09:00:00.000Z',
  last24h: { attempts: 1204, delivered: 1190, failed: 0 },
  stillFailed: 0,
  reason:
    'Every attempt since 2026-03-29T09:00:00.000Z has failed, the last one with: HTTP status 503. Make the receiver answer with a 2xx status.',
  lastFailure: { at: '2026-03-29T09:58:00.000Z', outcome: 'http_status', httpStatus: 503, since: '2026-03-29T09:40:00.000Z' },
};
