import type { EventName } from '#libs/contracts';
import { type Condition, type PageQuery, type PageRange, Terms, toPageRange } from '../paging/page.js';

export interface EventFilter extends PageRange {
  readonly account: number;
  readonly event?: EventName | undefined;
  /** Those of one parcel, every generation of its number. */
  readonly consignmentIds?: readonly string[] | undefined;
}

/** A checked query → what to look for. */
export const toEventFilter = (
  account: number,
  query: PageQuery & { readonly event?: EventName; readonly consignmentId?: string },
): EventFilter => ({
  ...toPageRange('events', query),
  account,
  event: query.event,
  consignmentIds: query.consignmentId === undefined ? undefined : [query.consignmentId],
});

export const toCondition = (filter: EventFilter): Condition =>
  new Terms()
    .add('account_id = ?', filter.account)
    .add('event = ?', filter.event)
    .add('consignment_id = ANY(?::uuid[])', filter.consignmentIds)
    .addPageRange(filter, 'eventid')
    .toCondition();
