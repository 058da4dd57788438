import { ApiProperty, ApiSchema, PartialType } from '@nestjs/swagger';
import { type ContentFilter, EVENT_NAMES, type EventName, FILTER_LISTS, type RefusingList, type WebhookEventName } from '#libs/contracts';
import { RefusesUnknown, Satisfies } from '../validation/field.decorator.js';
import { eventNames, filterRule } from './filter.dto.js';

class Draft {
  @Satisfies(eventNames, 'As `events` of a receiver; absent or empty = the eleven events.')
  events: WebhookEventName[];

  @Satisfies(filterRule, 'As `filter` of a receiver; absent = no filter.')
  filter: Partial<ContentFilter>;
}

/** Body of POST /receivers/preview. */
@RefusesUnknown()
export class PreviewReceiverDto extends PartialType(Draft, { skipNullProperties: false }) {}

/** The most events that a preview judges. */
export const MOST_JUDGED = 1000;
/** The most events of each kind that a preview names. */
export const MOST_NAMED = 10;

@ApiSchema({ name: 'JudgedEvent' })
export class JudgedEventView {
  @ApiProperty({ format: 'uuid' })
  readonly eventid: string;

  @ApiProperty({ enum: EVENT_NAMES })
  readonly event: EventName;

  @ApiProperty()
  readonly createdAt: Date;

  @ApiProperty({ format: 'uuid' })
  readonly consignmentId: string;

  @ApiProperty({ description: '`references.courier` of the event.' })
  readonly courier: string;

  @ApiProperty({ description: '`references.tracking_number` of the event.' })
  readonly trackingNumber: string;

  @ApiProperty({ description: '`references.orderNo` of the event.' })
  readonly orderNo: string;
}

const REFUSERS = ['events', ...FILTER_LISTS] as const;

@ApiSchema({ name: 'LeftOutEvent' })
export class LeftOutEventView extends JudgedEventView {
  @ApiProperty({
    enum: REFUSERS,
    description: 'The first list that does not have the value of the event: `events`, or a list of `filter`.',
  })
  readonly refusedBy: RefusingList;

  @ApiProperty({ description: 'The value of the event that is not in the list.' })
  readonly value: string;
}

/** What a receiver with these settings would have got. */
@ApiSchema({ name: 'ReceiverPreview' })
export class ReceiverPreviewView {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: MOST_JUDGED,
    description: `The judged events: the newest ${MOST_JUDGED} of the account, or fewer if it has fewer.`,
  })
  readonly judged: number;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: MOST_JUDGED, description: 'The events that the receiver would get.' })
  readonly taken: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: MOST_JUDGED,
    description: 'Parcels of which `filter` takes some of the judged events that `events` names, and leaves out others.',
  })
  readonly parcelsInPart: number;

  @ApiProperty({ type: [JudgedEventView], description: `The newest ${MOST_NAMED} events that the receiver would get.` })
  readonly takenEvents: readonly JudgedEventView[];

  @ApiProperty({ type: [LeftOutEventView], description: `The newest ${MOST_NAMED} events that the receiver would not get.` })
  readonly leftOutEvents: readonly LeftOutEventView[];
}

/** The parcels whose values GET /filter-values counts: the newest ones of these days. */
export const VALUES_OF_DAYS = 30;
export const MOST_PARCELS = 10_000;
/** The most values of one list in the answer. */
export const MOST_LISTED = 1000;

@ApiSchema({ name: 'FilterValue' })
export class FilterValueView {
  @ApiProperty({ description: 'The value as records have it. `""` = the record names none.' })
  readonly value: string;

  @ApiProperty({ type: 'integer', minimum: 1 })
  readonly parcels: number;
}

const Values = (): PropertyDecorator =>
  ApiProperty({ type: [FilterValueView], description: `The most frequent values first, at most ${MOST_LISTED}.` });

/** The values that the parcels of an account have now, for the open lists of a filter. */
@ApiSchema({ name: 'FilterValues' })
export class FilterValuesView {
  @ApiProperty({ type: 'integer', minimum: 0, maximum: MOST_PARCELS, description: 'The parcels that were counted.' })
  readonly parcels: number;

  @Values()
  readonly couriers: readonly FilterValueView[];

  @Values()
  readonly destinationCountries: readonly FilterValueView[];

  @Values()
  readonly warehouses: readonly FilterValueView[];

  @Values()
  readonly languages: readonly FilterValueView[];

  @Values()
  readonly clients: readonly FilterValueView[];
}

const judged = {
  eventid: '5b0a1c52-9d3f-5b61-8a4e-2f6f0f5f3c21',
  event: 'onDelivered',
  createdAt: '2026-03-29T10:00:00.000Z',
  consignmentId: '0f1d2c3b-4a59-5687-8796-a5b4c3d2e1f0',
  courier: 'dhl',
  trackingNumber: 'JD01460003',
  orderNo: 'A-1001',
};

export const FILTER_EXAMPLES = {
  draft: { events: ['onDelivered', 'onReturn'], filter: { couriers: ['dhl'], destinationCountries: ['AUT'] } },
  preview: {
    judged: 1000,
    taken: 212,
    parcelsInPart: 3,
    takenEvents: [judged],
    leftOutEvents: [{ ...judged, courier: 'gls', trackingNumber: 'GL123', refusedBy: 'couriers', value: 'gls' }],
  },
  values: {
    parcels: 10_000,
    couriers: [
      { value: 'dhl', parcels: 7120 },
      { value: 'gls', parcels: 2880 },
    ],
    destinationCountries: [{ value: 'AUT', parcels: 10_000 }],
    warehouses: [{ value: 'WRO2', parcels: 10_000 }],
    languages: [{ value: 'de', parcels: 10_000 }],
    clients: [{ value: '', parcels: 10_000 }],
  },
};
