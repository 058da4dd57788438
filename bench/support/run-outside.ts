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

export interface OutsideWish {
  readonly options: RunOptions;
  /** A folder for CPU profiles of the apps. */
  readonly profileTo: string | undefined;
}

/** Measures this clone once, or this clone and another commit in turn: what the machine does meanwhile hits both. */
export async function runOutside({ what, outside }: Measurable, wish: OutsideWish): Promise<Result> {
  const { against, pairs, records } = wish.options;
  const title = outside.hasRecords ? `${what}; ${records} records at once` : what;
  if (against === undefined) {
    return { title, rows: roundsRows([await measureClone(outside, ROOT, wish)]), notes: [] };
  }
  const other = cloneOf(against);
  const [ours, theirs]: [Measurement[][], Measurement[][]] = [[], []];
  for (let pair = 1; pair <= pairs; pair++) {
    console.log(`pair ${pair} of ${pairs}: this clone`);
    ours.push(await measureClone(outside, ROOT, wish));
    console.log(`pair ${pair} of ${pairs}: ${against}`);
    theirs.push(await measureClone(outside, other, wish));
  }
  const measured = { ours, theirs, commit: against };
  return {
    title: `${title}; this clone and ${against} in turn, each ${pairs} ×, on a fresh stack each time`,
    rows: pairsRows(measured),
    notes: ['ratio: this clone by the other commit, median of the pairs; none: the commit lacks it'],
    figures: pairsFigures(measured),
  };
}

async function measureClone({ stacks }: Outside, root: string, { options, profileTo }: OutsideWish): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  for (const { name, settings, measure } of stacks) {
    const startedMs = Date.now();
    measured.push(...(await withNpmStack({ root, settings, profileTo }, (stack) => measure(stack, options))));
    console.log(`  ${name}: ${Math.round((Date.now() - startedMs) / 1000)} s`);
  }
  return measured;
}
