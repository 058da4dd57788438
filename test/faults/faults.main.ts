// Runs a cluster under load and faults, and compares everything that was published with everything that came of it.
import { setTimeout as pause } from 'node:timers/promises';
import { breakBetween, ROOT } from '../../scripts/stack/clone.js';
import { reap } from '../../scripts/stack/reap.js';
import { startReaper } from '../../scripts/stack/reaper.js';
import { abandonedRunFolders, createRunFolder, type RunFolder } from '../../scripts/stack/run-folder.js';
import { undeclaredEnds } from '../support/app.js';
import { type Cluster, startCluster } from './cluster/cluster.js';
import { unmountDisk } from './cluster/faulty-database.js';
import { scaleFor } from './cluster/scale.js';
import { drain } from './drain.js';
import { FaultRunner } from './fault-runner.js';
import { readBooks } from './ledger/books.js';
import { compare } from './ledger/compare.js';
import { differing } from './ledger/difference.js';
import { Load } from './load/load.js';
import { type Options, readOptions, USAGE } from './options.js';
import { keepLogs, report } from './report.js';
import { schedule } from './schedule.js';

const BAD_USAGE = 2;
const PROGRESS_EVERY_MS = 10_000;
const SETTLES_WITHIN_MS = 90_000;

const startedMs = Date.now();
const say = (line: string): void => console.log(line.startsWith('\n') || line.startsWith(' ') ? line : `${elapsed()} ${line}`);
const elapsed = (): string => `[${((Date.now() - startedMs) / 1000).toFixed(0).padStart(4)} s]`;

process.exit(await main(process.argv.slice(2)));

async function main(argv: readonly string[]): Promise<number> {
  let options: Options;
  try {
    options = readOptions(argv);
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`);
    return BAD_USAGE;
  }
  const run = createRunFolder();
  const reaper = startReaper(run);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void takeDown(run).finally(() => process.exit(1)));
  try {
    for (const abandoned of abandonedRunFolders()) await reap(abandoned);
    return await runFaults(run, options);
  } finally {
    await takeDown(run);
    reaper.dismiss();
  }
}

function takeDown(run: RunFolder): Promise<void> {
  unmountDisk(run);
  return reap(run);
}

async function runFaults(run: RunFolder, options: Options): Promise<number> {
  const scale = scaleFor(options.minutes, options.stillSeconds);
  const slots = schedule({ ...options, forMs: options.minutes * 60_000, scale });
  say(`seed ${options.seed}: ${slots.length} faults`);
  slots.forEach(({ faults }, index) => say(`  ${index + 1}. ${faults.map(({ what }) => what).join('  +  ')}`));
  const hasJumps = slots.some(({ faults }) => faults.some(({ kind }) => kind === 'clock-jump'));
  process.env['TEST_STACK'] = JSON.stringify({ kafkaBrokers: '', databaseUrl: '', template: '', runFolder: run.path });
  const releases = [ROOT, ...besideThis(options)];
  const cluster = await startCluster(run, scale, { hasJumps, releases });
  say('the cluster is up: three brokers, PostgreSQL, five apps, receivers');
  try {
    return await underLoad(cluster, options, slots);
  } finally {
    await cluster.close();
  }
}

/** After a breaking change the apps of two releases cannot share tables and topics. */
function besideThis({ beside }: Options): string[] {
  if (beside === undefined) return [];
  const isBreak = breakBetween(ROOT, beside);
  if (isBreak !== undefined) say(`left out: the other release. This commit is ${isBreak}`);
  return isBreak === undefined ? [beside] : [];
}

async function underLoad(cluster: Cluster, options: Options, slots: ReturnType<typeof schedule>): Promise<number> {
  const load = await Load.open(cluster);
  await load.start(options.seed, options.rate);
  const runner = new FaultRunner(cluster, load.probes, options.kinds, say);
  const countTimer = setInterval(
    () => say(`  ${load.messages} messages published, ${load.openCohorts} cohorts open, ${load.probes.missing} probes not arrived yet`),
    PROGRESS_EVERY_MS,
  );
  await runner.run(slots);
  const hasSettled = await Promise.race([load.stop().then(() => true), pause(SETTLES_WITHIN_MS, false)]);
  clearInterval(countTimer);
  cluster.receivers.restore();
  say(`load over: ${load.messages} messages published; waiting until no work is left`);
  const left = hasSettled ? await drain(cluster) : 'event-builder has not processed all messages';
  say('comparing');
  const balance = compare(await readBooks(cluster, { expected: load.expected, bad: load.bad, faults: runner.past }));
  const differences = [
    ...differing('work left undone', left === undefined ? [] : [left]),
    ...differing('apps that ended without a fault as the cause', undeclaredEnds()),
    ...balance.differences,
  ];
  const seconds = Math.round((Date.now() - startedMs) / 1000);
  const isWell = report(
    {
      options,
      faults: runner.past,
      skipped: runner.skipped,
      balance: { ...balance, differences },
      messages: load.messages,
      seconds,
    },
    say,
  );
  await load.close();
  if (!isWell) keepLogs(cluster.run, options, say);
  return isWell ? 0 : 1;
}
