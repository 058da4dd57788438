// Orders → what became of their webhooks.
import type { Schemas } from '../api/schemas.js';
import { recoverWords } from '../words/recover.words.js';

type Order = Pick<Schemas['Redelivery'], 'state' | 'done' | 'total' | 'results'>;

export interface OrderNumbers {
  /** `open` = webhooks are on their way, or still to be handed over. */
  readonly state: 'open' | 'done' | 'stopped';
  readonly total: number;
  readonly delivered: number;
  readonly waiting: number;
  readonly failed: number;
}

export function numbersOf(orders: readonly Order[]): OrderNumbers {
  const sum = (of: (order: Order) => number): number => orders.reduce((total, order) => total + of(order), 0);
  const waiting = sum(({ state, done, total, results }) => results.pending + (state === 'running' ? Math.max(0, total - done) : 0));
  const isStopped = orders.some(({ state }) => state === 'cancelled');
  return {
    state: waiting > 0 || orders.some(({ state }) => state === 'running') ? 'open' : isStopped ? 'stopped' : 'done',
    total: sum(({ state, done, total }) => (state === 'running' ? Math.max(done, total) : done)),
    delivered: sum(({ results }) => results.delivered),
    waiting,
    failed: sum(({ results }) => results.failed + results.cancelled),
  };
}

/** `60 of 74 delivered, 12 wait, 2 failed again` */
export function numbersText({ state, total, delivered, waiting, failed }: OrderNumbers): string {
  const { numbers } = recoverWords;
  if (total === 0) return state === 'stopped' ? numbers.stopped : numbers.nothing;
  const parts = [
    numbers.delivered(delivered, total),
    ...(waiting > 0 ? [numbers.waiting(waiting)] : []),
    ...(failed > 0 ? [numbers.failed(failed)] : []),
  ];
  return `${parts.join(', ')}.${state === 'stopped' ? ` ${numbers.stopped}` : ''}`;
}
