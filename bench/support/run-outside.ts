import { ROOT } from '../../scripts/stack/clone.js';
import type { RunOptions } from './bench-options.js';
import { withNpmStack } from './npm-stack.js';
import { cloneOf } from './other-commit.js';
import { pairsFigures, pairsRows, roundsRows } from './pairs.js';
import type { Measurement, Outside, Result } from './scenario.js';

interface Measurable {
  readonly what: string;
  readonly outside: Outside;
}

export interface OutsideOptions {
  readonly options: RunOptions;
  /** A folder for CPU profiles of the apps. */
  readonly profileTo: string | undefined;
}

/**
 * Measures this clone once, or this clone and another commit in turn; each goes first in every other pair, so that disturbances of the
 * machine affect both.
 */
export async function runOutside({ what, outside }: Measurable, options: OutsideOptions): Promise<Result> {
  const { against, pairs, records } = options.options;
  const title = outside.hasRecords ? `${what}; ${records} records at once` : what;
  if (against === undefined) {
    return { title, rows: roundsRows([await measureClone(outside, ROOT, options)]), notes: [] };
  }
  const ours = { name: 'this clone', root: ROOT, rounds: [] as Measurement[][] };
  const theirs = { name: against, root: cloneOf(against), rounds: [] as Measurement[][] };
  for (let pair = 1; pair <= pairs; pair++) {
    for (const side of pair % 2 === 1 ? [ours, theirs] : [theirs, ours]) {
      console.log(`pair ${pair} of ${pairs}: ${side.name}`);
      side.rounds.push(await measureClone(outside, side.root, options));
    }
  }
  const measured = { ours: ours.rounds, theirs: theirs.rounds, commit: against };
  return {
    title: `${title}; this clone and ${against} in turn, each ${pairs} ×, on a fresh stack each time`,
    rows: pairsRows(measured),
    notes: ['ratio: this clone by the other commit, median of the pairs; none: the commit lacks it'],
    figures: pairsFigures(measured),
  };
}

async function measureClone({ stacks }: Outside, root: string, { options, profileTo }: OutsideOptions): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  for (const { name, settings, measure } of stacks) {
    const startedMs = Date.now();
    measured.push(...(await withNpmStack({ root, settings, profileTo }, (stack) => measure(stack, options))));
    console.log(`  ${name}: ${Math.round((Date.now() - startedMs) / 1000)} s`);
  }
  return measured;
}
