import { ApiProperty, OmitType } from '@nestjs/swagger';
import {
  DELIVERY_KINDS,
  DELIVERY_STATES,
  type DeliveryKind,
  type DeliveryState,
  type OutcomeClass,
  OUTCOMES,
  WEBHOOK_EVENT_NAMES,
  type WebhookEventName,
} from '#libs/contracts';
import { type PageRange, toPageRange } from '../paging/page.js';
import { IsCursorOf, PageOfList, ParcelPageDto } from '../paging/page.dto.js';
import type { ParcelChoice } from '../consignments/parcels.repository.js';
import { IsChoice, IsDigits, IsOmittable, IsUuid, RefusesUnknown } from '../validation/field.decorator.js';
import { Attempt, ATTEMPT_EXAMPLE } from './attempt.dto.js';
import { type Wait, WAITS } from './delivery-views.js';

/**
 * Query of GET /deliveries. A parameter that is sent twice becomes a list, which is invalid. Unknown parameters are refused: a misspelt
 * filter must not show everything.
 */
@RefusesUnknown()
export class ListDeliveriesDto extends ParcelPageDto {
  @IsOmittable()
  @IsCursorOf('deliveries')
  cursor?: string;

  @IsOmittable()
  @IsUuid('Only deliveries to this receiver.')
  receiverId?: string;

  @IsOmittable()
  @IsChoice(DELIVERY_STATES, 'Only deliveries with this status.')
  status?: DeliveryState;

  @IsOmittable()
  @IsUuid('Only deliveries of this event.')
  eventid?: string;

  @IsOmittable()
  @IsChoice(WEBHOOK_EVENT_NAMES, 'Only deliveries of events with this name.')
  event?: WebhookEventName;

  @IsOmittable()
  @IsChoice(DELIVERY_KINDS, 'Only deliveries of this kind.')
  kind?: DeliveryKind;

  @IsOmittable()
  @IsChoice(OUTCOMES, 'Only deliveries whose last attempt had this outcome.')
  outcome?: OutcomeClass;

  @IsOmittable()
  @IsDigits(100, 999, 'Only deliveries whose last attempt was answered with this HTTP status.')
  httpStatus?: string;
}

/** Each filter of the query is a condition in deliveries.repository.ts. */
export interface DeliveryFilter extends PageRange, Omit<ListDeliveriesDto, keyof ParcelPageDto | 'cursor'> {
  readonly account: number;
  /** Only deliveries of these events. */
  readonly eventids?: readonly string[] | undefined;
  /** Only deliveries of these parcels, which have too many events to name. */
  readonly choice?: ParcelChoice | undefined;
}

/** A checked query → the filter. */
export const toDeliveryFilter = (account: number, query: ListDeliveriesDto): DeliveryFilter => ({
  ...query,
  ...toPageRange('deliveries', query),
  account,
});

/** A delivery as lists show it. */
export class Delivery {
  @ApiProperty({ format: 'uuid' })
  readonly deliveryId: string;

  @ApiProperty({ format: 'uuid', description: 'The id of the event, as the receiver gets it.' })
  readonly eventid: string;

  @ApiProperty({ enum: WEBHOOK_EVENT_NAMES })
  readonly event: WebhookEventName;

  @ApiProperty({
    enum: DELIVERY_KINDS,
    description: '`tracking` = an event of a parcel · `operational` = an operational event, which has no parcel.',
  })
  readonly kind: DeliveryKind;

  @ApiProperty({ format: 'uuid' })
  readonly receiverId: string;

  @ApiProperty({ format: 'uuid', description: 'Invented for tests and operational events.' })
  readonly consignmentId: string;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The courier of the parcel; null = a test, an operational event, or the data of the parcel are no longer kept.',
  })
  readonly courier: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The normalised tracking number of the parcel; null as for `courier`.' })
  readonly trackingNumber: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The order number in the newest record of the parcel; null as for `courier`.',
  })
  readonly orderNo: string | null;

  @ApiProperty({
    enum: DELIVERY_STATES,
    description:
      '`pending` = an attempt is still to come · `delivered` = the receiver answered 2xx · `exhausted` = all attempts failed · `expired` = the delivery waited too long behind an open circuit · `cancelled` = the receiver was deleted, switched off or disabled when an attempt was due, the parcel’s data were erased, or a test could not be handed to the broker.',
  })
  readonly status: DeliveryState;

  @ApiProperty({ description: 'True = a test by POST /receivers/{receiverId}/test, about a parcel that does not exist.' })
  readonly isTest: boolean;

  @ApiProperty({ type: 'integer', minimum: 1, description: '1 = the first round; 2 and more = a redelivery.' })
  readonly round: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'The number of POSTs in this round.' })
  readonly attempts: number;

  @ApiProperty({
    type: Date,
    nullable: true,
    description:
      'The next attempt is made at this time or later. If the time is past, the attempt is due, and `waitingFor` says why it waits. null = no attempt is planned.',
  })
  readonly nextAttemptAt: Date | null;

  @ApiProperty({
    enum: WAITS,
    nullable: true,
    description:
      'Why the next attempt is not made yet. `retry` = `nextAttemptAt` is in the future. With the other values, the attempt is due: `queue` = it is made in its turn · `circuit` = the receiver does not answer in time; now and then one attempt is a probe, and the other attempts wait for an answer (`circuit` of GET /receivers/{receiverId}) · `hold` = the receiver has asked to wait (`Retry-After`), or its TLS handshakes fail and take too much computing time · `limit` = it is made in its turn, within `maxPerSecond` and `maxInFlight` of the receiver. null = the delivery is not pending.',
  })
  readonly waitingFor: Wait | null;

  @ApiProperty({ enum: OUTCOMES, nullable: true, description: 'How the last attempt ended; null = no attempt was made.' })
  readonly lastOutcome: OutcomeClass | null;

  @ApiProperty({
    type: 'integer',
    minimum: 100,
    nullable: true,
    description: 'The HTTP status of the last attempt, even if the rest of the answer did not come; null = no status came.',
  })
  readonly lastHttpStatus: number | null;

  @ApiProperty()
  readonly createdAt: Date;

  @ApiProperty()
  readonly updatedAt: Date;
}

/** Answer of GET /deliveries. */
export class DeliveryPage extends PageOfList {
  @ApiProperty({ type: [Delivery] })
  readonly deliveries: readonly Delivery[];
}

/** Answer of GET /deliveries/{deliveryId}. `attempts` lists the attempts instead of counting them. */
export class DeliveryDetail extends OmitType(Delivery, ['attempts']) {
  @ApiProperty({ type: [Attempt], description: 'The newest 200 attempts, oldest first.' })
  readonly attempts: readonly Attempt[];
}

const delivery = {
  deliveryId: '8f14e45f-ceea-567f-a9cf-3a5c1b0a7d11',
  eventid: '5b0a1c52-9d3f-5b61-8a4e-2f6f0f5f3c21',
  event: 'onDelivered',
  kind: 'tracking',
  receiverId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  consignmentId: '0f1d2c3b-4a59-5687-8796-a5b4c3d2e1f0',
  courier: 'acme-express',
  trackingNumber: 'JD01460003',
  orderNo: 'A-1001',
  status: 'pending',
  isTest: false,
  round: 1,
  attempts: 1,
  nextAttemptAt: '2026-03-29T10:30:00.000Z',
  waitingFor: 'retry',
  lastOutcome: 'http_status',
  lastHttpStatus: 503,
  createdAt: '2026-03-29T10:00:00.000Z',
  updatedAt: '2026-03-29T10:00:00.120Z',
};

export const DELIVERY_EXAMPLES = {
  page: { deliveries: [delivery], nextCursor: null },
  detail: {
    ...delivery,
    attempts: [ATTEMPT_EXAMPLE],
  },
};
