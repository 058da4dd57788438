import { ROOT } from '../../scripts/stack/clone.js';
import type { RunOptions } from './bench-options.js';
import { withNpmStack } from './npm-stack.js';
import { cloneOf } from './other-commit.js';
import { pairsFigures, pairsRows, roundsRows } from './pairs.js';
import type { Measurement, Outside, Result } from './scenario.js';

/** Measures this clone once, or this clone and another commit in turn: what the machine does meanwhile hits both. */
export async function runOutside(what: string, outside: Outside, options: RunOptions): Promise<Result> {
  const { against, pairs, records } = options;
  const size = `${records} records in each flood`;
  if (against === undefined) {
    return { title: `${what}; ${size}`, rows: roundsRows([await measureClone(outside, ROOT, options)]), notes: [] };
  }
  const other = cloneOf(against);
  const [ours, theirs]: [Measurement[][], Measurement[][]] = [[], []];
  for (let pair = 1; pair <= pairs; pair++) {
    console.log(`pair ${pair} of ${pairs}: this clone`);
    ours.push(await measureClone(outside, ROOT, options));
    console.log(`pair ${pair} of ${pairs}: ${against}`);
    theirs.push(await measureClone(outside, other, options));
  }
  const measured = { ours, theirs, commit: against };
  return {
    title: `${what}; ${size}; this clone and ${against} in turn, ${pairs} pairs, a fresh stack for each`,
    rows: pairsRows(measured),
    notes: ['ratio: this clone by the other commit, median of the pairs; none: the commit lacks it'],
    figures: pairsFigures(measured),
  };
}

async function measureClone({ stacks }: Outside, root: string, load: RunOptions): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  for (const { name, settings, measure } of stacks) {
    const startedMs = Date.now();
    measured.push(...(await withNpmStack({ root, ...(settings && { settings }) }, (stack) => measure(stack, load))));
    console.log(`  ${name}: ${Math.round((Date.now() - startedMs) / 1000)} s`);
  }
  return measured;
}
