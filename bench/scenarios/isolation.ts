import { setTimeout as pause } from 'node:timers/promises';
import { insertReceiver, type LoadedStack } from '../support/bench-stack.js';
import { accountsRow, measureAccounts } from '../support/isolation-accounts.js';
import { measureMinutes, type Minutes, minuteRows, worstWindowRatio } from '../support/isolation-minute.js';
import { mixed } from '../support/mixed-accounts.js';
import { type Delays, offerEvents } from '../support/offered-load.js';
import { median, percentile, round } from '../support/percentiles.js';
import { costLines, measureParts, type Usage } from '../support/resources.js';
import type { Figure, Load, Measurement, Result, Row, Scenario } from '../support/scenario.js';
import { phaseMs } from '../support/seconds.js';
import type { Habit } from '../support/sink.js';

const RECEIVERS = 100;
/** The rate of all healthy receivers together in every phase; the load of bad receivers is added. */
const HEALTHY_RATE = 200;
const PHASE_MS = phaseMs(5);
const ROUNDS = 3;
/** The first account number that no shorter phase uses. */
const FIRST_OF_MINUTES = 1_000_000;
/** The time-out of the bad receivers. It is short, so that hanging POSTs of one phase end before the next phase. */
const TIMEOUT_MS = 3_000;

interface Variant {
  readonly name: string;
  readonly bad: readonly Habit[];
  /** The share of all events that goes to the bad receivers together. */
  readonly share: number;
}

const five = (habit: Habit): Habit[] => Array<Habit>(5).fill(habit);

const VARIANTS: readonly Variant[] = [
  { name: 'one hangs with 1 % of the traffic', bad: ['hang'], share: 0.01 },
  { name: 'one hangs with 30 % of the traffic', bad: ['hang'], share: 0.3 },
  { name: 'five hang, five fail, five take 1 s: 15 %', bad: [...five('hang'), ...five('error'), ...five('slow')], share: 0.15 },
];

interface Phase {
  readonly variant: string;
  readonly alone: Delays;
  readonly beside: Delays;
}

/**
 * Measures each variant directly after a phase without its bad receivers, again and again, so that disturbances of the machine affect both.
 */
export const isolation: Scenario = {
  what: `p99 of the healthy ones among ${RECEIVERS} receivers, with and without the bad ones beside them`,
  run: async (stack) => {
    for (let account = 1; account <= RECEIVERS; account++) {
      await insertReceiver(stack.database, { account, url: stack.sink.url('ok', String(account)) });
    }
    await stack.startApp('webhook-sender', { LOG_LEVEL: 'warn' });
    await phase(stack, { name: 'warm-up', bad: [], share: 0 }, { healthy: RECEIVERS, firstBad: 0 });
    const phases: Phase[] = [];
    const usage = await measureParts(stack.parts, async () => void phases.push(...(await comparePhases(stack, ROUNDS))));
    const minutes = await measureMinutes(stack, { healthy: RECEIVERS, rate: HEALTHY_RATE, badAccount: FIRST_OF_MINUTES });
    const accounts = await measureAccounts(stack, { noisy: FIRST_OF_MINUTES + 1, quiet: FIRST_OF_MINUTES + 2 });
    const result = toResult(phases, usage);
    return {
      ...result,
      rows: [...result.rows, ...minuteRows(minutes), accountsRow(accounts)],
      figures: [...(result.figures ?? []), ...longFigures(minutes, accounts)],
    };
  },
  outside: { stacks: [{ name: 'isolation', settings: { LOG_LEVEL: 'warn' }, measure: measureOutside }] },
};

/** Measures only the phases: `quiet` measures the effect of one account's burst on another account. */
async function measureOutside(stack: LoadedStack, { isQuick }: Load): Promise<Measurement[]> {
  for (let account = 1; account <= RECEIVERS; account++) {
    await insertReceiver(stack.database, { account, url: stack.sink.url('ok', String(account)) });
  }
  await phase(stack, { name: 'warm-up', bad: [], share: 0 }, { healthy: RECEIVERS, firstBad: 0 });
  const phases = await comparePhases(stack, isQuick ? 1 : ROUNDS);
  return VARIANTS.flatMap(({ name }) => {
    const ofVariant = phases.filter(({ variant }) => variant === name);
    const p99 = (which: 'alone' | 'beside'): number => median(ofVariant.map((each) => percentile(each[which].ms, 0.99)));
    return [
      { variant: name, figure: 'p99 of the others', unit: 'ms', value: p99('beside'), ratioTarget: { atMost: 1.5 } },
      { variant: name, figure: 'p99 of the others without it', unit: 'ms', value: p99('alone') },
    ];
  });
}

async function comparePhases(stack: LoadedStack, rounds: number): Promise<Phase[]> {
  const phases: Phase[] = [];
  for (let turn = 0; turn < rounds; turn++) {
    for (const [index, variant] of VARIANTS.entries())
      phases.push(await compare(stack, variant, RECEIVERS * (1 + turn * VARIANTS.length + index)));
  }
  return phases;
}

function longFigures(minutes: Minutes, accounts: Delays): Figure[] {
  return [
    {
      name: 'p99 of the worst 5 s beside one that hangs, by the worst without',
      rounds: [worstWindowRatio(minutes)],
      unit: '',
      target: { atMost: 2 },
    },
    {
      name: 'longest delay of another account, 100,000 deliveries of one at once',
      rounds: [Math.max(...accounts.ms) / 1000],
      unit: 's',
      target: { atMost: 2 },
    },
  ];
}

async function compare(stack: LoadedStack, variant: Variant, firstBad: number): Promise<Phase> {
  const accounts = { healthy: RECEIVERS - variant.bad.length, firstBad };
  const alone = await phase(stack, { ...variant, bad: [], share: 0 }, accounts);
  const beside = await phase(stack, variant, accounts);
  return { variant: variant.name, alone, beside };
}

/** Accounts 1 to `healthy` are measured. Each phase has new bad accounts, because a receiver that was bad is not trusted at once. */
interface Accounts {
  readonly healthy: number;
  readonly firstBad: number;
}

async function phase(stack: LoadedStack, { bad, share }: Variant, { healthy, firstBad }: Accounts): Promise<Delays> {
  const accounts = bad.map((_, index) => firstBad + 1 + index);
  for (const [index, account] of accounts.entries()) {
    await insertReceiver(stack.database, { account, url: stack.sink.url(bad[index]!, String(account)), timeoutMs: TIMEOUT_MS });
  }
  const isMeasured = (account: number): boolean => account <= healthy;
  const accountOf = mixed(accounts, { share, healthy });
  const delays = await offerEvents(stack, { durationMs: PHASE_MS, rate: HEALTHY_RATE / (1 - share), accountOf, isMeasured });
  // Waiting attempts are cancelled and hanging POSTs end: neither may burden the next phase.
  await stack.database.query('UPDATE receiver SET enabled = false WHERE account_id = ANY($1::bigint[])', [accounts]);
  if (bad.length > 0) await pause(TIMEOUT_MS);
  return delays;
}

function toResult(phases: readonly Phase[], usage: ReadonlyMap<string, Usage>): Result {
  const deliveries = phases.reduce((sum, { alone, beside }) => sum + alone.ms.length + beside.ms.length, 0);
  const missing = phases.reduce((sum, { alone, beside }) => sum + alone.missing + beside.missing, 0);
  if (missing > 0) throw new Error(`the run is broken: ${missing} events never reached a healthy receiver`);
  return {
    title: `Isolation: delay from publishing to the handler of the healthy ones of ${RECEIVERS} receivers at ${HEALTHY_RATE}/s, ms; medians of ${ROUNDS} alternating pairs of phases`,
    rows: VARIANTS.map(({ name }) =>
      toRow(
        name,
        phases.filter(({ variant }) => variant === name),
      ),
    ),
    figures: VARIANTS.map(({ name }) => ({
      name: `p99 ratio, ${name}`,
      rounds: ratiosOf(phases.filter(({ variant }) => variant === name)),
      unit: '',
      target: { atMost: 1.2 },
    })),
    notes: [`${deliveries} deliveries to healthy receivers, none missing`, ...costLines(usage, deliveries, 'deliveries')],
  };
}

const ratiosOf = (phases: readonly Phase[]): number[] =>
  phases.map(({ alone, beside }) => percentile(beside.ms, 0.99) / percentile(alone.ms, 0.99));

function toRow(variant: string, phases: readonly Phase[]): Row {
  const of = (which: 'alone' | 'beside', share: number): number => round(median(phases.map((each) => percentile(each[which].ms, share))));
  const ratios = ratiosOf(phases);
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
