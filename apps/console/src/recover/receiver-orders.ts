// The orders of one run → one for each receiver. A run has an order for each receiver and kind.
import type { Schemas } from '../api/schemas.js';
import { isCapped } from './order-numbers.js';

type Order = Schemas['Redelivery'];
type Results = Order['results'];

export interface ReceiverOrder extends Omit<Order, 'status'> {
  /** What each order sends. */
  readonly parts: readonly Pick<Order, 'status' | 'total'>[];
}

/** An order for one delivery stays alone. */
export function byReceiver(orders: readonly Order[]): readonly ReceiverOrder[] {
  const groups = Map.groupBy(orders, ({ receiverId, deliveryId, redeliveryId }) => (deliveryId === null ? receiverId : redeliveryId));
  return Array.from(groups.values(), merged);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Returns how many webhooks the order sends: at the end, those that it has begun. */
const sizeOf = ({ state, started, total }: Order): number => (state === 'running' ? Math.max(started, total) : started);

const later = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b > a) ? b : a);

function merged(orders: readonly Order[]): ReceiverOrder {
  const first = orders[0]!;
  const parts = orders.map((order) => ({ status: order.status, total: sizeOf(order) }));
  if (orders.length === 1) return { ...first, parts };
  const states = new Set(orders.map(({ state }) => state));
  return {
    ...first,
    parts,
    to: orders.map(({ to }) => to).reduce(later),
    state: states.has('running') ? 'running' : states.has('cancelled') ? 'cancelled' : 'done',
    total: sum(parts.map(({ total }) => total)),
    started: sum(orders.map(({ started }) => started)),
    results: resultsOf(orders),
  };
}

/**
 * Each order also counts the deliveries that the other orders of its receiver sent, so the sum counts them twice. While some wait, an order may not
 * count all of the others yet: then the number of delivered webhooks is a lower bound.
 */
function resultsOf(orders: readonly Order[]): Results {
  const most = (name: 'pending' | 'delivered' | 'failed' | 'cancelled'): number => Math.max(...orders.map(({ results }) => results[name]));
  const open = { pending: most('pending'), failed: most('failed'), cancelled: most('cancelled') };
  const others = Math.max(0, sum(orders.map(({ started }) => started)) - sum(Object.values(open)));
  const isExact = !Object.values(open).some(isCapped) && (open.pending === 0 || others === 0);
  return { ...open, delivered: isExact ? others : Math.min(others, most('delivered')), deliveredIsExact: isExact };
}
