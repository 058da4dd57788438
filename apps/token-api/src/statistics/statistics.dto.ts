import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { isTimeZone, type OutcomeClass, OUTCOMES, WEBHOOK_EVENT_NAMES, type WebhookEventName } from '#libs/contracts';
import { IsQueryInstant } from '../paging/page.dto.js';
import { invalid, ruleOf } from '../validation/field-rules.js';
import { IsChoice, IsDigits, IsOmittable, IsUuid, RefusesUnknown, Satisfies } from '../validation/field.decorator.js';
import { GROUPINGS, type Grouping, MOST_POINTS } from './statistics-query.js';
import { type Interval, INTERVALS } from './time-buckets.js';

const timeZone = ruleOf({ type: 'string', minLength: 1 }, (value) =>
  typeof value === 'string' && isTimeZone(value) ? [] : invalid('Not a time zone: send an IANA name such as Europe/Berlin, or UTC.'),
);

/** Query of GET /statistics. */
@RefusesUnknown()
export class StatisticsDto {
  @IsOmittable()
  @IsUuid('Only attempts to this receiver.')
  receiverId?: string;

  @IsOmittable()
  @IsChoice(WEBHOOK_EVENT_NAMES, 'Only attempts for events with this name.')
  event?: WebhookEventName;

  @IsOmittable()
  @IsChoice(OUTCOMES, 'Only attempts with this outcome. Cancelled deliveries have none.')
  outcome?: OutcomeClass;

  @IsOmittable()
  @IsDigits(100, 999, 'Only attempts that were answered with this status.')
  httpStatus?: string;

  @IsOmittable()
  @IsQueryInstant('Attempts from this instant on; it is rounded down to the beginning of its bucket. By default 24 hours before `to`.')
  from?: string;

  @IsOmittable()
  @IsQueryInstant('Attempts before this instant; it is rounded up to the end of its bucket. By default now.')
  to?: string;

  @IsOmittable()
  @IsChoice(INTERVALS, 'The length of a bucket; `hour` by default. Minutes are kept for 2 days, hours for 30 days, days for 400 days.')
  interval?: Interval;

  @IsOmittable()
  @Satisfies(
    timeZone,
    'The IANA time zone in which hours and days begin; `UTC` by default. Days of zones other than UTC are kept for 30 days.',
  )
  timeZone?: string;

  @IsOmittable()
  @IsChoice(GROUPINGS, `Groups the points of each bucket by this field. At most ${MOST_POINTS} points.`)
  groupBy?: Grouping;
}

class Latency {
  @ApiProperty({ type: 'integer', minimum: 1 })
  readonly p50Ms: number;

  @ApiProperty({ type: 'integer', minimum: 1 })
  readonly p95Ms: number;

  @ApiProperty({ type: 'integer', minimum: 1 })
  readonly p99Ms: number;
}

/** The numbers of one bucket, or of one group in it. */
export class StatisticsPoint {
  @ApiProperty({ description: 'The beginning of the bucket.' })
  readonly from: Date;

  @ApiProperty({ format: 'uuid', required: false, description: 'With `groupBy=receiver`.' })
  readonly receiverId?: string;

  @ApiProperty({ enum: WEBHOOK_EVENT_NAMES, required: false, description: 'With `groupBy=event`.' })
  readonly event?: WebhookEventName;

  @ApiProperty({
    enum: OUTCOMES,
    required: false,
    nullable: true,
    description: 'With `groupBy=outcome`. null = cancelled deliveries.',
  })
  readonly outcome?: OutcomeClass | null;

  @ApiProperty({ type: 'integer', required: false, nullable: true, description: 'With `groupBy=httpStatus`. null = no status came.' })
  readonly httpStatus?: number | null;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'The number of POSTs.' })
  readonly attempts: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Deliveries that ended with a 2xx; a redelivery counts again.' })
  readonly delivered: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Deliveries whose last attempt failed.' })
  readonly exhausted: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Deliveries that waited too long behind an open circuit.' })
  readonly expired: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Deliveries that were cancelled.' })
  readonly cancelled: number;

  @ApiProperty({
    type: Latency,
    nullable: true,
    description: 'The time from the creation of the event to its 2xx, within 5 %; redeliveries are left out. null = nothing was delivered.',
  })
  readonly latency: Latency | null;
}

/** Answer of GET /statistics. */
@ApiSchema({ name: 'Statistics' })
export class StatisticsView {
  @ApiProperty({ enum: INTERVALS })
  readonly interval: Interval;

  @ApiProperty()
  readonly timeZone: string;

  @ApiProperty({ description: 'The beginning of the first bucket.' })
  readonly from: Date;

  @ApiProperty({ description: 'The end of the last bucket.' })
  readonly to: Date;

  @ApiProperty({
    type: [StatisticsPoint],
    description:
      'The points in order. Without `groupBy`, one point for each bucket, with zeros if nothing happened. With `groupBy`, only groups with attempts or ended deliveries.',
  })
  readonly points: readonly StatisticsPoint[];
}

export const STATISTICS_EXAMPLE = {
  interval: 'hour',
  timeZone: 'Europe/Berlin',
  from: '2026-03-29T08:00:00.000Z',
  to: '2026-03-29T10:00:00.000Z',
  points: [
    {
      from: '2026-03-29T08:00:00.000Z',
      attempts: 1204,
      delivered: 1198,
      exhausted: 1,
      expired: 0,
      cancelled: 0,
      latency: { p50Ms: 133, p95Ms: 417, p99Ms: 2060 },
    },
    { from: '2026-03-29T09:00:00.000Z', attempts: 0, delivered: 0, exhausted: 0, expired: 0, cancelled: 0, latency: null },
  ],
};
