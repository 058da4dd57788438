import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { DELIVERY_STATES, type DeliveryState, parseInstant } from '#libs/contracts';
import type { FieldFault } from '#libs/errors';
import { MOST_COUNTED } from './redelivery.js';
import { at, instant, INSTANT_TEXT, invalid, NOT_NULL } from '../validation/field-rules.js';
import { IsChoice, IsInstant, RefusesUnknown, SatisfiesWithOthers } from '../validation/field.decorator.js';

const ORDER_STATES = ['running', 'done', 'cancelled'] as const;

/** What is pending is on its way already. */
export type EndedState = Exclude<DeliveryState, 'pending'>;
const ENDED_STATES = DELIVERY_STATES.filter((state): state is EndedState => state !== 'pending');

/** Body of POST /receivers/{receiverId}/redeliver: which of the receiver's deliveries are sent again. */
@RefusesUnknown()
export class RedeliverDto {
  @IsInstant('Deliveries created at or after this instant.')
  from: string;

  @SatisfiesWithOthers((body) => at('to', endFaults(body)), {
    ...instant.schema,
    description: `Deliveries created before this instant, which is later than \`from\`; absent, or in the future = now. ${INSTANT_TEXT}`,
  })
  to?: string;

  @IsChoice(ENDED_STATES, 'Only deliveries that ended with this status.')
  status: EndedState;
}

function endFaults({ from, to }: { readonly from?: unknown; readonly to?: unknown }): readonly FieldFault[] {
  if (to === undefined) return [];
  if (to === null) return NOT_NULL;
  const faults = instant(to);
  if (faults.length > 0 || instant(from).length > 0) return faults;
  return parseInstant(to as string)! > parseInstant(from as string)! ? [] : invalid('Must be later than `from`: nothing lies between.');
}

/** An order to send again as its customer sees it. */
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
    description: 'The delivery, when it is one alone; null = all of a period.',
  })
  readonly deliveryId: string | null;

  @ApiProperty({ type: Date, nullable: true })
  readonly from: Date | null;

  @ApiProperty({ type: Date, nullable: true })
  readonly to: Date | null;

  @ApiProperty({
    enum: DELIVERY_STATES,
    nullable: true,
    description:
      'Those that had ended so; `pending` = those that had not ended, sent again by the operator after a loss; null = one delivery alone.',
  })
  readonly status: DeliveryState | null;

  @ApiProperty({ enum: ORDER_STATES, description: '`cancelled` = the receiver was disabled or deleted meanwhile.' })
  readonly state: (typeof ORDER_STATES)[number];

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: `How many were meant when it was asked for. Counted up to ${MOST_COUNTED}; where there are more, it grows with \`done\`.`,
  })
  readonly total: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'How many have begun a new round.' })
  readonly done: number;

  @ApiProperty()
  readonly createdAt: Date;

  @ApiProperty()
  readonly updatedAt: Date;
}

const redelivery = {
  redeliveryId: '7d9e8f60-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
  receiverId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  deliveryId: null,
  from: '2026-03-28T00:00:00.000Z',
  to: '2026-03-29T00:00:00.000Z',
  status: 'exhausted',
  state: 'running',
  total: 1200,
  done: 400,
  createdAt: '2026-03-29T10:00:00.000Z',
  updatedAt: '2026-03-29T10:00:01.000Z',
};

export const REDELIVERY_EXAMPLES = {
  period: { from: '2026-03-28T00:00:00Z', to: '2026-03-29T00:00:00Z', status: 'exhausted' },
  redelivery,
  one: { ...redelivery, deliveryId: '8f14e45f-ceea-567f-a9cf-3a5c1b0a7d11', from: null, to: null, status: null, total: 1, done: 0 },
};
