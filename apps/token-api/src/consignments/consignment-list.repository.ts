// tables consignment, event and delivery, read only
import { Injectable } from '@nestjs/common';
import { normaliseTrackingNumber } from '#libs/contracts';
import { DataSource } from 'typeorm';
import { atText, cappedBySize, type Condition, Terms } from '../paging/page.js';
import { toIdForm, UUID_PATTERN } from '../validation/field-rules.js';
import type { ConsignmentFilter } from './consignment-list.dto.js';
import type { ConsignmentState } from './consignment-view.js';
import { CLIENT_IS, ORDER_NO_IS } from './parcels.repository.js';

/** What a list shows of the state. */
export type ListedState = Pick<ConsignmentState, 'shown' | 'cancelledAtMs' | 'expectedDelivery' | 'record'>;

export interface ListedRow {
  readonly consignmentId: string;
  readonly courier: string;
  readonly trackingNumber: string;
  readonly generation: number;
  readonly isCurrent: boolean;
  readonly orderNo: string | null;
  readonly client: string | null;
  readonly state: ListedState;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** The moment and the id by which the list is ordered. */
  readonly createdAtText: string;
  readonly placeId: string;
  readonly found: number;
}

/** Without texts of carriers, which may be long; without nulls, so that what is absent stays so. */
const STATE = `jsonb_strip_nulls(jsonb_build_object(
    'record', jsonb_build_object('isReturn', state #> '{record,isReturn}', 'isCancelled', state #> '{record,isCancelled}'),
    'shown', CASE WHEN state ? 'shown' THEN jsonb_build_object('status', state #> '{shown,status}', 'occurredAtMs', state #> '{shown,occurredAtMs}') END,
    'cancelledAtMs', state -> 'cancelledAtMs', 'expectedDelivery', state -> 'expectedDelivery'))`;

const CONSIGNMENT = `consignment.consignment_id AS "consignmentId", courier, tracking_number AS "trackingNumber", generation, is_current AS "isCurrent",
    order_no AS "orderNo", client, ${STATE} AS state, consignment.created_at AS "createdAt", consignment.updated_at AS "updatedAt"`;
const BYTES = 'coalesce(octet_length(order_no), 0) + coalesce(octet_length(client), 0) AS bytes';
const NAMES = ['consignmentId', 'trackingNumber', 'isCurrent', 'orderNo', 'createdAt', 'updatedAt', 'createdAtText', 'placeId'];
const COLUMNS = ['courier', 'generation', 'client', 'state', ...NAMES.map((name) => `"${name}"`)];

/** In the words of the partial indexes. */
const isFailing = (delivery: string): string =>
  `(${delivery}.status IN ('exhausted', 'expired') OR (${delivery}.status = 'pending' AND ${delivery}.attempts > 0))`;

/** Where a list takes its order from, and what stands there. */
interface Order {
  readonly from: string;
  readonly at: string;
  readonly id: string;
}

const CREATED: Order = { from: 'consignment', at: 'consignment.created_at', id: 'consignment.consignment_id' };
const CHANGED: Order = { ...CREATED, at: 'consignment.updated_at' };
const EVENT: Order = { from: 'event AS place JOIN consignment USING (consignment_id)', at: 'place.created_at', id: 'place.eventid' };
const DELIVERY: Order = {
  from: 'delivery AS place JOIN consignment USING (consignment_id)',
  at: 'place.created_at',
  id: 'place.delivery_id',
};

/** Events that come, and deliveries that fail, while a list is read do not move what stands at its first. */
const isFirst = (table: 'event' | 'delivery', id: string, condition: string): string => `NOT EXISTS (
    SELECT FROM ${table} AS earlier WHERE earlier.consignment_id = consignment.consignment_id AND ${condition}
      AND (earlier.created_at, earlier.${id}) < (place.created_at, place.${id}))`;

const FIND_BY_ID = `
  SELECT consignment_id AS id FROM event WHERE eventid = $1 AND account_id = $2
  UNION SELECT consignment_id FROM delivery WHERE delivery_id = $1 AND account_id = $2`;

@Injectable()
export class ConsignmentListRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first, up to `limit`, as far as they fit into an answer. */
  async list(filter: ConsignmentFilter): Promise<ListedRow[]> {
    const order = orderOf(filter);
    const ids = filter.q === undefined ? undefined : await this.idsNamed(filter.account, filter.q);
    const { sql, parameters } = toCondition(filter, order, ids);
    const select = `
      SELECT ${CONSIGNMENT}, ${order.at} AS "placeAt", ${order.id} AS "placeId", ${atText(order.at)}, ${BYTES}
      FROM ${order.from} WHERE ${sql} ORDER BY ${order.at} DESC, ${order.id} DESC LIMIT ${filter.limit}`;
    return this.dataSource.query(cappedBySize({ select, columns: COLUMNS, order: '"placeAt" DESC, "placeId" DESC' }), [...parameters]);
  }

  /** The consignment with this id, and those whose event or delivery has it. */
  private async idsNamed(account: number, text: string): Promise<string[]> {
    if (!UUID_PATTERN.test(text)) return [];
    const id = toIdForm(text);
    const rows = await this.dataSource.query<{ id: string }[]>(FIND_BY_ID, [id, account]);
    return [id, ...rows.map((row) => row.id)];
  }
}

function orderOf({ updatedSinceMs, isFailing: onlyFailing, event }: ConsignmentFilter): Order {
  if (updatedSinceMs !== undefined) return CHANGED;
  if (onlyFailing) return DELIVERY;
  return event === undefined ? CREATED : EVENT;
}

/** @param ids those of `q`, when it is an id */
export function toCondition(filter: ConsignmentFilter, order: Order, ids: readonly string[] | undefined): Condition {
  const { account, q, updatedSinceMs } = filter;
  const terms = new Terms()
    .add('consignment.account_id = ?', account)
    .add('courier = ?', filter.courier)
    .add('tracking_number = ?', filter.trackingNumber)
    .add(ORDER_NO_IS, filter.orderNo)
    .add(CLIENT_IS, filter.client)
    .add('consignment.status = ?', filter.status)
    .add('consignment.updated_at >= ?', updatedSinceMs === undefined ? undefined : new Date(updatedSinceMs).toISOString())
    .add(`(tracking_number = ? OR ${ORDER_NO_IS} OR consignment.consignment_id = ANY(?::uuid[]))`, q && normaliseTrackingNumber(q), q, ids);
  addEvent(terms, filter, order);
  addFailing(terms, filter, order);
  return terms.addPageRange(filter, order.id, order.at).toCondition();
}

function addEvent(terms: Terms, { account, event }: ConsignmentFilter, order: Order): void {
  if (order === EVENT)
    terms.add(`place.account_id = ? AND place.event = ? AND ${isFirst('event', 'eventid', 'earlier.event = place.event')}`, account, event);
  else terms.add('EXISTS (SELECT FROM event WHERE event.consignment_id = consignment.consignment_id AND event.event = ?)', event);
}

function addFailing(terms: Terms, { account, isFailing: onlyFailing }: ConsignmentFilter, order: Order): void {
  if (!onlyFailing) return;
  const ofAccount = `place.account_id = ? AND ${isFailing('place')} AND ${isFirst('delivery', 'delivery_id', isFailing('earlier'))}`;
  const ofConsignment = `EXISTS (SELECT FROM delivery WHERE delivery.account_id = ? AND delivery.consignment_id = consignment.consignment_id AND ${isFailing('delivery')})`;
  terms.add(order === DELIVERY ? ofAccount : ofConsignment, account);
}
