import type { Schemas } from '../api/schemas.js';
import { deliveryWords } from '../words/delivery.words.js';

type Delivery = Pick<Schemas['DeliveryDetail'], 'status' | 'waitingFor' | 'round' | 'attempts'>;

/** Returns the state of the delivery in one sentence. */
export function deliveryVerdict({ status, waitingFor, round, attempts }: Delivery): string {
  const { verdict } = deliveryWords;
  const made = attempts.filter((attempt) => attempt.round === round).length;
  if (status === 'delivered') return verdict.delivered(Math.max(1, made));
  if (status === 'exhausted') return verdict.exhausted(made);
  if (status !== 'pending') return verdict[status];
  if (waitingFor === null) return verdict.unknown;
  return waitingFor === 'retry' ? verdict.waitingFor.retry(made + 1) : verdict.waitingFor[waitingFor];
}

/** Returns the newest attempt of the present round if its failure still matters. */
export function lastFailure({ status, round, attempts }: Delivery): Schemas['Attempt'] | undefined {
  const last = attempts.at(-1);
  return status === 'delivered' || last?.round !== round || last.outcome === 'accepted' ? undefined : last;
}

/** Returns the name of an attempt in an address: `2-3` is attempt 3 of round 2. */
export const attemptKey = ({ round, attempt }: { readonly round: number; readonly attempt: number }): string => `${round}-${attempt}`;
