import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { argumentsOf, type Described, readBenchOptions, type RunOptions, usageOf } from './bench-options.js';
import { plot } from './plots.js';
import { readReport, reportSummary, resultPath } from './report.js';
import { runScenario } from './run-scenario.js';
import type { Scenarios } from './scenario.js';
import type { Outcome } from './summary.js';

/** A slow scenario is valid, but one that takes this long hangs. */
const LONGEST_MS = 30 * 60_000;
/** The time to take a stack down, including the profiles of the apps. */
const END_MS = 60_000;
/** The first argument of the process that measures one scenario; not for people. */
const ONE = '--one';

/** @returns the exit code: 0, 1 for a broken scenario, 2 for a wrong command line */
export async function runBench(scenarios: Scenarios, usual: readonly string[], args: readonly string[]): Promise<number> {
  const isOne = args[0] === ONE;
  const all = Object.keys(scenarios);
  const outside = all.filter((name) => scenarios[name]?.outside);
  const options = readBenchOptions(isOne ? args.slice(1) : args, { all, usual, outside });
  switch (options.kind) {
    case 'help':
      console.log(usageOf(describe(scenarios), usual));
      return 0;
    case 'fault':
      process.stderr.write(`${options.fault}\n\n${usageOf(describe(scenarios), usual)}`);
      return 2;
    case 'plots':
      plot(all, options.folder).forEach((path) => console.log(path));
      return 0;
    default:
      return isOne ? runScenario(scenarios, options.names[0] ?? '', options) : runAll(options);
  }
}

const describe = (scenarios: Scenarios): Map<string, Described> =>
  new Map(Object.entries(scenarios).map(([name, { what, outside }]) => [name, { what, isOutside: outside !== undefined }]));

/** Runs the scenarios one after the other. Broken scenarios are reported at the end and do not stop the others. */
async function runAll(options: RunOptions): Promise<number> {
  const outcomes: Outcome[] = [];
  for (const name of options.names) outcomes.push(await runOne(name, options));
  reportSummary(outcomes);
  return outcomes.some(({ broken }) => broken !== undefined) ? 1 : 0;
}

/** Runs one scenario in its own process, so that its leftovers and crashes do not affect the next. */
async function runOne(name: string, options: RunOptions): Promise<Outcome> {
  rmSync(resultPath(name, 'json'), { force: true }); // a broken run must not show figures of an earlier run
  const child = fork(process.argv[1] ?? '', [ONE, ...argumentsOf(name, options)]);
  const stopWaiting = endWithUs(child);
  const giveUp = setTimeout(() => end(child), options.against === undefined ? LONGEST_MS : 2 * options.pairs * LONGEST_MS);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  clearTimeout(giveUp);
  stopWaiting();
  const figures = code === 0 ? readReport(name)?.figures : undefined;
  return figures ? { name, figures } : { name, figures: [], broken: `ended with ${signal ?? `exit code ${code}`}, see above` };
}

/**
 * Passes SIGTERM on to the child; Ctrl-C reaches the child anyway, because it is in the terminal's process group. The child takes the stack
 * down.
 */
function endWithUs(child: ChildProcess): () => void {
  const stop = (signal: NodeJS.Signals): void => {
    if (signal === 'SIGTERM') end(child);
    child.once('exit', () => process.exit(1));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return () => {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  };
}

function end(child: ChildProcess): void {
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), END_MS).unref();
}
