import type { Schemas } from '../api/schemas.js';
import { words } from '../words/words.js';

type Order = Pick<Schemas['Redelivery'], 'state' | 'done' | 'total'>;

/** How far the order is, in one sentence. */
export function orderSentence({ state, done, total }: Order): string {
  const { sentence } = words.recover;
  if (state === 'done') return done === 0 ? sentence.doneNothing : sentence.done(done);
  return sentence[state](done, Math.max(done, total));
}

/** 0 to 100; the total of a large order is an estimate from below. */
export function orderPercent({ state, done, total }: Order): number {
  if (state === 'done') return 100;
  return total === 0 ? 0 : Math.min(100, (done / total) * 100);
}
