import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../scripts/stack/clone.js';
import type { RunFolder } from '../../scripts/stack/run-folder.js';
import type { PastFault } from './fault-runner.js';
import type { Balance } from './ledger/compare.js';
import type { Options } from './options.js';

export interface Run {
  readonly options: Options;
  readonly faults: readonly PastFault[];
  readonly skipped: readonly string[];
  readonly balance: Balance;
  readonly messages: number;
  readonly seconds: number;
}

const FOLDER = join(ROOT, '.cache', 'faults');

export const HEADINGS =
  '| seed | minutes | faults | messages | events | webhooks | lost | repeated events | repeated POSTs | worst recovery |';

/** Prints the result, and writes all details to .cache/faults/<seed>.json. @returns true = the books balance */
export function report(run: Run, say: (line: string) => void): boolean {
  const { balance, faults } = run;
  for (const { what, count, examples } of balance.differences) {
    say(`\n${what}: ${count}`);
    examples.forEach((example) => say(`   ${example}`));
  }
  const stuck = faults.filter(({ recoveryMs }) => recoveryMs === undefined);
  stuck.forEach(({ what }) => say(`\nevents never flowed again after: ${what}`));
  const path = writeReport(run);
  say(`\n${HEADINGS}\n${rowOf(run)}\n\n${path}`);
  return balance.differences.length === 0 && stuck.length === 0;
}

/** Keeps the logs of all parts for the search for the cause, because the run's folder is removed. */
export function keepLogs(run: RunFolder, { seed }: Options, say: (line: string) => void): void {
  const folder = join(FOLDER, `${seed}-logs`);
  rmSync(folder, { recursive: true, force: true });
  cpSync(run.logs, folder, { recursive: true });
  say(`logs of all parts: ${folder}`);
}

export function rowOf({ options, faults, messages, balance }: Run): string {
  const worst = faults.toSorted((a, b) => (b.recoveryMs ?? Infinity) - (a.recoveryMs ?? Infinity))[0];
  const lost = balance.differences.filter(({ what }) => what.includes('lost')).reduce((sum, { count }) => sum + count, 0);
  const recovery = worst
    ? `${worst.recoveryMs === undefined ? '∞' : (worst.recoveryMs / 1000).toFixed(1)} s (${worst.kinds.join(' + ')})`
    : '–';
  const injected = faults.reduce((sum, { kinds }) => sum + kinds.length, 0);
  const cells = [
    options.seed,
    options.minutes,
    injected,
    messages,
    balance.events,
    balance.webhooks,
    lost,
    balance.repeatedEvents,
    balance.repeatedPosts,
    recovery,
  ];
  return `| ${cells.join(' | ')} |`;
}

function writeReport(run: Run): string {
  mkdirSync(FOLDER, { recursive: true });
  const path = join(FOLDER, `${run.options.seed}.json`);
  const { kinds, ...options } = run.options;
  const text = { at: new Date().toISOString(), row: rowOf(run), ...run, options: { ...options, kinds: kinds.map(({ name }) => name) } };
  writeFileSync(path, `${JSON.stringify(text, undefined, 2)}\n`);
  return path;
}
