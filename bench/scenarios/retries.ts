import { setTimeout as pause } from 'node:timers/promises';
import { insertReceiver, type LoadedStack } from '../support/bench-stack.js';
import { type Delays, offerEvents } from '../support/offered-load.js';
import { enterDeliveries, type PendingReceiver, publishingPace, publishRetries } from '../support/pending-retries.js';
import { median, percentile, round } from '../support/percentiles.js';
import { measureParts, type Usage } from '../support/resources.js';
import type { Measurement, Result, Row, Scenario } from '../support/scenario.js';
import { phaseMs } from '../support/seconds.js';
import type { Arrival } from '../support/sink.main.js';

const PENDING = Number(process.env['BENCH_PENDING'] ?? 1_000_000);
/** The number of pending retries that come due together, three times. */
const WAVE = Math.min(30_000, PENDING / 4);
const ROUNDS = 3;
const RECEIVERS = 100;
const FRESH_RATE = 200;
const FRESH_MS = phaseMs(8);
const WATCHED_MS = phaseMs(60);
const WATCHED_S = WATCHED_MS / 1000;
/** The time from one wave to the next: the wave itself, a phase without a wave, and some room. */
const WAVE_EVERY_MS = 30_000 + 2 * FRESH_MS;
const FAR_AHEAD_MS = 6 * 3_600_000;
/** One retry per millisecond: the newest is not in the future. */
const CREATED_BEFORE_MS = 2 * PENDING;
/** The longest time for a wave: a slow wave is valid, a missing wave breaks the run. */
const WAVE_ENDS_MS = 120_000;
/** Publishing is slower than in the trial: the sender is idle during the trial, but reads the later messages. */
const SLOWER_THAN_TRIAL = 3;
const LOOK_MS = 50;
const SENDER = 'webhook-sender';
const SETTINGS = { LOG_LEVEL: 'warn' };

interface Turn {
  readonly calm: Delays;
  /** False when the wave began during the phase, because the previous wave or the publishing was slow. */
  readonly isCalm: boolean;
  readonly beside: Delays;
  /** Retries made per second. */
  readonly pace: number;
  /** The time from the due time to the first arrival, ms. */
  readonly lateMs: number;
}

/** Measures the cost of a million waiting retries, and how due retries delay fresh events. */
export const retries: Scenario = {
  what: `${PENDING.toLocaleString('en')} pending retries: memory and CPU while they wait, pace when due, delay of fresh events beside them`,
  run: async (stack) => {
    const sender = await stack.startApp(SENDER, SETTINGS);
    const measured = await measure(stack);
    if (sender.child.hasExited()) throw new Error(`the run is broken: ${SENDER} has ended`);
    return toResult(measured);
  },
  outside: { stacks: [{ name: 'retries', settings: SETTINGS, measure: async (stack) => toMeasurements(await measure(stack)) }] },
};

interface Measured {
  readonly idle: Usage;
  readonly held: Usage;
  readonly turns: readonly Turn[];
}

async function measure(stack: LoadedStack): Promise<Measured> {
  const receivers = await enterReceivers(stack, 1);
  const waiting = await enterReceivers(stack, 1 + RECEIVERS);
  await fresh(stack, receivers);
  const idle = await watch(stack);
  const retriesMs: number[] = []; // of all waves from the beginning: a slow or early wave must not look lost
  stack.sink.onArrival = noteIn(retriesMs);
  const dueAtMs = await publishAll(stack, waiting);
  const held = await watch(stack);
  const turns: Turn[] = [];
  for (let turn = 0; turn < ROUNDS; turn++) {
    turns.push(await takeTurn(stack, { receivers, retriesMs, first: turn * WAVE, dueAtMs: dueAtMs + turn * WAVE_EVERY_MS }));
  }
  return { idle, held, turns };
}

/** Returns the share of a core, in percent, while the sender was watched. */
const coreShare = ({ cpuSeconds }: Usage): number => (100 * cpuSeconds) / WATCHED_S;

function toMeasurements({ idle, held, turns }: Measured): Measurement[] {
  const of = (value: (turn: Turn) => number): number => median(turns.map(value));
  const line = (figure: string, unit: string, value: number): Measurement => ({ variant: `${PENDING} pending`, figure, unit, value });
  return [
    line('PSS of the sender, nothing pending', 'MiB', idle.peakMiB),
    line('PSS of the sender, all pending', 'MiB', held.peakMiB),
    line('CPU of the sender, all pending', '% of a core', coreShare(held)),
    line(
      'pace when due',
      'retries/s',
      of(({ pace }) => pace),
    ),
    line(
      'p99 of fresh events before the wave',
      'ms',
      of(({ calm }) => percentile(calm.ms, 0.99)),
    ),
    line(
      'p99 of fresh events beside the wave',
      'ms',
      of(({ beside }) => percentile(beside.ms, 0.99)),
    ),
  ];
}

async function enterReceivers({ database, sink }: LoadedStack, firstAccount: number): Promise<PendingReceiver[]> {
  const receivers: PendingReceiver[] = [];
  for (let account = firstAccount; account < firstAccount + RECEIVERS; account++) {
    receivers.push({ account, receiverId: await insertReceiver(database, { account, url: sink.url('ok', String(account)) }) });
  }
  return receivers;
}

function fresh(stack: LoadedStack, receivers: readonly PendingReceiver[], onOther?: (arrival: Arrival) => void): Promise<Delays> {
  const accountOf = (index: number): number => receivers[index % receivers.length]!.account;
  const offer = { durationMs: FRESH_MS, rate: FRESH_RATE, accountOf, isMeasured: () => true };
  return offerEvents(stack, onOther ? { ...offer, onOther } : offer);
}

/** Watches the sender while it is idle, or while all retries wait. */
async function watch(stack: LoadedStack): Promise<Usage> {
  const usage = await measureParts(stack.parts, () => pause(WATCHED_MS));
  return usage.get(SENDER)!;
}

/**
 * Publishes the messages of the waves first, because a topic of retries lies in due order.
 * @returns when the first wave is due
 */
async function publishAll(stack: LoadedStack, receivers: readonly PendingReceiver[]): Promise<number> {
  const createdAtMs = Date.now() - CREATED_BEFORE_MS;
  const farAheadMs = Date.now() + FAR_AHEAD_MS;
  const far = { receivers, first: ROUNDS * WAVE, count: PENDING - ROUNDS * WAVE, createdAtMs, dueAtMs: farAheadMs };
  await enterDeliveries(stack, far);
  const trial = { receivers, first: PENDING, count: PENDING / 50, createdAtMs, dueAtMs: farAheadMs };
  const publishingMs = (PENDING / (await publishingPace(stack, trial))) * 1000;
  const dueAtMs = Date.now() + SLOWER_THAN_TRIAL * publishingMs + WATCHED_MS + 2 * FRESH_MS;
  for (let turn = 0; turn < ROUNDS; turn++) {
    const wave = { receivers, first: turn * WAVE, count: WAVE, createdAtMs, dueAtMs: dueAtMs + turn * WAVE_EVERY_MS };
    await enterDeliveries(stack, wave);
    await publishRetries(stack, wave);
  }
  await publishRetries(stack, far);
  return dueAtMs;
}

interface Wave {
  /** The receivers of the fresh events. */
  readonly receivers: readonly PendingReceiver[];
  /** When each retry arrived, including earlier waves, in order. */
  readonly retriesMs: number[];
  readonly first: number;
  readonly dueAtMs: number;
}

const noteIn =
  (arrivedAtMs: number[]) =>
  ([, , atMs]: Arrival): unknown =>
    arrivedAtMs.push(atMs);

/** Measures fresh events alone shortly before a wave is due, and then beside it. */
async function takeTurn(stack: LoadedStack, { receivers, retriesMs, first, dueAtMs }: Wave): Promise<Turn> {
  const onRetry = noteIn(retriesMs);
  await pause(Math.max(0, dueAtMs - 1.5 * FRESH_MS - Date.now()));
  const calm = await fresh(stack, receivers, onRetry);
  const isCalm = Date.now() < dueAtMs;
  await pause(Math.max(0, dueAtMs - Date.now()));
  const beside = await fresh(stack, receivers, onRetry);
  const giveUpAtMs = Date.now() + WAVE_ENDS_MS;
  while (retriesMs.length < first + WAVE && Date.now() < giveUpAtMs) await pause(LOOK_MS);
  const arrivedAtMs = retriesMs.slice(first, first + WAVE);
  const missing = calm.missing + beside.missing + WAVE - arrivedAtMs.length;
  if (missing > 0) throw new Error(`the run is broken: ${missing} events or retries never reached a receiver`);
  const [firstMs, lastMs] = [arrivedAtMs[0]!, arrivedAtMs.at(-1)!];
  return { calm, isCalm, beside, lateMs: firstMs - dueAtMs, pace: WAVE / ((lastMs - firstMs) / 1000) };
}

function toResult({ idle, held, turns }: Measured): Result {
  const p99 = (which: 'calm' | 'beside'): number[] => turns.map((turn) => percentile(turn[which].ms, 0.99));
  const ratios = turns.map(({ calm, beside }) => percentile(beside.ms, 0.99) / percentile(calm.ms, 0.99));
  const lateMs = turns.map((turn) => turn.lateMs);
  const pace = turns.map((turn) => turn.pace);
  const line = (what: string, values: readonly number[], unit: string): Row => ({
    what,
    median: round(median(values)),
    unit,
    rounds: values.map(round).join(' '),
  });
  return {
    title: `Retries: ${PENDING.toLocaleString('en')} pending, of which ${WAVE.toLocaleString('en')} come due together, ${ROUNDS} times`,
    rows: [
      line('PSS of the sender, nothing pending', [idle.peakMiB], 'MiB'),
      line('PSS of the sender, all pending', [held.peakMiB], 'MiB'),
      line('CPU of the sender, nothing pending', [coreShare(idle)], '% of a core'),
      line('CPU of the sender, all pending', [coreShare(held)], '% of a core'),
      line('first one after it was due', lateMs, 'ms'),
      line('pace when due', pace, 'retries/s'),
      line('p99 of fresh events before the wave', p99('calm'), 'ms'),
      line('p99 of fresh events beside the wave', p99('beside'), 'ms'),
      line('ratio', ratios, ''),
    ],
    figures: [
      { name: 'PSS growth of the sender', rounds: [held.peakMiB - idle.peakMiB], unit: 'MiB', target: { atMost: 50 } },
      { name: 'CPU while waiting', rounds: [coreShare(held)], unit: '% of a core', target: { atMost: 2 } },
      { name: 'pace when due', rounds: pace, unit: '/s' },
      { name: 'p99 of fresh events, beside the wave / before it', rounds: ratios, unit: '' },
    ],
    notes: [
      `PSS is the highest of ${WATCHED_S} s, CPU their mean; fresh events: ${FRESH_RATE}/s to receivers that have no retries`,
      ...turns.flatMap(toNote),
    ],
  };
}

const toNote = ({ isCalm }: Turn, turn: number): string[] =>
  isCalm ? [] : [`the wave of round ${turn + 1} had begun before the phase that should lie before it had ended`];
