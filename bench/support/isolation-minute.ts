// Watches one hanging receiver for a minute: its queue fills, its first attempts time out, its circuit opens, probes are sent, its backlog
// drains.
import { type BenchStack, insertReceiver } from './bench-stack.js';
import { mixed } from './mixed-accounts.js';
import { type Delays, offerEvents } from './offered-load.js';
import { percentile, round } from './percentiles.js';
import type { Row } from './scenario.js';
import { phaseMs } from './seconds.js';

const MINUTE_MS = phaseMs(60);
const WINDOW_MS = phaseMs(5);
/** The first attempts time out within the minute, and so do the attempts that open the circuit. */
const TIMEOUT_MS = 10_000;
const BAD_SHARE = 0.3;

export interface MinuteOptions {
  /** Accounts 1 to this number are measured. */
  readonly healthy: number;
  /** The rate of all healthy receivers together, per second; the bad receiver's load is added. */
  readonly rate: number;
  readonly badAccount: number;
}

/** A minute with the bad receiver, between two minutes without it: those show the machine's own disturbances. */
export interface Minutes {
  readonly before: Delays;
  readonly beside: Delays;
  readonly after: Delays;
}

export async function measureMinutes(stack: BenchStack, options: MinuteOptions): Promise<Minutes> {
  const { healthy, rate, badAccount } = options;
  const alone = { durationMs: MINUTE_MS, rate, accountOf: (index: number) => 1 + (index % healthy), isMeasured: () => true };
  const before = await offerEvents(stack, alone);
  await insertReceiver(stack.database, { account: badAccount, url: stack.sink.url('hang', String(badAccount)), timeoutMs: TIMEOUT_MS });
  const beside = await offerEvents(stack, {
    durationMs: MINUTE_MS,
    rate: rate / (1 - BAD_SHARE),
    accountOf: mixed([badAccount], { share: BAD_SHARE, healthy }),
    isMeasured: (account) => account !== badAccount,
  });
  await stack.database.query('UPDATE receiver SET enabled = false WHERE account_id = $1', [badAccount]);
  return { before, beside, after: await offerEvents(stack, alone) };
}

const windowsOf = ({ ms, offeredAtMs }: Delays): number[][] =>
  Array.from({ length: Math.ceil(MINUTE_MS / WINDOW_MS) }, (_, index) =>
    ms.filter((_each, at) => Math.floor(offeredAtMs[at]! / WINDOW_MS) === index),
  );

/** Returns the p50 and p99 of the healthy receivers in each window of five seconds. */
export function minuteRows({ before, beside, after }: Minutes): Row[] {
  const [first, second, third] = [before, beside, after].map(windowsOf) as [number[][], number[][], number[][]];
  const of = (share: number, windows: readonly number[][], index: number): number => round(percentile(windows[index] ?? [], share));
  return second.map((_, index) => ({
    beside: `one hangs with 30 %, second ${(index * WINDOW_MS) / 1000} to ${((index + 1) * WINDOW_MS) / 1000}`,
    'p50 before': of(0.5, first, index),
    'p50 with': of(0.5, second, index),
    'p50 after': of(0.5, third, index),
    'p99 before': of(0.99, first, index),
    'p99 with': of(0.99, second, index),
    'p99 after': of(0.99, third, index),
  }));
}

/** Returns the worst window beside the bad receiver, divided by the worst window without it. */
export function worstWindowRatio({ before, beside, after }: Minutes): number {
  const worst = (delays: Delays): number =>
    Math.max(
      ...windowsOf(delays)
        .map((window) => percentile(window, 0.99))
        .filter(Number.isFinite),
    );
  return worst(beside) / Math.max(worst(before), worst(after));
}
