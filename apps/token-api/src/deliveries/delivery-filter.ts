import { type DeliveryState, parseInstant } from '#libs/contracts';
import { type Cursor, parseCursor } from './cursor.js';
import { withPlus } from './query-instant.js';

const DEFAULT_LIMIT = 50;

export interface DeliveryFilter {
  readonly account: number;
  readonly receiverId?: string | undefined;
  readonly status?: DeliveryState | undefined;
  readonly eventid?: string | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  readonly after?: Cursor | undefined;
  readonly limit: number;
}

interface DeliveryQuery {
  readonly receiverId?: string;
  readonly status?: DeliveryState;
  readonly eventid?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit?: string;
  readonly cursor?: string;
}

/** A checked query → what to look for. */
export const toDeliveryFilter = (account: number, query: DeliveryQuery): DeliveryFilter => ({
  account,
  receiverId: query.receiverId,
  status: query.status,
  eventid: query.eventid,
  fromMs: query.from === undefined ? undefined : parseInstant(withPlus(query.from)),
  toMs: query.to === undefined ? undefined : parseInstant(withPlus(query.to)),
  after: query.cursor === undefined ? undefined : parseCursor(query.cursor),
  limit: query.limit === undefined ? DEFAULT_LIMIT : Number(query.limit),
});

export interface Condition {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Only the conditions that are asked for, so that the planner sees which index serves them. */
export function toCondition(filter: DeliveryFilter): Condition {
  const parameters: unknown[] = [];
  const given = (value: unknown): string => `$${parameters.push(value)}`;
  const terms = [`account_id = ${given(filter.account)}`];
  if (filter.receiverId !== undefined) terms.push(`receiver_id = ${given(filter.receiverId)}`);
  if (filter.status !== undefined) terms.push(`status = ${given(filter.status)}`);
  if (filter.eventid !== undefined) terms.push(`eventid = ${given(filter.eventid)}`);
  if (filter.fromMs !== undefined) terms.push(`created_at >= ${given(new Date(filter.fromMs).toISOString())}`);
  if (filter.toMs !== undefined) terms.push(`created_at < ${given(new Date(filter.toMs).toISOString())}`);
  if (filter.after)
    terms.push(`(created_at, delivery_id) < (${given(filter.after.createdAt)}::timestamptz, ${given(filter.after.id)}::uuid)`);
  return { sql: terms.join(' AND '), parameters };
}
