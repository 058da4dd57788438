import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { EVENT_NAMES, type EventName, type JsonObject, type WebhookPayload, WEBHOOK_PAYLOAD_SCHEMA } from '#libs/contracts';
import type { FieldFault } from '#libs/errors';
import type { ParcelChoice } from '../consignments/parcels.repository.js';
import { Delivery, DELIVERY_EXAMPLES } from '../deliveries/deliveries.dto.js';
import { toTestPayload } from '../event-types/receiver-test-payload.js';
import { IsCursorOf, PageOfList, ParcelPageDto } from '../paging/page.dto.js';
import { type PageRange, toPageRange } from '../paging/page.js';
import { at, invalid, NOT_NULL } from '../validation/field-rules.js';
import { IsChoice, IsOmittable, IsUuid, RefusesUnknown, SatisfiesWithOthers } from '../validation/field.decorator.js';
import { END, parsePosition, parseSince } from './event-position.js';

/** Query of GET /events. A parameter that is sent twice becomes a list, which is invalid. */
@RefusesUnknown()
export class ListEventsDto extends ParcelPageDto {
  @IsOmittable()
  @IsCursorOf('events')
  cursor?: string;

  @SatisfiesWithOthers((query) => at('after', afterFaults(query)), {
    type: 'string',
    minLength: 1,
    description:
      'Walks forward: `0` = from the oldest event kept, `end` = from now on, an instant with offset, such as `2026-03-29T10:00:00Z` = the events stored since then (it begins about five minutes earlier, to miss none), else `nextAfter` of the previous answer. Not with `cursor`, `from` or `to`.',
  })
  after?: string;

  @IsOmittable()
  @IsChoice(EVENT_NAMES, 'Only events with this name.')
  event?: EventName;

  @IsOmittable()
  @IsUuid('Only events of this consignment.')
  consignmentId?: string;
}

const BACKWARD = ['cursor', 'from', 'to'] as const;

function afterFaults(query: Readonly<Partial<Record<(typeof BACKWARD)[number] | 'after', unknown>>>): readonly FieldFault[] {
  const { after } = query;
  if (after === undefined) return [];
  if (after === null) return NOT_NULL;
  const others = BACKWARD.filter((name) => query[name] !== undefined);
  if (others.length > 0)
    return invalid(`Cannot be combined with ${others.map((name) => `\`${name}\``).join(', ')}: send one or the other.`);
  return typeof after === 'string' && isStart(after) ? [] : invalid(NO_START);
}

const isStart = (after: string): boolean => after === END || parsePosition(after) !== undefined || parseSince(after) !== undefined;

const NO_START =
  'Must be `0` (the oldest event), `end` (from now on), a date and time with offset, such as 2026-03-29T10:00:00Z (events stored since then), or the `nextAfter` of an earlier answer.';

export interface EventFilter extends PageRange {
  readonly account: number;
  readonly event?: EventName | undefined;
  /** Only events of these consignments. */
  readonly consignmentIds?: readonly string[] | undefined;
  /** Only events of these parcels, which are too many to name. */
  readonly choice?: ParcelChoice | undefined;
}

/** The filter of a forward walk, with `after` as it was sent. */
export type ForwardFilter = Omit<EventFilter, 'after'> & { readonly after: string };

/** A checked query → the filter. */
export const toEventFilter = (account: number, query: ListEventsDto): EventFilter => ({
  ...toPageRange('events', query),
  account,
  event: query.event,
  consignmentIds: query.consignmentId === undefined ? undefined : [query.consignmentId],
});

/** Names only the parts of the payload; docs/schemas/webhook-payload.schema.json is the full schema. */
@ApiSchema({ name: 'WebhookPayload' })
class PayloadParts {
  @ApiProperty({ enum: EVENT_NAMES })
  readonly event: EventName;

  @ApiProperty({ format: 'uuid' })
  readonly eventid: string;

  @ApiProperty({ format: 'date-time', description: 'When the event happened.' })
  readonly timestamp: string;

  @ApiProperty()
  readonly references: object;

  @ApiProperty()
  readonly data: object;

  @ApiProperty()
  readonly reporting: object;
}

export class Event {
  @ApiProperty({ format: 'uuid' })
  readonly eventid: string;

  @ApiProperty({ enum: EVENT_NAMES })
  readonly event: EventName;

  @ApiProperty({ format: 'uuid' })
  readonly consignmentId: string;

  @ApiProperty({ description: 'When the service learned of the event; `payload.timestamp` says when it happened.' })
  readonly createdAt: Date;

  @ApiProperty({ type: PayloadParts, description: String((WEBHOOK_PAYLOAD_SCHEMA as JsonObject)['description']) })
  readonly payload: WebhookPayload;
}

/** Answer of GET /events. */
export class EventPage extends PageOfList {
  @ApiProperty({ type: [Event] })
  readonly events: readonly Event[];

  @ApiProperty({ required: false, description: 'Present only with `after`. Send it as the next `after` to continue.' })
  readonly nextAfter?: string;
}

/** Answer of GET /events/{eventid}. */
export class EventDetail extends Event {
  @ApiProperty({ type: [Delivery], description: 'The deliveries of the event to each receiver.' })
  readonly deliveries: readonly Delivery[];
}

const eventid = '5b0a1c52-9d3f-5b61-8a4e-2f6f0f5f3c21';
const event = {
  eventid,
  event: 'onDelivered',
  consignmentId: '0f1d2c3b-4a59-5687-8796-a5b4c3d2e1f0',
  createdAt: '2026-03-29T10:00:00.000Z',
  payload: toTestPayload({ event: 'onDelivered', eventid, atMs: Date.parse('2026-03-29T09:59:58Z') }),
};

export const EVENT_EXAMPLES = {
  page: { events: [event], nextCursor: null },
  detail: { ...event, deliveries: DELIVERY_EXAMPLES.page.deliveries },
};
