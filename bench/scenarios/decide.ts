import { TOPICS } from '#libs/contracts';
import { type BareBatch, bareBatchesOf, writeBare } from '../support/bare-writer.js';
import type { BenchStack } from '../support/bench-stack.js';
import { checkWritten, Progress, publishAll } from '../support/builder-work.js';
import { type Lot, recordsOf, SCANS_PER_PARCEL, scansOf } from '../support/parcel-traffic.js';
import { median, round } from '../support/percentiles.js';
import { cpuPer10000, measureParts, type Usage } from '../support/resources.js';
import type { Chart, Figure, Result, Row, Scenario } from '../support/scenario.js';

/** BENCH_DECIDE_PARCELS sets fewer parcels for tuning. */
const PARCELS = Number(process.env['BENCH_DECIDE_PARCELS'] ?? 10_000);
const ROUNDS = Number(process.env['BENCH_DECIDE_ROUNDS'] ?? 3);
/** Parcels for the warm-up: code is compiled, and nothing is measured. */
const WARM_UP_PARCELS = Math.ceil(PARCELS / 3);
const SCANS = PARCELS * SCANS_PER_PARCEL;
/** The target, scans per second. */
const TARGET = 4000;

interface Phase {
  readonly ms: number;
  readonly usage: ReadonlyMap<string, Usage>;
}

interface Pair {
  readonly decided: Phase;
  readonly bare: Phase;
  readonly transactions: number;
}

/** Event-builder decides each lot; then a bare writer writes the same rows and messages again. */
export const decide: Scenario = {
  what: `scans/s from topic to committed state and published events over ${PARCELS} consignments, beside the bare writing of the same`,
  run: async (stack) => {
    const app = await stack.startApp('event-builder');
    const progress = new Progress(stack);
    const pairs: Pair[] = [];
    for (let turn = 0; turn <= ROUNDS; turn++) {
      const lot: Lot = { name: `D${turn}`, count: turn === 0 ? WARM_UP_PARCELS : PARCELS, endMs: Date.now() };
      const decided = await decideLot(stack, progress, { lot, pid: app.child.pid });
      const batches = await bareBatchesOf(stack, lot.name);
      const bare = await writeAgain(stack, progress, batches);
      if (turn === 0) continue;
      console.log(`round ${turn}: ${paceOf(decided)} scans/s, bare ${paceOf(bare)}/s`);
      pairs.push({ decided, bare, transactions: batches.length });
    }
    await app.stop();
    return toResult(pairs);
  },
};

const paceOf = ({ ms }: Phase): number => Math.round((SCANS / ms) * 1000);

/**
 * Decides one lot. All scans are in the topic before the first is taken: event-builder is suspended meanwhile, for less than its session
 * time-out.
 */
async function decideLot(stack: BenchStack, progress: Progress, { lot, pid }: { lot: Lot; pid: number }): Promise<Phase> {
  await publishAll(stack, TOPICS.records.name, recordsOf(lot));
  await progress.untilTaken(TOPICS.records.name);
  const eventsBefore = await progress.sizeOf(TOPICS.events.name);
  process.kill(pid, 'SIGSTOP');
  await publishAll(stack, TOPICS.scans.name, scansOf(lot)).finally(() => process.kill(pid, 'SIGCONT'));
  const phase = await timed(stack, () => progress.untilTaken(TOPICS.scans.name));
  const { events } = await checkWritten(stack, lot);
  const published = (await progress.sizeOf(TOPICS.events.name)) - eventsBefore;
  if (published !== events - lot.count) throw new Error(`the run is broken: ${published} events published, ${events - lot.count} expected`);
  return phase;
}

async function writeAgain(stack: BenchStack, progress: Progress, batches: readonly BareBatch[]): Promise<Phase> {
  const before = await progress.sizeOf(TOPICS.events.name);
  let ms = 0;
  const phase = await timed(stack, async () => void (ms = await writeBare(stack, batches)));
  const published = (await progress.sizeOf(TOPICS.events.name)) - before;
  const expected = batches.reduce((sum, { messages }) => sum + messages.length, 0);
  if (published !== expected) throw new Error(`the run is broken: the bare writer published ${published} of ${expected} events`);
  return { ...phase, ms };
}

async function timed(stack: BenchStack, work: () => Promise<void>): Promise<Phase> {
  const cpuBefore = process.cpuUsage();
  const startedMs = performance.now();
  let ms = 0;
  const parts = await measureParts(stack.parts, async () => {
    await work();
    ms = performance.now() - startedMs;
  });
  const { user, system } = process.cpuUsage(cpuBefore);
  const own: Usage = { cpuSeconds: (user + system) / 1e6, peakMiB: Math.round(process.memoryUsage.rss() / 2 ** 20) };
  return { ms, usage: new Map([...parts, ['bench', own]]) };
}

function toResult(pairs: readonly Pair[]): Result {
  const ratios = pairs.map(({ decided, bare }) => bare.ms / decided.ms);
  const row = (what: string, phases: readonly Phase[]): Row => ({
    what,
    'scans/s': Math.round(median(phases.map(paceOf))),
    rounds: phases.map(paceOf).join(' '),
    ...Object.fromEntries(['event-builder', 'database', 'broker', 'bench'].flatMap((part) => columnsOf(part, phases))),
  });
  return {
    title: `Decide: ${SCANS} scans of ${PARCELS} consignments, ${PARCELS * 4} events; CPU in s per 10,000 scans, peak PSS in MiB; medians of ${pairs.length} alternating rounds`,
    rows: [
      row(
        'event-builder',
        pairs.map(({ decided }) => decided),
      ),
      row(
        'bare: the same rows and messages',
        pairs.map(({ bare }) => bare),
      ),
    ],
    figures: figuresOf(pairs, ratios),
    charts: [chartOf(pairs)],
    notes: [
      `ratio to bare: ${round(median(ratios))} (${ratios.map(round).join(' ')})`,
      `${Math.round(median(pairs.map(({ transactions }) => transactions)))} transactions a lot, ${round(median(pairs.map(({ transactions }) => SCANS / transactions)))} scans each; the bare writer makes the same ones, four at a time, rows and messages side by side`,
    ],
  };
}

const figuresOf = (pairs: readonly Pair[], ratios: readonly number[]): Figure[] => [
  { name: 'decided', rounds: paces(pairs, 'decided'), unit: 'scans/s', target: { atLeast: TARGET } },
  { name: 'of the bare cost', rounds: ratios, unit: '', target: { atLeast: 0.5 } },
  { name: 'event-builder, peak PSS', rounds: peaks(pairs), unit: 'MiB', target: { atMost: 250 } },
];

const chartOf = (pairs: readonly Pair[]): Chart => ({
  name: 'decide',
  title: `Scans per second, ${PARCELS} consignments`,
  unit: '/s',
  bars: [
    { label: 'bare: the same rows and messages', rounds: paces(pairs, 'bare'), isLimit: true },
    { label: 'event-builder', rounds: paces(pairs, 'decided') },
  ],
  target: TARGET,
});

const paces = (pairs: readonly Pair[], which: 'decided' | 'bare'): number[] => pairs.map((pair) => paceOf(pair[which]));

const peaks = (pairs: readonly Pair[]): number[] => pairs.map(({ decided }) => decided.usage.get('event-builder')?.peakMiB ?? 0);

function columnsOf(part: string, phases: readonly Phase[]): [string, number][] {
  const used = phases.flatMap(({ usage }) => usage.get(part) ?? []);
  if (used.length === 0) return [];
  const cpu = median(used.map((usage) => cpuPer10000(usage, SCANS)));
  return [
    [`${part} CPU`, round(cpu)],
    [`${part} PSS`, Math.max(...used.map(({ peakMiB }) => peakMiB))],
  ];
}
