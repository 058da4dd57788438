import { type BenchStack, insertReceiver } from '../support/bench-stack.js';
import { type Delays, offerEvents } from '../support/offered-load.js';
import { median, percentile, round } from '../support/percentiles.js';
import { measureParts, type Usage } from '../support/resources.js';
import type { Result, Row, Scenario } from '../support/scenario.js';
import type { Habit } from '../support/sink.js';

const HEALTHY = 96;
const HEALTHY_RATE = 200;
const PHASE_MS = 10_000;
const ROUNDS = 2;

interface Variant {
  readonly name: string;
  readonly bad: readonly Habit[];
  /** Part of all events that goes to the bad receivers together. */
  readonly share: number;
}

const VARIANTS: readonly Variant[] = [
  { name: 'one hangs, one drips, one 500, one redirects: 4 %', bad: ['hang', 'drip', 'error', 'redirect'], share: 0.04 },
  { name: 'one hangs with 1 % of the traffic', bad: ['hang'], share: 0.01 },
  { name: 'one hangs with 30 % of the traffic', bad: ['hang'], share: 0.3 },
];

interface Phase {
  readonly variant: string;
  readonly alone: Delays;
  readonly beside: Delays;
}

/** Each variant directly behind a phase without its bad receivers, over and over: what the machine does meanwhile hits both. */
export const isolation: Scenario = {
  what: `p99 of ${HEALTHY} healthy receivers, with and without bad ones beside them`,
  run: async (stack) => {
    for (let account = 1; account <= HEALTHY; account++) {
      await insertReceiver(stack.database, { account, url: stack.sink.url('ok', String(account)) });
    }
    await stack.startApp('webhook-sender', { LOG_LEVEL: 'warn' });
    await phase(stack, { name: 'warm-up', bad: [], share: 0 }, 0);
    const phases: Phase[] = [];
    const usage = await measureParts(stack.parts, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        for (const [index, variant] of VARIANTS.entries())
          phases.push(await compare(stack, variant, 1000 * (round * VARIANTS.length + index + 1)));
      }
    });
    return toResult(phases, usage);
  },
};

async function compare(stack: BenchStack, variant: Variant, firstAccount: number): Promise<Phase> {
  const alone = await phase(stack, { ...variant, bad: [], share: 0 }, firstAccount);
  const beside = await phase(stack, variant, firstAccount);
  return { variant: variant.name, alone, beside };
}

/** The healthy ones get the same rate in every phase; what the bad ones get comes on top. */
async function phase(stack: BenchStack, { bad, share }: Variant, firstAccount: number): Promise<Delays> {
  const accounts = bad.map((_, index) => firstAccount + index);
  for (const [index, habit] of bad.entries()) {
    await insertReceiver(stack.database, { account: firstAccount + index, url: stack.sink.url(habit, String(firstAccount + index)) });
  }
  let credit = 0;
  const accountOf = (index: number): number => {
    credit += share;
    if (credit < 1 || accounts.length === 0) return 1 + (index % HEALTHY);
    credit -= 1;
    return accounts[index % accounts.length] ?? firstAccount;
  };
  const isMeasured = (account: number): boolean => account <= HEALTHY;
  const delays = await offerEvents(stack, { durationMs: PHASE_MS, rate: HEALTHY_RATE / (1 - share), accountOf, isMeasured });
  // What waits for them is cancelled: it must not burden the next phase.
  await stack.database.query('UPDATE receiver SET enabled = false WHERE account_id = ANY($1::bigint[])', [accounts]);
  return delays;
}

function toResult(phases: readonly Phase[], usage: ReadonlyMap<string, Usage>): Result {
  const deliveries = phases.reduce((sum, { alone, beside }) => sum + alone.ms.length + beside.ms.length, 0);
  const missing = phases.reduce((sum, { alone, beside }) => sum + alone.missing + beside.missing, 0);
  if (missing > 0) throw new Error(`the run is broken: ${missing} events never reached a healthy receiver`);
  return {
    title: `Isolation: delay from publishing to the handler of ${HEALTHY} healthy receivers at ${HEALTHY_RATE}/s, ms; medians of ${ROUNDS} alternating pairs of phases`,
    rows: VARIANTS.map(({ name }) =>
      toRow(
        name,
        phases.filter(({ variant }) => variant === name),
      ),
    ),
    notes: [
      `${deliveries} deliveries to healthy receivers, none missing`,
      ...[...usage].map(
        ([part, { cpuSeconds, peakMiB }]) =>
          `${part}: ${round((cpuSeconds / deliveries) * 10_000)} CPU s per 10,000 deliveries, peak RSS ${peakMiB} MiB`,
      ),
    ],
  };
}

function toRow(variant: string, phases: readonly Phase[]): Row {
  const of = (which: 'alone' | 'beside', share: number): number => median(phases.map((each) => percentile(each[which].ms, share)));
  const ratios = phases.map(({ alone, beside }) => percentile(beside.ms, 0.99) / percentile(alone.ms, 0.99));
  return {
    beside: variant,
    'p50 without': of('alone', 0.5),
    'p50 with': of('beside', 0.5),
    'p99 without': of('alone', 0.99),
    'p99 with': of('beside', 0.99),
    'p99 ratio': round(median(ratios)),
    'ratios of the pairs': ratios.map(round).join(' '),
  };
}
