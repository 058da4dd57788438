import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import {
  DELIVERY_STATUSES,
  type DeliveryStatus,
  EVENT_NAMES,
  type EventName,
  type ExpectedDelivery,
  normaliseTrackingNumber,
  parseInstant,
} from '#libs/contracts';
import { IsCursorOf, IsQueryInstant, IsReference, MAX_SOUGHT_CHARS, OrderPageDto, PageOfList } from '../paging/page.dto.js';
import { type PageRange, toPageRange, withPlus } from '../paging/page.js';
import { IsChoice, IsOmittable, IsText, RefusesUnknown } from '../validation/field.decorator.js';
import { ExpectedDeliveryView } from './consignments.dto.js';

/** Query of GET /consignments. A parameter that is sent twice becomes a list, which is invalid. */
@RefusesUnknown()
export class ListConsignmentsDto extends OrderPageDto {
  @IsOmittable()
  @IsCursorOf('consignments')
  cursor?: string;

  @IsOmittable()
  @IsText({
    min: 1,
    max: MAX_SOUGHT_CHARS,
    description:
      'A whole tracking number of any courier, order number, `eventid`, `deliveryId` or `consignmentId`. Case does not matter; in numbers, white space and hyphens do not matter either.',
  })
  q?: string;

  @IsReference('courier', 'trackingNumber', 'Only parcels of this courier.')
  courier?: string;

  @IsOmittable()
  @IsText({
    min: 1,
    description: 'Only parcels with this number, in every generation. White space and case do not matter. Needs `courier`.',
  })
  trackingNumber?: string;

  @IsOmittable()
  @IsText({ min: 1, max: MAX_SOUGHT_CHARS, description: 'Only parcels to this country: `destination_country_iso3` of the newest record.' })
  destinationCountry?: string;

  @IsOmittable()
  @IsText({ min: 1, max: MAX_SOUGHT_CHARS, description: 'Only parcels of this warehouse, as in the newest record.' })
  warehouse?: string;

  @IsOmittable()
  @IsChoice(DELIVERY_STATUSES, 'Only parcels that have this status now.')
  status?: DeliveryStatus;

  @IsOmittable()
  @IsChoice(EVENT_NAMES, 'Only parcels that have had an event with this name.')
  event?: EventName;

  @IsOmittable()
  @IsQueryInstant('Only parcels that have changed at or after this instant.')
  updatedSince?: string;

  @IsOmittable()
  @IsChoice(['true'], 'Only parcels with a delivery that is exhausted, expired, or pending after a failed attempt.')
  failing?: 'true';
}

export interface ConsignmentFilter extends PageRange {
  readonly account: number;
  readonly q?: string | undefined;
  readonly courier?: string | undefined;
  /** Normalised. */
  readonly trackingNumber?: string | undefined;
  readonly orderNo?: string | undefined;
  readonly client?: string | undefined;
  readonly destinationCountry?: string | undefined;
  readonly warehouse?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
  readonly event?: EventName | undefined;
  readonly updatedSinceMs?: number | undefined;
  readonly isFailing: boolean;
}

/** A checked query → the filter. */
export const toConsignmentFilter = (account: number, query: ListConsignmentsDto): ConsignmentFilter => ({
  ...toPageRange('consignments', query),
  account,
  q: query.q,
  courier: query.courier,
  trackingNumber: query.trackingNumber === undefined ? undefined : normaliseTrackingNumber(query.trackingNumber),
  orderNo: query.orderNo,
  client: query.client,
  destinationCountry: query.destinationCountry,
  warehouse: query.warehouse,
  status: query.status,
  event: query.event,
  updatedSinceMs: query.updatedSince === undefined ? undefined : parseInstant(withPlus(query.updatedSince)),
  isFailing: query.failing === 'true',
});

/** A parcel in a list, without its scans and events. */
@ApiSchema({ name: 'ListedConsignment' })
export class ListedConsignment {
  @ApiProperty({ format: 'uuid' })
  readonly consignmentId: string;

  @ApiProperty()
  readonly courier: string;

  @ApiProperty({ description: 'Normalised.' })
  readonly trackingNumber: string;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'Counts the parcels of this number: 2 and more = the number was used again.' })
  readonly generation: number;

  @ApiProperty({
    description: 'True = the number belongs to this parcel now, so GET /consignments/{courier}/{trackingNumber} shows this parcel.',
  })
  readonly isCurrent: boolean;

  @ApiProperty()
  readonly orderNo: string;

  @ApiProperty()
  readonly client: string;

  @ApiProperty({ enum: DELIVERY_STATUSES, description: '`Pending` before the first scan.' })
  readonly status: DeliveryStatus;

  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, description: 'null = nothing has happened yet.' })
  readonly statusAt: string | null;

  @ApiProperty({ type: ExpectedDeliveryView, nullable: true })
  readonly expectedDelivery: ExpectedDelivery | null;

  @ApiProperty()
  readonly isReturn: boolean;

  @ApiProperty()
  readonly isCancelled: boolean;

  @ApiProperty()
  readonly createdAt: Date;

  @ApiProperty()
  readonly updatedAt: Date;
}

/** Answer of GET /consignments. */
export class ConsignmentPage extends PageOfList {
  @ApiProperty({ type: [ListedConsignment] })
  readonly consignments: readonly ListedConsignment[];
}

export const CONSIGNMENT_PAGE_EXAMPLE = {
  consignments: [
    {
      consignmentId: '0f1d2c3b-4a59-5687-8796-a5b4c3d2e1f0',
      courier: 'acme-express',
      trackingNumber: 'JD01460003',
      generation: 1,
      isCurrent: true,
      orderNo: 'A-1001',
      client: 'shop-de',
      status: 'OutForDelivery',
      statusAt: '2026-03-29T08:00:00Z',
      expectedDelivery: { startDate: '2026-03-29', endDate: '2026-03-29' },
      isReturn: false,
      isCancelled: false,
      createdAt: '2026-03-27T08:00:00.000Z',
      updatedAt: '2026-03-29T08:00:02.000Z',
    },
  ],
  nextCursor: null,
};
