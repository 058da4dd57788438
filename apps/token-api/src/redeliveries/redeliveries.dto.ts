import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { DELIVERY_STATES, type DeliveryState, parseInstant, WEBHOOK_EVENT_NAMES, type WebhookEventName } from '#libs/contracts';
import type { FieldFault } from '#libs/errors';
import { MISSING, MOST_COUNTED, MOST_SAMPLED, type Preview } from './redelivery.js';
import { at, instant, INSTANT_TEXT, invalid, NOT_NULL } from '../validation/field-rules.js';
import { IsChoice, IsFlag, IsInstant, IsOmittable, RefusesUnknown, SatisfiesWithOthers } from '../validation/field.decorator.js';

const ORDER_STATES = ['running', 'done', 'cancelled'] as const;

/** The status of an ended delivery. A pending delivery is already on its way. */
export type EndedState = Exclude<DeliveryState, 'pending'>;
const ENDED_STATES = DELIVERY_STATES.filter((state): state is EndedState => state !== 'pending');
const ORDERED_STATES = [...ENDED_STATES, MISSING] as const;

/** Body of POST /receivers/{receiverId}/redeliver. It selects the deliveries that are sent again. */
@RefusesUnknown()
export class RedeliverDto {
  @IsInstant('Deliveries created at or after this instant.')
  from: string;

  @SatisfiesWithOthers((body) => at('to', endFaults(body)), {
    ...instant.schema,
    description: `Deliveries created before this instant, which is later than \`from\`; absent, or in the future = now. ${INSTANT_TEXT}`,
  })
  to?: string;

  @IsChoice(
    ORDERED_STATES,
    'Only deliveries that ended with this status. `missing` = events created in the period that the receiver wants by its present `events` and `filter` but has no delivery for. Events stored in the last 10 seconds are left out, because they may be on their way.',
  )
  status: (typeof ORDERED_STATES)[number];

  @IsOmittable()
  @IsFlag('Only count what would be sent, and name the first ones.')
  dryRun?: boolean;
}

function endFaults({ from, to }: { readonly from?: unknown; readonly to?: unknown }): readonly FieldFault[] {
  if (to === undefined) return [];
  if (to === null) return NOT_NULL;
  const faults = instant(to);
  if (faults.length > 0 || instant(from).length > 0) return faults;
  return parseInstant(to as string)! > parseInstant(from as string)! ? [] : invalid('Must be later than `from`: nothing lies between.');
}

const CAPPED = { type: 'integer', minimum: 0, maximum: MOST_COUNTED } as const;
const CAP = `${MOST_COUNTED} = at least that many.`;

/** The present states of the deliveries of an order. */
class RedeliveryResults {
  @ApiProperty({ ...CAPPED, description: `Deliveries that wait for their next attempt. ${CAP}` })
  readonly pending: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Deliveries that the receiver answered with 2xx.' })
  readonly delivered: number;

  @ApiProperty({
    description: `false = at least \`delivered\` deliveries were delivered; only possible when another number is ${MOST_COUNTED}.`,
  })
  readonly deliveredIsExact: boolean;

  @ApiProperty({ ...CAPPED, description: `Deliveries that are \`exhausted\` or \`expired\` again. ${CAP}` })
  readonly failed: number;

  @ApiProperty({ ...CAPPED, description: CAP })
  readonly cancelled: number;
}

/** An order for redelivery, as its customer sees it. */
@ApiSchema({ name: 'Redelivery' })
export class RedeliveryView {
  @ApiProperty({ format: 'uuid' })
  readonly redeliveryId: string;

  @ApiProperty({ format: 'uuid' })
  readonly receiverId: string;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description: 'The delivery of an order for one delivery; null = the order is for a period.',
  })
  readonly deliveryId: string | null;

  @ApiProperty({ type: Date, nullable: true })
  readonly from: Date | null;

  @ApiProperty({ type: Date, nullable: true })
  readonly to: Date | null;

  @ApiProperty({
    enum: [...DELIVERY_STATES, MISSING],
    nullable: true,
    description:
      'The status of the ordered deliveries; `missing` = events without a delivery; `pending` = deliveries that the operator sends again after a loss; null = the order is for one delivery.',
  })
  readonly status: DeliveryState | typeof MISSING | null;

  @ApiProperty({ enum: ORDER_STATES, description: '`cancelled` = the receiver was switched off, disabled or deleted meanwhile.' })
  readonly state: (typeof ORDER_STATES)[number];

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: `Deliveries that could be sent at the time of the order: a delivery whose event is no longer kept, or whose parcel was erased, does not count. Counted up to ${MOST_COUNTED}; beyond this number, \`total\` grows with \`done\`.`,
  })
  readonly total: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Deliveries that have begun a new round.' })
  readonly started: number;

  @ApiProperty({
    type: RedeliveryResults,
    description:
      'The present states of deliveries that have begun a new round. A delivery of the period that another order sent again meanwhile counts, too.',
  })
  readonly results: RedeliveryResults;

  @ApiProperty()
  readonly createdAt: Date;

  @ApiProperty()
  readonly updatedAt: Date;
}

class PreviewedEvent {
  @ApiProperty({ format: 'uuid' })
  readonly eventid: string;

  @ApiProperty({ enum: WEBHOOK_EVENT_NAMES })
  readonly event: WebhookEventName;

  @ApiProperty()
  readonly createdAt: Date;

  @ApiProperty({ type: 'string', format: 'uuid', nullable: true, description: 'null = the event has no delivery (`missing`).' })
  readonly deliveryId: string | null;

  @ApiProperty({ format: 'uuid' })
  readonly consignmentId: string;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The courier of the parcel; null = the data of the parcel are no longer kept.',
  })
  readonly courier: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The normalised number of the parcel; null when `courier` is null.' })
  readonly trackingNumber: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The order number in the newest record of the parcel; null when `courier` is null.',
  })
  readonly orderNo: string | null;
}

/** The deliveries that an order would send again. */
export class RedeliveryPreview implements Preview {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: `Deliveries that would be sent, counted up to ${MOST_COUNTED}: the \`total\` of the order.`,
  })
  readonly count: number;

  @ApiProperty({ description: 'false = there may be more.' })
  readonly countIsExact: boolean;

  @ApiProperty({
    description:
      'The end of the counted period: `to` of the request, but at most now, and at most ten seconds ago for `missing`. An order with this `to` sends no more than was counted.',
  })
  readonly to: Date;

  @ApiProperty({ type: [PreviewedEvent], description: `The first ${MOST_SAMPLED} events, oldest first.` })
  readonly sample: readonly PreviewedEvent[];
}

const NO_RESULTS = { pending: 0, delivered: 0, deliveredIsExact: true, failed: 0, cancelled: 0 };

const redelivery = {
  redeliveryId: '7d9e8f60-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
  receiverId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  deliveryId: null,
  from: '2026-03-28T00:00:00.000Z',
  to: '2026-03-29T00:00:00.000Z',
  status: 'exhausted',
  state: 'running',
  total: 1200,
  started: 400,
  results: { pending: 20, delivered: 378, deliveredIsExact: true, failed: 2, cancelled: 0 },
  createdAt: '2026-03-29T10:00:00.000Z',
  updatedAt: '2026-03-29T10:00:01.000Z',
};

export const REDELIVERY_EXAMPLES = {
  period: { from: '2026-03-28T00:00:00Z', to: '2026-03-29T00:00:00Z', status: 'exhausted' },
  missing: { from: '2026-03-28T00:00:00Z', status: 'missing', dryRun: true },
  preview: {
    count: 1,
    countIsExact: true,
    to: '2026-03-29T10:05:00.000Z',
    sample: [
      {
        eventid: '5b0a1c52-9d3f-5b61-8a4e-2f6f0f5f3c21',
        event: 'onDelivered',
        createdAt: '2026-03-29T10:00:00.000Z',
        deliveryId: null,
        consignmentId: '0f1d2c3b-4a59-5687-8796-a5b4c3d2e1f0',
        courier: 'acme-express',
        trackingNumber: 'JD01460003',
        orderNo: 'A-1001',
      },
    ],
  },
  redelivery,
  one: {
    ...redelivery,
    deliveryId: '8f14e45f-ceea-567f-a9cf-3a5c1b0a7d11',
    from: null,
    to: null,
    status: null,
    total: 1,
    started: 0,
    results: NO_RESULTS,
  },
};
