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

/** Query of GET /deliveries; a parameter sent twice is a list and so invalid. A misspelt filter must not show everything. */
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
  @IsChoice(OUTCOMES, 'Only deliveries whose last attempt ended so.')
  outcome?: OutcomeClass;

  @IsOmittable()
  @IsDigits(100, 999, 'Only deliveries whose last attempt was answered with this HTTP status.')
  httpStatus?: string;
}

/** Each filter of the query is a condition in deliveries.repository.ts. */
export interface DeliveryFilter extends PageRange, Omit<ListDeliveriesDto, keyof ParcelPageDto | 'cursor'> {
  readonly account: number;
  /** Those of these events. */
  readonly eventids?: readonly string[] | undefined;
  /** Those of parcels that have too many events to name. */
  readonly choice?: ParcelChoice | undefined;
}

/** A checked query → what to look for. */
export const toDeliveryFilter = (account: number, query: ListDeliveriesDto): DeliveryFilter => ({
  ...query,
  ...toPageRange('deliveries', query),
  account,
});

/** For answers that show deliveries beside something else. */
export class Delivery {
  @ApiProperty({ format: 'uuid' })
  readonly deliveryId: string;

  @ApiProperty({ format: 'uuid', description: 'Of the event, as the receiver gets it.' })
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

  @ApiProperty({ format: 'uuid', description: 'Made up for tests and operational events.' })
  readonly consignmentId: string;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Of the parcel. null = a test, an operational event, or the data of the parcel are no longer kept.',
  })
  readonly courier: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Of the parcel, normalised; null as `courier`.' })
  readonly trackingNumber: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Of the parcel, as its newest record has it; null as `courier`.' })
  readonly orderNo: string | null;

  @ApiProperty({
    enum: DELIVERY_STATES,
    description:
      '`pending` = an attempt is to come · `delivered` = the receiver answered 2xx · `exhausted` = all attempts failed · `expired` = waited too long behind an open circuit · `cancelled` = the receiver was gone, switched off or disabled when an attempt was due, the parcel’s data were erased, or a test could not be handed to the broker.',
  })
  readonly status: DeliveryState;

  @ApiProperty({ description: 'Asked for by POST /receivers/{receiverId}/test, about a parcel that does not exist.' })
  readonly isTest: boolean;

  @ApiProperty({ type: 'integer', minimum: 1, description: '1 = as decided, 2 and more = sent again on request.' })
  readonly round: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'POSTs made in this round.' })
  readonly attempts: number;

  @ApiProperty({
    type: Date,
    nullable: true,
    description: 'Not before this moment; one in the past is due, and `waitingFor` says what keeps it. null = none is planned.',
  })
  readonly nextAttemptAt: Date | null;

  @ApiProperty({
    enum: WAITS,
    nullable: true,
    description:
      '`retry` = `nextAttemptAt` is still to come · `queue` = it is due and comes in its turn · `circuit` = it is due, but the receiver does not answer in time: one attempt goes out as a probe now and then, the others wait for an answer (`circuit` of GET /receivers/{receiverId}) · `hold` = it is due, but the receiver has asked to wait (`Retry-After`), or its TLS handshakes fail and take too much computing · `limit` = it is due, and comes in its turn within `maxPerSecond` and `maxInFlight` of the receiver. null = it is not pending.',
  })
  readonly waitingFor: Wait | null;

  @ApiProperty({ enum: OUTCOMES, nullable: true, description: 'How the last attempt ended; null = none was made.' })
  readonly lastOutcome: OutcomeClass | null;

  @ApiProperty({
    type: 'integer',
    minimum: 100,
    nullable: true,
    description: 'The status that came at the last attempt, also where the rest of the answer did not; null = none came.',
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

/** Answer of GET /deliveries/{deliveryId}: the newest POSTs made for it, in order, instead of their number. */
export class DeliveryDetail extends OmitType(Delivery, ['attempts']) {
  @ApiProperty({ type: [Attempt], description: 'The POSTs made, in order, the newest 200.' })
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
