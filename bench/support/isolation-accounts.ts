// One account whose 500 scans become 100,000 deliveries at once, and the delays of another account meanwhile.
import { setTimeout as pause } from 'node:timers/promises';
import { type BenchStack, insertReceiver } from './bench-stack.js';
import { publishEvents } from './bench-events.js';
import { type Delays, offerEvents } from './offered-load.js';
import { percentile, round } from './percentiles.js';
import type { Row } from './scenario.js';
import { phaseMs } from './seconds.js';

const RECEIVERS = 200;
/** The events of one request of 500 scans, one each. */
const EVENTS = 500;
const RATE = 10;
const DURATION_MS = phaseMs(60);
const BURST_AFTER_MS = phaseMs(5);

export interface AccountsOptions {
  readonly noisy: number;
  readonly quiet: number;
}

/** Returns the delays of the quiet account, from before the other's burst until long after it. */
export async function measureAccounts(stack: BenchStack, { noisy, quiet }: AccountsOptions): Promise<Delays> {
  for (let number = 0; number < RECEIVERS; number++) {
    await insertReceiver(stack.database, { account: noisy, url: stack.sink.url('count', `${noisy}-${number}`) });
  }
  await insertReceiver(stack.database, { account: quiet, url: stack.sink.url('ok', String(quiet)) });
  const burst = pause(BURST_AFTER_MS).then(() => publishEvents(stack, { count: EVENTS, accountOf: () => noisy }));
  const delays = await offerEvents(stack, { durationMs: DURATION_MS, rate: RATE, accountOf: () => quiet, isMeasured: () => true });
  await burst;
  return delays;
}

export function accountsRow({ ms, offeredAtMs }: Delays): Row {
  const from = (fromMs: number, toMs: number): number[] => ms.filter((_, at) => offeredAtMs[at]! >= fromMs && offeredAtMs[at]! < toMs);
  const [before, after] = [from(0, BURST_AFTER_MS - 1_000), from(BURST_AFTER_MS, Infinity)];
  return {
    beside: `another account with ${RECEIVERS} receivers has ${EVENTS} events at once`,
    'p50 before': round(percentile(before, 0.5)),
    'p99 before': round(percentile(before, 0.99)),
    'p50 from then on': round(percentile(after, 0.5)),
    'p99 from then on': round(percentile(after, 0.99)),
    'longest, s': round(Math.max(...after) / 1000),
  };
}
