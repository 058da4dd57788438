import { TOPICS } from '#libs/contracts';
import type { BenchStack } from '../support/bench-stack.js';
import { checkWritten, Progress, publishAll } from '../support/builder-work.js';
import { type Lot, recordsOf, SCANS_PER_PARCEL, scansOf } from '../support/parcel-traffic.js';
import { round } from '../support/percentiles.js';
import { costLines, measureParts, memoryMiB, type Usage } from '../support/resources.js';
import type { Result, Row, Scenario } from '../support/scenario.js';

/** BENCH_BACKLOG_SCANS sets fewer waiting scans for a quick look. */
const SCANS = Number(process.env['BENCH_BACKLOG_SCANS'] ?? 500_000);
const TENTHS = 10;
const PARCELS_OF_TENTH = Math.ceil(SCANS / SCANS_PER_PARCEL / TENTHS);
const PARCELS = TENTHS * PARCELS_OF_TENTH;

/** The state at one look. */
interface Look {
  readonly atMs: number;
  readonly committed: number;
  readonly pssMiB: number;
}

/** Measures event-builder over the backlog of a long outage: the last scans must not be slower than the first. */
export const backlog: Scenario = {
  what: `pace and memory of event-builder over a backlog of ${PARCELS * SCANS_PER_PARCEL} scans, from its first tenth to its last`,
  run: async (stack) => {
    const progress = new Progress(stack);
    const lots = Array.from({ length: TENTHS }, (_, tenth): Lot => ({ name: `B${tenth}`, count: PARCELS_OF_TENTH, endMs: Date.now() }));
    await letPile(stack, progress, lots);
    const { child } = await stack.startApp('event-builder');
    const looks: Look[] = [];
    const see = (committed: number): void =>
      void looks.push({ atMs: performance.now(), committed, pssMiB: Math.round(memoryMiB(child.pid)) });
    const usage = await measureParts(stack.parts, () => progress.untilTaken(TOPICS.scans.name, see));
    for (const lot of lots) await checkWritten(stack, lot);
    return toResult(looks, usage);
  },
};

/**
 * Piles up scans while event-builder is stopped; their records are taken before. Each tenth has its own parcels with all their scans,
 * because later scans find longer states and cause more events, and would otherwise all be in the last tenths.
 */
async function letPile(stack: BenchStack, progress: Progress, lots: readonly Lot[]): Promise<void> {
  const app = await stack.startApp('event-builder');
  for (const lot of lots) await publishAll(stack, TOPICS.records.name, recordsOf(lot));
  await progress.untilTaken(TOPICS.records.name);
  await app.stop();
  for (const lot of lots) await publishAll(stack, TOPICS.scans.name, scansOf(lot));
}

function toResult(looks: readonly Look[], usage: ReadonlyMap<string, Usage>): Result {
  const total = PARCELS * SCANS_PER_PARCEL;
  const marks = Array.from({ length: TENTHS + 1 }, (_, index) => momentOf(looks, (total * index) / TENTHS));
  const rows = marks.slice(1).map((toMs, index): Row => {
    const fromMs = marks[index]!;
    const within = looks.filter(({ atMs }, at) => atMs >= fromMs && (looks[at - 1]?.atMs ?? 0) <= toMs);
    return {
      tenth: index + 1,
      'scans/s': Math.round((total / TENTHS / (toMs - fromMs)) * 1000),
      'PSS, MiB': Math.max(...within.map(({ pssMiB }) => pssMiB)),
    };
  });
  const [first, last] = [Number(rows[0]!['scans/s']), Number(rows.at(-1)!['scans/s'])];
  const seconds = (marks.at(-1)! - marks[0]!) / 1000;
  return {
    title: `Backlog: ${total} waiting scans of ${PARCELS} consignments, by tenths`,
    rows,
    figures: [
      { name: 'last tenth against the first', rounds: [last / first], unit: '', target: { atLeast: 0.9 } },
      { name: 'event-builder, peak PSS', rounds: [usage.get('event-builder')?.peakMiB ?? 0], unit: 'MiB', target: { atMost: 250 } },
    ],
    notes: [
      `the last tenth against the first: ${round(last / first)}; all of it in ${round(seconds)} s, ${Math.round(total / seconds)} scans/s`,
      ...costLines(usage, total, 'scans'),
    ],
  };
}

/**
 * Returns when `committed` messages were committed, ms, interpolated between two looks. The drain begins with the last look without
 * progress.
 */
function momentOf(looks: readonly Look[], committed: number): number {
  const first = Math.max(
    0,
    looks.findLastIndex((look) => look.committed === 0),
  );
  if (committed === 0) return looks[first]!.atMs;
  const index = looks.findIndex((look) => look.committed >= committed);
  const after = looks[index]!;
  const before = looks[Math.max(index - 1, 0)]!;
  if (after.committed === before.committed) return after.atMs;
  return before.atMs + ((committed - before.committed) / (after.committed - before.committed)) * (after.atMs - before.atMs);
}
