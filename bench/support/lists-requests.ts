import { createHash } from 'node:crypto';
import { toAuditCursor } from '../../apps/token-api/src/audit/audit-log.dto.js';
import { type PagedList, toCursorText } from '../../apps/token-api/src/paging/page.js';
import { ACCOUNT, createdAtMs, DELIVERIES, EVENTS_PER_PARCEL, RECEIVERS } from './lists-seed.js';

export type ListName = 'deliveries' | 'events' | 'consignments' | 'audit-log';
type Query = Readonly<Record<string, string>>;

/** One kind of request; `turn` counts its requests, so that no two read the same rows if different rows are possible. */
export type Ask =
  | { readonly name: string; readonly list: ListName; readonly query: (turn: number) => Query }
  | { readonly name: string; readonly path: (turn: number) => string };

const uuidOf = (text: string): string => {
  const hex = createHash('md5').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};
/** Spreads the turns over all rows of the account. */
const rowOf = (turn: number): number => (turn * 4_877 + 1_000) % DELIVERIES;
const receiver = (number: number): string => uuidOf(`receiver${ACCOUNT} ${number}`);
const DEAD = receiver(RECEIVERS - 1);
const healthy = (turn: number): string => receiver(turn % (RECEIVERS - 1));
const iso = (ms: number): string => new Date(ms).toISOString();
const parcelOf = (turn: number): Query => ({
  courier: 'dhl-germany',
  trackingNumber: `BENCH${Math.floor(rowOf(turn) / EVENTS_PER_PARCEL)}`,
});
const dayOf = (turn: number): Query => ({ from: iso(createdAtMs(rowOf(turn))), to: iso(createdAtMs(rowOf(turn)) + 24 * 3_600_000) });
const orderOf = (turn: number): string => `O-${Math.floor(rowOf(turn) / EVENTS_PER_PARCEL / 2)}`;
/** Returns a query for the page after the n-th row, at any depth of the list. */
const deepIn =
  (list: PagedList) =>
  (turn: number): Query => ({
    cursor: toCursorText(list, { createdAt: iso(createdAtMs(rowOf(turn))).replace('Z', '000Z'), id: uuidOf('cursor') }),
  });

const deliveries = (name: string, query: (turn: number) => Query): Ask => ({ name: `deliveries ${name}`, list: 'deliveries', query });
const events = (name: string, query: (turn: number) => Query): Ask => ({ name: `events ${name}`, list: 'events', query });
const consignments = (name: string, query: (turn: number) => Query): Ask => ({ name: `consignments ${name}`, list: 'consignments', query });
const auditLog = (name: string, query: (turn: number) => Query): Ask => ({ name: `audit log ${name}`, list: 'audit-log', query });

const statistics = ({ interval, days }: { interval: string; days: number }): string =>
  `/statistics?interval=${interval}&from=${iso(Math.floor(Date.now() / 60_000 - days * 1440) * 60_000)}`;

export const ASKS: readonly Ask[] = [
  deliveries('all', () => ({})),
  deliveries('all, 200 a page', () => ({ limit: '200' })),
  deliveries('all, deep', deepIn('deliveries')),
  deliveries('of a period', dayOf),
  deliveries('of a receiver', (turn) => ({ receiverId: healthy(turn) })),
  deliveries('of a receiver, deep', (turn) => ({ receiverId: healthy(turn), ...deepIn('deliveries')(turn) })),
  deliveries('of a receiver, delivered', (turn) => ({ receiverId: healthy(turn), status: 'delivered' })),
  deliveries('of a receiver, delivered is rare', () => ({ receiverId: DEAD, status: 'delivered' })),
  deliveries('of a receiver, exhausted', (turn) => ({ receiverId: healthy(turn), status: 'exhausted' })),
  deliveries('of a receiver, one event name', (turn) => ({ receiverId: healthy(turn), event: 'onDelivered' })),
  deliveries('delivered', () => ({ status: 'delivered' })),
  deliveries('exhausted', () => ({ status: 'exhausted' })),
  deliveries('exhausted, deep', (turn) => ({ status: 'exhausted', ...deepIn('deliveries')(turn) })),
  deliveries('expired (rare)', () => ({ status: 'expired' })),
  deliveries('cancelled (none)', () => ({ status: 'cancelled' })),
  deliveries('of one event name', () => ({ event: 'onDelivered' })),
  deliveries('of one event name, expired', () => ({ event: 'onOutForDelivery', status: 'expired' })),
  deliveries('of an eventid', (turn) => ({ eventid: uuidOf(`event${rowOf(turn)}`) })),
  deliveries('of a parcel', parcelOf),
  events('forward', () => ({ after: '0' })),
  events('forward, 200 a page', () => ({ after: '0', limit: '200' })),
  events('forward, since an instant', () => ({ after: iso(Date.now() - 3_600_000) })),
  events('forward, one event name', () => ({ after: '0', event: 'onReturn' })),
  events('forward, of a parcel', (turn) => ({ after: '0', ...parcelOf(turn) })),
  events('all', () => ({})),
  events('all, 200 a page', () => ({ limit: '200' })),
  events('all, deep', deepIn('events')),
  events('of a period', dayOf),
  events('of one name', () => ({ event: 'onDelivered' })),
  events('of one name, deep', (turn) => ({ event: 'onDelivered', ...deepIn('events')(turn) })),
  events('of one name that never came', () => ({ event: 'onUpdated' })),
  events('of a parcel', parcelOf),
  events('of a consignment', (turn) => ({ consignmentId: uuidOf(`consignment${Math.floor(rowOf(turn) / EVENTS_PER_PARCEL)}`) })),
  deliveries('of an outcome', () => ({ outcome: 'timeout' })),
  deliveries('of an outcome that never came', () => ({ outcome: 'tls' })),
  deliveries('operational (none)', () => ({ kind: 'operational' })),
  deliveries('of an HTTP status', () => ({ httpStatus: '503' })),
  deliveries('of a rare HTTP status', () => ({ httpStatus: '410' })),
  deliveries('of a receiver and an outcome', (turn) => ({ receiverId: healthy(turn), outcome: 'timeout' })),
  deliveries('of an order', (turn) => ({ orderNo: orderOf(turn) })),
  deliveries('of a client', () => ({ client: 'shop-de' })),
  deliveries('of a small client', () => ({ client: 'small' })),
  deliveries('of a tiny client', () => ({ client: 'tiny' })),
  events('of an order', (turn) => ({ orderNo: orderOf(turn) })),
  events('of a client', () => ({ client: 'shop-de' })),
  events('of a small client', () => ({ client: 'small' })),
  events('of a tiny client', () => ({ client: 'tiny' })),
  consignments('all', () => ({})),
  consignments('all, 200 a page', () => ({ limit: '200' })),
  consignments('all, deep', deepIn('consignments')),
  consignments('of a period', dayOf),
  consignments('of an order', (turn) => ({ orderNo: orderOf(turn) })),
  consignments('of a client', () => ({ client: 'shop-de' })),
  consignments('of a small client, deep', (turn) => ({ client: 'small', ...deepIn('consignments')(turn) })),
  consignments('of a former client', () => ({ client: 'former' })),
  consignments('of a country', () => ({ destinationCountry: 'DEU' })),
  consignments('of a rare country', () => ({ destinationCountry: 'XKX' })),
  consignments('of a warehouse', () => ({ warehouse: 'shop-de' })),
  consignments('of a tiny warehouse, deep', (turn) => ({ warehouse: 'tiny', ...deepIn('consignments')(turn) })),
  consignments('of an event name and a tiny warehouse', () => ({ event: 'onDelivered', warehouse: 'tiny' })),
  consignments('of a courier', () => ({ courier: 'dhl-germany' })),
  consignments('of a status', () => ({ status: 'Delivered' })),
  consignments('of a rare status', () => ({ status: 'Return' })),
  consignments('of a status that none has', () => ({ status: 'Packed' })),
  consignments('of an event name', () => ({ event: 'onDelivered' })),
  consignments('of an event name, deep', (turn) => ({ event: 'onDelivered', ...deepIn('consignments')(turn) })),
  consignments('of an event name that never came', () => ({ event: 'onUpdated' })),
  consignments('of an event name and a small client', () => ({ event: 'onDelivered', client: 'small' })),
  consignments('of an event name and a tiny client', () => ({ event: 'onDelivered', client: 'tiny' })),
  consignments('that fail', () => ({ failing: 'true' })),
  consignments('that fail, 200 a page', () => ({ failing: 'true', limit: '200' })),
  consignments('that fail, deep', (turn) => ({ failing: 'true', ...deepIn('consignments')(turn) })),
  consignments('that fail, of a tiny client', () => ({ failing: 'true', client: 'tiny' })),
  consignments('changed lately', () => ({ updatedSince: iso(Date.now() - 3_600_000) })),
  consignments('changed since long', () => ({ updatedSince: iso(Date.now() - 100 * 24 * 3_600_000) })),
  consignments('changed lately, of a client', () => ({ updatedSince: iso(Date.now() - 3_600_000), client: 'tiny' })),
  consignments('changed lately, that fail', () => ({ updatedSince: iso(Date.now() - 24 * 3_600_000), failing: 'true' })),
  consignments('by a number', (turn) => ({ q: parcelOf(turn)['trackingNumber'] ?? '' })),
  consignments('by an order', (turn) => ({ q: orderOf(turn) })),
  consignments('by an eventid', (turn) => ({ q: uuidOf(`event${rowOf(turn)}`) })),
  consignments('by a deliveryId', (turn) => ({ q: uuidOf(`delivery${rowOf(turn)}`) })),
  consignments('by nothing known', (turn) => ({ q: `nothing ${turn}` })),
  auditLog('all', () => ({})),
  auditLog('deep', (turn) => ({ cursor: toAuditCursor(1 + turn * 100) })),
  auditLog('of a subject', (turn) => ({ subjectId: uuidOf(`receiver${turn}`) })),
  auditLog('of a rare action', () => ({ action: 'receiver.deleted' })),
  auditLog('of an old period', () => ({ from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' })),
  { name: 'one delivery', path: (turn) => `/deliveries/${uuidOf(`delivery${rowOf(turn)}`)}` },
  { name: 'one delivery of 16 attempts', path: (turn) => `/deliveries/${uuidOf(`delivery${(turn * 1000) % DELIVERIES}`)}` },
  { name: 'one event', path: (turn) => `/events/${uuidOf(`event${rowOf(turn)}`)}` },
  { name: 'values for filters', path: () => '/filter-values' },
  { name: 'receivers with health', path: () => '/receivers' },
  { name: 'statistics, hours of a day', path: () => '/statistics' },
  { name: 'statistics, hours of a day by receiver', path: () => '/statistics?groupBy=receiver' },
  { name: 'statistics, minutes of a day', path: () => statistics({ interval: 'minute', days: 1 }) },
  {
    name: 'statistics, minutes of a day, a receiver',
    path: (turn) => `${statistics({ interval: 'minute', days: 1 })}&receiverId=${healthy(turn)}`,
  },
  { name: 'statistics, hours of 29 days', path: () => statistics({ interval: 'hour', days: 29 }) },
  { name: 'statistics, days of 29, in Berlin', path: () => `${statistics({ interval: 'day', days: 29 })}&timeZone=Europe%2FBerlin` },
  { name: 'statistics, days of 119 by HTTP status', path: () => `${statistics({ interval: 'day', days: 119 })}&groupBy=httpStatus` },
  { name: 'an explanation', path: (turn) => `/consignments/dhl-germany/${parcelOf(turn)['trackingNumber']}/explain` },
  {
    name: 'an explanation of one event',
    path: (turn) => `/consignments/dhl-germany/${parcelOf(turn)['trackingNumber']}/explain?event=onDelivered`,
  },
  { name: 'one consignment', path: (turn) => `/consignments/dhl-germany/${parcelOf(turn)['trackingNumber']}` },
];

export const pathOf = (ask: Ask, turn: number): string =>
  'path' in ask ? ask.path(turn) : `/${ask.list}?${new URLSearchParams(ask.query(turn)).toString()}`;
