import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { JEST, USUAL } from './prepare/jest.mjs';
import { prepare, ROOT, runMain } from './prepare/prepare.mjs';
import { readResults, resultsOf, table } from './prepare/stress-results.mjs';

const USAGE = `usage: npm run test:stress -- [FILE or FOLDER…] [--times N] [--busy K] [--forget]

Runs each test file N times (default 5), in rounds, beside K processes that compute without end (default 0), and prints runs, failures and the
longest time by file. Without a name: all int and e2e files. Results are kept in .cache/stress, so a run that was cut off goes on where it was.
A test file that has changed begins again; --forget begins again with all.
`;

await runMain(async () => {
  const options = {
    times: { type: 'string', default: '5' },
    busy: { type: 'string', default: '0' },
    forget: { type: 'boolean' },
    help: { type: 'boolean' },
  };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const [times, busy] = [asCount('times', values.times), asCount('busy', values.busy)];
  const results = join(ROOT, '.cache', 'stress', `busy-${busy}.jsonl`);
  mkdirSync(join(ROOT, '.cache', 'stress'), { recursive: true });
  if (values.forget) rmSync(results, { force: true });
  await prepare({ tools: true });
  const files = filesOf(positionals.length > 0 ? positionals : ['test/int', 'test/e2e']);
  await runRounds(files, { times, busy, results });
  const kept = readResults(results);
  process.stdout.write(`\n${table(files, kept)}\n`);
  process.exit(files.every((file) => resultsOf(file, kept).every(({ failed }) => failed === 0)) ? 0 : 1);
});

async function runRounds(files, { times, busy, results }) {
  const left = (round) => {
    const kept = readResults(results);
    return files.filter((file) => resultsOf(file, kept).length < round);
  };
  const spinning = Array.from({ length: busy }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  process.on('exit', () => spinning.forEach((child) => child.kill('SIGKILL')));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
  for (let round = 1; round <= times; round++) {
    const next = left(round);
    if (next.length === 0) continue;
    await run(next, results);
    const missing = left(round);
    if (missing.length > 0) throw new Error(`round ${round} has no result of ${missing.join(', ')}: see above`);
  }
}

function asCount(name, text) {
  if (!/^\d+$/.test(text)) throw new Error(`--${name} takes a number, not "${text}"`);
  return Number(text);
}

/** As jest finds them. */
function filesOf(names) {
  const args = [...JEST, ...USUAL, '--listTests', ...names.map((name) => resolve(ROOT, name))];
  const { stdout, status } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  const files = stdout.split('\n').filter((line) => line.endsWith('.ts'));
  if (status !== 0 || files.length === 0) throw new Error(`there is no test file at ${names.join(', ')}`);
  return files.toSorted();
}

function run(files, results) {
  const args = [
    ...JEST,
    ...USUAL,
    '--runTestsByPath',
    ...files,
    '--reporters=default',
    `--reporters=${join(ROOT, 'scripts', 'stress-reporter.mjs')}`,
  ];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, STRESS_RESULTS: results } });
  process.on('exit', () => child.kill('SIGTERM'));
  return new Promise((end) => child.on('exit', end));
}
