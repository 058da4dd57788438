// Orders → the results of their webhooks.
import type { Schemas } from '../api/schemas.js';
import { recoverWords } from '../words/recover.words.js';

type Order = Pick<Schemas['Redelivery'], 'state' | 'started' | 'total' | 'results'>;

export interface OrderNumbers {
  /** `open` = webhooks are on their way, or still to be handed over. */
  readonly state: 'open' | 'done' | 'stopped';
  readonly total: number;
  readonly delivered: number;
  readonly waiting: number;
  readonly failed: number;
  /** The numbers that are lower bounds. */
  readonly atLeast: readonly Counted[];
}

type Counted = 'total' | 'delivered' | 'waiting' | 'failed';

/** The API stops counting here. `delivered` has its own flag. */
const MOST_COUNTED = 10_000;

export const isCapped = (value: number): boolean => value >= MOST_COUNTED;

/** Those that an order has in hand are pending, and not yet started. */
function waitingOf({ state, total, results: { pending, delivered, failed, cancelled } }: Order): number {
  return state === 'running' ? Math.max(pending, total - delivered - failed - cancelled) : pending;
}

export function numbersOf(orders: readonly Order[]): OrderNumbers {
  const sum = (of: (order: Order) => number): number => orders.reduce((total, order) => total + of(order), 0);
  const waiting = sum(waitingOf);
  const isStopped = orders.some(({ state }) => state === 'cancelled');
  return {
    state: waiting > 0 || orders.some(({ state }) => state === 'running') ? 'open' : isStopped ? 'stopped' : 'done',
    total: sum(({ state, started, total }) => (state === 'running' ? Math.max(started, total) : started)),
    delivered: sum(({ results }) => results.delivered),
    waiting,
    failed: sum(({ results }) => results.failed + results.cancelled),
    atLeast: (Object.keys(MAY_BE_HIGHER) as Counted[]).filter((number) => orders.some(MAY_BE_HIGHER[number])),
  };
}

/** `waiting` = all are handed over, and some wait for an attempt. */
export type OrderEnd = 'running' | 'waiting' | 'delivered' | 'partly' | 'failed' | 'nothing' | 'cancelled';

/** Returns the state of an order by the results of its webhooks: handed over is not delivered. */
export function endOf({ state, results: { pending, delivered, failed, cancelled } }: Order): OrderEnd {
  if (state !== 'done') return state;
  if (pending > 0) return 'waiting';
  if (failed + cancelled > 0) return delivered > 0 ? 'partly' : 'failed';
  return delivered > 0 ? 'delivered' : 'nothing';
}

const isMore = ({ state, total }: Order): boolean => state === 'running' && isCapped(total);

const MAY_BE_HIGHER: Readonly<Record<Counted, (order: Order) => boolean>> = {
  total: isMore,
  delivered: ({ results }) => !results.deliveredIsExact,
  waiting: (order) => isCapped(order.results.pending) || isMore(order),
  failed: ({ results }) => isCapped(results.failed) || isCapped(results.cancelled),
};

/** `60 of 74 delivered, 12 waiting, 2 failed again` */
export function numbersText({ state, total, delivered, waiting, failed, atLeast }: OrderNumbers): string {
  const { numbers } = recoverWords;
  const told = (name: Counted, value: number): string => numbers.told(value, atLeast.includes(name));
  if (total === 0) return state === 'stopped' ? numbers.stopped : numbers.nothing;
  const parts = [
    numbers.delivered(told('delivered', delivered), told('total', total)),
    ...(waiting > 0 ? [numbers.waiting(told('waiting', waiting))] : []),
    ...(failed > 0 ? [numbers.failed(told('failed', failed))] : []),
  ];
  const text = parts.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.${state === 'stopped' ? ` ${numbers.stopped}` : ''}`;
}
