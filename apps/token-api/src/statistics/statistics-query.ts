// Converts a checked query of GET /statistics to the rows of attempt_rollup that are added up, or refuses it.
import { DAY } from '#libs/config';
import { LATEST_MS, type OutcomeClass, parseInstant, type WebhookEventName } from '#libs/contracts';
import { answeredSinceMs, type Grain } from '../rollups/attempt-rollup.js';
import type { FieldFault } from '#libs/errors';
import { withPlus } from '../paging/page.js';
import { grainOf, type Interval, toBoundaries } from './time-buckets.js';

export const GROUPINGS = ['receiver', 'event', 'outcome', 'httpStatus'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** The most points that a chart shows. */
export const MOST_POINTS = 1500;

export interface StatisticsRequest {
  readonly receiverId?: string;
  readonly event?: WebhookEventName;
  readonly outcome?: OutcomeClass;
  readonly httpStatus?: string;
  readonly from?: string;
  readonly to?: string;
  readonly interval?: Interval;
  readonly timeZone?: string;
  readonly groupBy?: Grouping;
}

export interface StatisticsQuery {
  readonly account: number;
  readonly receiverId: string | undefined;
  readonly event: WebhookEventName | undefined;
  readonly outcome: OutcomeClass | undefined;
  readonly httpStatus: number | undefined;
  readonly interval: Interval;
  readonly timeZone: string;
  readonly groupBy: Grouping | undefined;
  readonly grain: Grain;
  /** The beginning of each bucket, and the end of the last bucket. */
  readonly boundariesMs: readonly number[];
}

interface Asker {
  readonly account: number;
  readonly nowMs: number;
}

export function toStatisticsQuery(request: StatisticsRequest, { account, nowMs }: Asker): StatisticsQuery | FieldFault {
  const { interval = 'hour', timeZone = 'UTC' } = request;
  const toMs = request.to === undefined ? nowMs : parseInstant(withPlus(request.to))!;
  const fromMs = request.from === undefined ? toMs - DAY : parseInstant(withPlus(request.from))!;
  if (fromMs >= toMs) return ended(request.to !== undefined);
  const grain = grainOf(interval, timeZone);
  if (fromMs < answeredSinceMs(grain, nowMs)) return invalid('from', TOO_OLD[interval === 'day' ? grain : interval]);
  const boundariesMs = toBoundaries({ fromMs, toMs }, { interval, timeZone, most: MOST_POINTS });
  if (!boundariesMs) return tooMany('from', 'buckets');
  if (boundariesMs.at(-1)! > LATEST_MS) return invalid('to', 'Too late: the last bucket would end after the year 9999.');
  return {
    account,
    receiverId: request.receiverId,
    event: request.event,
    outcome: request.outcome,
    httpStatus: request.httpStatus === undefined ? undefined : Number(request.httpStatus),
    interval,
    timeZone,
    groupBy: request.groupBy,
    grain,
    boundariesMs,
  };
}

const TOO_OLD = {
  minute: 'Minutes are kept for 2 days: send a later `from`, or `interval=hour`.',
  hour: 'Hours are kept for 30 days: send a later `from`, or `interval=day` without `timeZone`.',
  quarter: 'Days of a time zone other than UTC are kept for 30 days: send a later `from`, or leave out `timeZone`.',
  day: 'Days are kept for 400 days: send a later `from`.',
};

const invalid = (attr: string, detail: string): FieldFault => ({ name: 'invalid', attr, detail });

const ended = (isToGiven: boolean): FieldFault =>
  isToGiven
    ? invalid('to', 'Must be later than `from`: nothing lies between.')
    : invalid('from', 'Must be in the past when `to` is left out.');

export const tooMany = (attr: string, what: 'buckets' | 'groups'): FieldFault =>
  invalid(
    attr,
    what === 'buckets'
      ? `More than ${MOST_POINTS} points: send a shorter period, or a longer \`interval\`.`
      : `More than ${MOST_POINTS} points: send a shorter period, a longer \`interval\`, or a filter.`,
  );
