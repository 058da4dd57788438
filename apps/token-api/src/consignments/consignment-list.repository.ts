// tables consignment, event and delivery, read only
import { Injectable } from '@nestjs/common';
import { normaliseTrackingNumber } from '#libs/contracts';
import { numberHash, searchForm, unpackJson } from '#libs/persistence';
import { DataSource } from 'typeorm';
import { atText } from '../paging/created-at-text.repository.js';
import { cappedBySize, Terms } from '../paging/page.js';
import { toIdForm, UUID_PATTERN } from '../validation/field-rules.js';
import type { ConsignmentFilter } from './consignment-list.dto.js';
import type { ConsignmentState } from './consignment-view.js';
import { addNumbers, CLIENT_IS, COUNTRY_IS, ParcelsRepository, WAREHOUSE_IS } from './parcels.repository.js';

/** The part of the state that a list shows. */
export type ListedState = Pick<ConsignmentState, 'shown' | 'cancelledAtMs' | 'expectedDelivery'> & {
  readonly record: Pick<ConsignmentState['record'], 'isReturn' | 'isCancelled'>;
};

export interface ListedRow {
  readonly consignmentId: string;
  readonly courier: string;
  readonly trackingNumber: string;
  readonly generation: number;
  readonly isCurrent: boolean;
  readonly orderNo: string;
  readonly client: string;
  readonly state: ListedState;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** The moment and the id by which the list is ordered. */
  readonly createdAtText: string;
  readonly placeId: string;
  readonly found: number;
}

type PackedRow = Omit<ListedRow, 'state'> & { readonly state: Buffer };

const listedStateOf = ({ shown, cancelledAtMs, expectedDelivery, record }: ConsignmentState): ListedState => ({
  ...(shown && { shown: { status: shown.status, occurredAtMs: shown.occurredAtMs } }),
  ...(cancelledAtMs !== undefined && { cancelledAtMs }),
  ...(expectedDelivery && { expectedDelivery }),
  record: { isReturn: record.isReturn, isCancelled: record.isCancelled },
});

const CONSIGNMENT = `consignment.consignment_id AS "consignmentId", courier, tracking_number AS "trackingNumber", generation, is_current AS "isCurrent",
    order_no AS "orderNo", consignment.client, state, consignment.created_at AS "createdAt", consignment.updated_at AS "updatedAt"`;
/** The packed size of a state counts: one state is unpacked at a time, and the carrier's long texts in it are dropped at once. */
const BYTES = 'octet_length(order_no) + octet_length(consignment.client) + octet_length(state) AS bytes';
const NAMES = ['consignmentId', 'trackingNumber', 'isCurrent', 'orderNo', 'createdAt', 'updatedAt', 'createdAtText', 'placeId'];
const COLUMNS = ['courier', 'generation', 'client', 'state', ...NAMES.map((name) => `"${name}"`)];

/** Repeats the condition of the partial indexes word for word. */
const isFailing = (delivery: string): string =>
  `(${delivery}.status IN ('exhausted', 'expired') OR (${delivery}.status = 'pending' AND ${delivery}.attempts > 0))`;

/** Events and deliveries are at most a week older than their consignment (rowCreatedAtMs), so earlier partitions are not searched. */
const since = (table: string): string => `${table}.created_at >= consignment.created_at - interval '8 days'`;

/** The columns that order a list. */
interface Order {
  readonly at: string;
  readonly id: string;
  /** Set when the list is ordered by the first event or the first failing delivery of each consignment. */
  readonly table?: 'event' | 'delivery';
}

const CREATED: Order = { at: 'consignment.created_at', id: 'consignment.consignment_id' };
const CHANGED: Order = { ...CREATED, at: 'consignment.updated_at' };
const EVENT: Order = { at: 'place.created_at', id: 'place.eventid', table: 'event' };
const DELIVERY: Order = { at: 'place.created_at', id: 'place.delivery_id', table: 'delivery' };

const FIND_BY_ID = `
  SELECT consignment_id AS id FROM event WHERE eventid = $1 AND account_id = $2
  UNION SELECT consignment_id FROM delivery WHERE delivery_id = $1 AND account_id = $2`;

@Injectable()
export class ConsignmentListRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly parcels: ParcelsRepository,
  ) {}

  /** Returns the newest parcels, up to `limit` and up to the size of an answer. */
  async list(filter: ConsignmentFilter): Promise<ListedRow[]> {
    const order = orderOf(filter);
    const few = order.table && (await this.few(filter));
    const named = filter.q === undefined ? undefined : await this.idsNamed(filter.account, filter.q);
    const terms = toTerms(filter, { named, few });
    const from = fromOf(terms, filter, { order, isFew: few !== undefined });
    const { sql, parameters } = terms.addPageRange(filter, order.id, order.at).toCondition();
    const select = `
      SELECT ${CONSIGNMENT}, ${order.at} AS "placeAt", ${order.id} AS "placeId", ${atText(order.at)}, ${BYTES}
      FROM ${from} WHERE ${sql} ORDER BY ${order.at} DESC, ${order.id} DESC LIMIT ${filter.limit}`;
    const capped = cappedBySize({ select, columns: COLUMNS, order: '"placeAt" DESC, "placeId" DESC' });
    const rows = await this.dataSource.query<PackedRow[]>(capped, [...parameters]);
    return rows.map((row) => ({ ...row, state: listedStateOf(unpackJson(row.state)) }));
  }

  /** @returns the ids of the chosen parcels; undefined = too many, or no parcel filter is given */
  private async few(filter: ConsignmentFilter): Promise<string[] | undefined> {
    const { account, courier, trackingNumber, orderNo, client, destinationCountry, warehouse } = filter;
    const name = courier === undefined || trackingNumber === undefined ? undefined : { courier, trackingNumber };
    const choice = { name, orderNo, client, destinationCountry, warehouse };
    const isChosen = Object.values(choice).some((each) => each !== undefined);
    return isChosen ? this.parcels.consignmentIdsOf(account, choice) : undefined;
  }

  /** @returns the ids of the consignments that have this id, or whose event or delivery has this id */
  private async idsNamed(account: number, text: string): Promise<string[]> {
    const id = toIdForm(text.trim());
    if (!UUID_PATTERN.test(id)) return [];
    const rows = await this.dataSource.query<{ id: string }[]>(FIND_BY_ID, [id, account]);
    return [id, ...rows.map((row) => row.id)];
  }
}

function orderOf({ updatedSinceMs, isFailing: onlyFailing, event }: ConsignmentFilter): Order {
  if (updatedSinceMs !== undefined) return CHANGED;
  if (onlyFailing) return DELIVERY;
  return event === undefined ? CREATED : EVENT;
}

interface Ids {
  /** The consignments that `q` names by an id; empty = `q` is not an id, undefined = there is no `q`. */
  readonly named: readonly string[] | undefined;
  readonly few: readonly string[] | undefined;
}

/** A text of only hyphens and blanks must find nothing: otherwise it would find every parcel without an order number. */
const SOUGHT = `nullif(${searchForm('?::text')}, '')`;

/** Compares the hash, which is indexed, and then the number itself. @param seed the account if each account has its own hashes, else 0 */
const foundBy = (column: string, seed: string, soughtSeed = seed): string => {
  const form = searchForm(`consignment.${column}`);
  return `(${numberHash(form, seed)} = ${numberHash(SOUGHT, soughtSeed)} AND ${form} = ${SOUGHT})`;
};

/** The conditions on the consignments themselves. */
const toTerms = (filter: ConsignmentFilter, { named, few }: Ids): Terms =>
  addNumbers(new Terms(), filter.account, filter)
    .add('consignment.account_id = ?', filter.account)
    .add('consignment.consignment_id = ANY(?::uuid[])', few)
    .add('courier = ?', filter.courier)
    .add(CLIENT_IS, filter.client)
    .add(COUNTRY_IS, filter.destinationCountry)
    .add(WAREHOUSE_IS, filter.warehouse)
    .add('consignment.status = ?', filter.status)
    .add('consignment.updated_at >= ?', filter.updatedSinceMs === undefined ? undefined : new Date(filter.updatedSinceMs).toISOString())
    .add(
      `(${foundBy('tracking_number', '0')} OR ${foundBy('order_no', 'consignment.account_id', '?::bigint')} OR consignment.consignment_id = ANY(?::uuid[]))`,
      ...twice(filter.q && normaliseTrackingNumber(filter.q)), // upper case also beyond ASCII, regardless of the locale of the database
      filter.q,
      filter.account,
      filter.q,
      named,
    );

const twice = <T>(value: T): [T, T] => [value, value];

/**
 * Adds the terms about events and deliveries.
 * @param isFew true when so few parcels are chosen that each can be asked for its first row
 * @returns the tables of the list
 */
function fromOf(terms: Terms, filter: ConsignmentFilter, { order, isFew }: { order: Order; isFew: boolean }): string {
  const { account, event, isFailing: onlyFailing } = filter;
  const conditions = {
    event: event === undefined ? undefined : (table: string): string => `${table}.event = ${terms.given(event)}`,
    delivery: onlyFailing ? isFailing : undefined,
  };
  for (const table of ['event', 'delivery'] as const) {
    const condition = conditions[table];
    if (condition && order.table !== table)
      terms.add(`EXISTS (SELECT FROM ${table} WHERE ${ofConsignment(table)} AND ${condition(table)})`);
  }
  const condition = order.table && conditions[order.table];
  if (!order.table || !condition) return 'consignment';
  return isFew ? firstOfEach(order, condition('first')) : walk(terms, order, { account, condition });
}

const ofConsignment = (table: string): string => `${table}.consignment_id = consignment.consignment_id AND ${since(table)}`;

const firstOfEach = ({ table, id }: Order, condition: string): string => {
  const column = id.replace('place.', '');
  return `consignment CROSS JOIN LATERAL (
    SELECT created_at, ${column} FROM ${table} AS first WHERE ${ofConsignment('first')} AND ${condition} ORDER BY created_at, ${column} LIMIT 1) AS place`;
};

interface Walk {
  readonly account: number;
  readonly condition: (table: string) => string;
}

/** Places each parcel by its first event or failing delivery: rows that come while the list is read do not move the parcel. */
function walk(terms: Terms, { table, id }: Order, { account, condition }: Walk): string {
  const isFirst = `NOT EXISTS (
    SELECT FROM ${table} AS earlier WHERE ${ofConsignment('earlier')} AND ${condition('earlier')}
      AND (earlier.created_at, ${id.replace('place', 'earlier')}) < (place.created_at, ${id}))`;
  terms.add(`place.account_id = ? AND ${condition('place')} AND ${isFirst}`, account);
  return `${table} AS place JOIN consignment USING (consignment_id)`;
}
