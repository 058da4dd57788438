import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fakeClock } from './prepare/fake-clock.mjs';
import { listTests, startJest, USUAL } from './prepare/jest.mjs';
import { prepare, ROOT, runMain } from './prepare/prepare.mjs';
import { readResults, resultsOf, table } from './prepare/stress-results.mjs';

const FOLDER = join(ROOT, '.cache', 'stress');
const USAGE = `usage: npm run test:stress -- [FILE or FOLDER…] [--times N] [--busy K] [--at INSTANT]… [--forget]

Runs each test file N times (default 5), in rounds, beside K processes that keep the CPU busy (default 0), and prints runs, failures and the
longest time by file. Without a name: all int and e2e files. Results are kept in .cache/stress, so an interrupted run continues where it stopped.
A changed test file starts without results; --forget drops all results.
--at 2026-12-31T23:59:30Z: each file runs alone with its own broker and database, and all clocks show that moment when it begins. You may
name several moments. PostgreSQL compares the time-outs of statements and locks with the machine's clock: with a future moment they do not
fire, and with a past moment they may fire at once.
`;

await runMain(async () => {
  const options = {
    times: { type: 'string', default: '5' },
    busy: { type: 'string', default: '0' },
    at: { type: 'string', multiple: true, default: [] },
    forget: { type: 'boolean' },
    help: { type: 'boolean' },
  };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const [times, busy, moments] = [asCount('times', values.times), asCount('busy', values.busy), values.at.map(asMoment)];
  mkdirSync(FOLDER, { recursive: true });
  await prepare({ tools: true });
  const files = filesOf(positionals.length > 0 ? positionals : ['test/int', 'test/e2e']);
  const conditions = moments.length > 0 ? moments : [undefined];
  const results = conditions.map((moment) => join(FOLDER, `busy-${busy}${moment ? `-at-${moment.getTime()}` : ''}.jsonl`));
  if (values.forget) results.forEach((file) => rmSync(file, { force: true }));
  const stop = beBusy(busy);
  for (const [index, moment] of conditions.entries()) await runRounds(files, { times, moment, results: results[index] });
  stop();
  const kept = results.flatMap(readResults);
  process.stdout.write(`\n${table(files, kept)}\n`);
  process.exit(files.every((file) => resultsOf(file, kept).every(({ failed }) => failed === 0)) ? 0 : 1);
});

async function runRounds(files, { times, moment, results }) {
  const left = (round) => {
    const kept = readResults(results);
    return files.filter((file) => resultsOf(file, kept).length < round);
  };
  for (let round = 1; round <= times; round++) {
    const next = left(round);
    if (next.length === 0) continue;
    if (moment) for (const file of next) await run([file], results, fakeClock(moment.getTime()));
    else await run(next, results);
    const missing = left(round);
    if (missing.length > 0) throw new Error(`round ${round} has no result for ${missing.join(', ')}: see above`);
  }
}

/** Starts processes that keep the CPU busy. @returns a function that ends them */
function beBusy(count) {
  const spinning = Array.from({ length: count }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  const stop = () => spinning.forEach((child) => child.kill('SIGKILL'));
  process.on('exit', stop);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
  return stop;
}

function asMoment(text) {
  const moment = new Date(text);
  if (!/(?:Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(moment.getTime()))
    throw new Error(`--at takes an instant with its zone, such as 2026-12-31T23:59:30Z, not "${text}"`);
  return moment;
}

function asCount(name, text) {
  if (!/^\d+$/.test(text)) throw new Error(`--${name} takes a number, not "${text}"`);
  return Number(text);
}

/** Returns the files that jest finds. */
function filesOf(names) {
  const files = listTests([...names.map((name) => resolve(ROOT, name)), ...USUAL]); // names after the kinds would be read as kinds
  if (files.length === 0) throw new Error(`there is no test file at ${names.join(', ')}`);
  return files.toSorted();
}

function run(files, results, clock = {}) {
  const args = [
    ...USUAL,
    '--runTestsByPath',
    ...files,
    '--reporters=default',
    `--reporters=${join(ROOT, 'scripts', 'stress-reporter.mjs')}`,
  ];
  const child = startJest(args, { ...clock, STRESS_RESULTS: results });
  process.on('exit', () => child.kill('SIGTERM'));
  return new Promise((end) => child.on('exit', end));
}
