import { TOPICS } from '#libs/contracts';
import { type BenchParcel, benchParcels, benchScan, transferParcels } from '../support/bench-parcels.js';
import { insertReceiver, type LoadedStack } from '../support/bench-stack.js';
import { type Delays, NO_DELAYS, offerEvents, offerMessages } from '../support/offered-load.js';
import { cpuFigures } from '../support/part-figures.js';
import { median, percentile, round } from '../support/percentiles.js';
import { cpuPer10000, costLines, measureParts, type Usage } from '../support/resources.js';
import type { Figure, Load, Measurement, Result, Row, Scenario } from '../support/scenario.js';
import { phaseMs } from '../support/seconds.js';

const RECEIVERS = 100;
const PARCELS = 10_000;
const RATES = [50, 200] as const;
const ROUNDS = 3;
const LATENCY_MS = phaseMs(5);
/** The rate of the warm-up: code is compiled meanwhile, as in an app that has run for some minutes. */
const WARM_UP_RATE = 500;
const WARM_UP_MS = 30_000;
const QUICK_WARM_UP_MS = 10_000;
const STEP_MS = phaseMs(6);
const HELD_MS = phaseMs(60);
/** The rates that the search tries in turn, scans per second, until one is too high. */
const STEPS = [500, 750, 1000, 1250, 1500, 2000, 2500, 3000, 3500, 4000];
/** A rate counts as held when its p99 is below this. */
const HELD_P99_MS = 1000;
const STEP_DOWN = 250;
/** A step with a p99 below this share of the limit will probably be held for a minute too. */
const EASILY = 1 / 2;

type Way = 'scan' | 'event';
const WAYS: Readonly<Record<Way, string>> = { scan: 'scan published → receiver', event: 'event published → receiver' };

interface Phase {
  readonly way: Way;
  readonly rate: number;
  readonly delays: Delays;
  readonly usage: ReadonlyMap<string, Usage>;
}

/**
 * Measures from the first topic to the receiver's handler and, in turn, from topic `events`; the difference is the cost of the first hop.
 */
export const wholePath: Scenario = {
  what: `scan published → handler of one of ${RECEIVERS} receivers: delay at ${RATES.join(' and ')}/s, highest rate held for a minute`,
  runsLong: true,
  run: async (stack) => {
    for (let account = 1; account <= RECEIVERS; account++) {
      await insertReceiver(stack.database, { account, url: stack.sink.url('ok', String(account)) });
    }
    await Promise.all([stack.startApp('event-builder', { LOG_LEVEL: 'warn' }), stack.startApp('webhook-sender', { LOG_LEVEL: 'warn' })]);
    const parcels = benchParcels(PARCELS, RECEIVERS);
    await transferParcels(stack, parcels);
    const path = { stack, parcels };
    await offer(path, 'scan', { rate: WARM_UP_RATE, durationMs: WARM_UP_MS });
    const phases: Phase[] = [];
    const usage = await measureParts(stack.parts, async () => void phases.push(...(await latencies(path))));
    const count = phases.reduce((sum, { delays }) => sum + delays.ms.length, 0);
    const costs = [`at ${RATES.join(' and ')}/s, scans and events alike:`, ...costLines(usage, count, 'webhooks')];
    return toResult(phases, { ...(await search(path)), latencyCosts: costs });
  },
  outside: { stacks: [{ name: 'whole-path', settings: { LOG_LEVEL: 'warn' }, measure: measureOutside }] },
};

/** Measures only the delays: the search for the highest rate takes minutes, and `flood` compares the highest pace. */
async function measureOutside(stack: LoadedStack, { isQuick }: Load): Promise<Measurement[]> {
  for (let account = 1; account <= RECEIVERS; account++) {
    await insertReceiver(stack.database, { account, url: stack.sink.url('ok', String(account)) });
  }
  const path = { stack, parcels: benchParcels(PARCELS, RECEIVERS) };
  await transferParcels(stack, path.parcels);
  await offer(path, 'scan', { rate: WARM_UP_RATE, durationMs: isQuick ? QUICK_WARM_UP_MS : WARM_UP_MS });
  const phases = await latencies(path, isQuick ? 1 : ROUNDS);
  return RATES.flatMap((rate) =>
    (['scan', 'event'] as const).flatMap((way) =>
      toMeasurements(
        `${WAYS[way]} at ${rate}/s`,
        phases.filter((phase) => phase.way === way && phase.rate === rate),
      ),
    ),
  );
}

function toMeasurements(variant: string, rounds: readonly Phase[]): Measurement[] {
  const delay = (share: number): number => median(rounds.map(({ delays }) => percentile(delays.ms, share)));
  const cpuOf = (part: string): number => median(rounds.map(({ delays, usage }) => cpuPer10000(usage.get(part), delays.ms.length)));
  return [
    { variant, figure: 'p50', unit: 'ms', value: delay(0.5), ratioTarget: { atMost: 1.1 } },
    { variant, figure: 'p99', unit: 'ms', value: delay(0.99), ratioTarget: { atMost: 1.1 } },
    ...cpuFigures(variant, cpuOf),
  ];
}

interface Path {
  readonly stack: LoadedStack;
  readonly parcels: readonly BenchParcel[];
}

function offer({ stack, parcels }: Path, way: Way, load: { rate: number; durationMs: number }): Promise<Delays> {
  if (way === 'event') {
    return offerEvents(stack, { ...load, accountOf: (index) => 1 + (index % RECEIVERS), isMeasured: () => true });
  }
  return offerMessages(stack, { ...load, topic: TOPICS.scans.name, message: (index) => benchScan(parcels[index % parcels.length]!) });
}

async function latencies(path: Path, rounds = ROUNDS): Promise<Phase[]> {
  const phases: Phase[] = [];
  for (let turn = 0; turn < rounds; turn++) {
    for (const rate of RATES) {
      for (const way of ['scan', 'event'] as const) {
        const phase = await measurePhase(path, way, rate);
        const { missing } = phase.delays;
        if (missing > 0) throw new Error(`the run is broken: of the ${way}s at ${rate}/s ${missing} never reached a receiver`);
        phases.push(phase);
      }
    }
  }
  return phases;
}

async function measurePhase(path: Path, way: Way, rate: number): Promise<Phase> {
  let delays: Delays = NO_DELAYS;
  const usage = await measureParts(path.stack.parts, async () => {
    delays = await offer(path, way, { rate, durationMs: LATENCY_MS });
  });
  return { way, rate, delays, usage };
}

interface Held {
  readonly steps: readonly Row[];
  readonly rate: number;
  readonly costs: readonly string[];
}

/**
 * Climbs in short steps until a rate is too high. Then tries the last easily held rate for a minute, which is harder, and lower rates if
 * needed.
 */
async function search(path: Path): Promise<Held> {
  const steps: Row[] = [];
  let first = 0;
  for (const rate of STEPS) {
    const step = await tryRate(path, rate, STEP_MS);
    steps.push(step.row);
    if (!step.isHeld) break;
    first = step.p99Ms < HELD_P99_MS * EASILY ? rate : rate - STEP_DOWN;
  }
  for (let rate = first; rate > 0; rate -= STEP_DOWN) {
    const step = await tryRate(path, rate, HELD_MS);
    steps.push(step.row);
    if (step.isHeld) return { steps, rate, costs: step.costs };
  }
  return { steps, rate: 0, costs: [] };
}

interface Tried {
  readonly row: Row;
  readonly p99Ms: number;
  readonly isHeld: boolean;
  readonly costs: readonly string[];
}

async function tryRate(path: Path, rate: number, durationMs: number): Promise<Tried> {
  let delays: Delays = NO_DELAYS;
  const usage = await measureParts(path.stack.parts, async () => {
    delays = await offer(path, 'scan', { rate, durationMs });
  });
  const p99Ms = percentile(delays.ms, 0.99);
  const isHeld = delays.missing === 0 && p99Ms < HELD_P99_MS;
  const verdict = `for ${durationMs / 1000} s: ${isHeld ? 'held' : 'too much'}`;
  return { row: toRow(`scan → receiver, ${verdict}`, rate, [delays]), p99Ms, isHeld, costs: costLines(usage, delays.ms.length, 'scans') };
}

function toResult(phases: readonly Phase[], held: Held & { readonly latencyCosts: readonly string[] }): Result {
  const rows = RATES.flatMap((rate) =>
    (['scan', 'event'] as const).map((way) => {
      const rounds = phases.filter((phase) => phase.way === way && phase.rate === rate).map(({ delays }) => delays);
      return toRow(WAYS[way], rate, rounds);
    }),
  );
  return {
    title: `Whole path: delay to the handler of one of ${RECEIVERS} receivers, ms; medians of ${ROUNDS} rounds in turn`,
    rows: [...rows, ...held.steps],
    figures: [
      ...RATES.flatMap((rate) => [
        toFigure(phases, { way: 'scan', rate, share: 0.5, atMost: 20 }),
        toFigure(phases, { way: 'scan', rate, share: 0.99, atMost: 60 }),
        toFigure(phases, { way: 'event', rate, share: 0.5, atMost: 8 }),
      ]),
      { name: `held with p99 < ${HELD_P99_MS} ms`, rounds: [held.rate], unit: '/s', target: { atLeast: 1500 } },
    ],
    notes: [
      ...held.latencyCosts,
      `held for ${HELD_MS / 1000} s with p99 < ${HELD_P99_MS} ms: ${held.rate} scans/s, each a webhook`,
      ...held.costs,
    ],
  };
}

interface FigureOptions {
  readonly way: Way;
  readonly rate: number;
  readonly share: number;
  /** The target, ms. */
  readonly atMost: number;
}

function toFigure(phases: readonly Phase[], { way, rate, share, atMost }: FigureOptions): Figure {
  const rounds = phases.filter((phase) => phase.way === way && phase.rate === rate);
  return {
    name: `${WAYS[way]} at ${rate}/s, p${share * 100}`,
    rounds: rounds.map(({ delays }) => percentile(delays.ms, share)),
    unit: 'ms',
    target: { atMost },
  };
}

function toRow(what: string, rate: number, rounds: readonly Delays[]): Row {
  const of = (share: number): number => round(median(rounds.map(({ ms }) => percentile(ms, share))));
  const p99s = rounds.map(({ ms }) => round(percentile(ms, 0.99)));
  return { what, 'per second': rate, p50: of(0.5), p99: of(0.99), 'p99 of the rounds': p99s.join(' '), max: round(maxOf(rounds)) };
}

const maxOf = (rounds: readonly Delays[]): number => rounds.flatMap(({ ms }) => ms).reduce((max, ms) => Math.max(max, ms), 0);
