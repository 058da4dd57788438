import { setTimeout as pause } from 'node:timers/promises';
import { toPlainBody, TOPICS } from '#libs/contracts';
import { undiciPool } from '../http-clients/clients.js';
import { postAll, type Posts } from '../http-clients/post-all.js';
import { benchEvent, publishEvents } from '../support/bench-events.js';
import { type BenchStack, insertReceiver } from '../support/bench-stack.js';
import { lagOf } from '../support/lag.js';
import { median, round } from '../support/percentiles.js';
import { measureParts, type Usage } from '../support/resources.js';
import type { Figure, Result, Row, Scenario } from '../support/scenario.js';
import type { Counted } from '../support/sink.main.js';

/** Events of one round; fewer for a quick look. */
const EVENTS = Number(process.env['BENCH_SEND_EVENTS'] ?? 40_000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
/** Connections of the bare loop, and what a single receiver is given here: 16, the default, are kind to small shops. */
const CONNECTIONS = 64;
const TARGET_PER_SECOND = 4_000;
const MAX_MIB = 250;
/** Code is compiled and connections are opened meanwhile. */
const WARM_UP_MS = 1_000;
const GIVE_UP_MS = 180_000;
const LOOK_MS = 50;

interface Variant {
  readonly name: string;
  readonly firstAccount: number;
  readonly receivers: number;
  readonly settings: Readonly<Record<string, string>>;
}

const VARIANTS: readonly Variant[] = [
  { name: '1 receiver', firstAccount: 1, receivers: 1, settings: { MAX_IN_FLIGHT_PER_RECEIVER: String(CONNECTIONS) } },
  { name: '1 receiver, 16 connections', firstAccount: 1, receivers: 1, settings: {} },
  { name: '100 receivers', firstAccount: 1001, receivers: 100, settings: {} },
];

interface Sent {
  readonly variant: Variant;
  /** Deliveries per second once it is warm, and from the first to the last. */
  readonly steady: number;
  readonly whole: number;
  readonly bare: Posts;
  /** From the first arrival to the last committed offset. */
  readonly usage: ReadonlyMap<string, Usage>;
  readonly repeated: number;
}

/** The events wait in their topic before the app is started: it is never short of work, and nobody else works beside it. */
export const send: Scenario = {
  what: 'first attempts per second over one and a hundred receivers, beside a bare loop of the same HTTP client over the same sink',
  run: async (stack) => {
    for (const { firstAccount, receivers } of VARIANTS) await insertReceivers(stack, firstAccount, receivers);
    const sent: Sent[] = [];
    for (let each = 0; each < ROUNDS; each++) {
      for (const variant of VARIANTS) sent.push(await sendAll(stack, variant, await bareLoop(stack)));
    }
    return toResult(sent);
  },
};

async function insertReceivers({ database, sink }: BenchStack, firstAccount: number, receivers: number): Promise<void> {
  const { rowCount } = await database.query('SELECT 1 FROM receiver WHERE account_id = $1', [firstAccount]);
  if (rowCount) return; // another variant has them already
  for (let index = 0; index < receivers; index++) {
    await insertReceiver(database, { account: firstAccount + index, url: sink.url('count', String(index)) });
  }
}

async function bareLoop({ sink }: BenchStack): Promise<Posts> {
  const client = undiciPool({ url: sink.url('count', 'bare'), ca: sink.ca, connections: CONNECTIONS });
  const wish = { body: toPlainBody(benchEvent(1).payload, 'object'), connections: CONNECTIONS };
  await postAll(client, { ...wish, posts: EVENTS / 8 });
  const posts = await postAll(client, { ...wish, posts: EVENTS });
  await client.close();
  return posts;
}

async function sendAll(stack: BenchStack, variant: Variant, bare: Posts): Promise<Sent> {
  await publishEvents(stack, { count: EVENTS, accountOf: (index) => variant.firstAccount + (index % variant.receivers) });
  const before = await attemptsOf(stack);
  const arrivals = countArrivals(stack);
  const app = await stack.startApp('webhook-sender', variant.settings);
  await until('the first arrival', () => arrivals.counted.length > 0);
  const usage = await measureParts(stack.parts, async () => {
    await until('the last arrival', () => arrivals.total() >= EVENTS);
    await until('the last committed offset', async () => (await lag(stack)) === 0);
    // what waited in the table delivery_backlog has its offset committed before its POST
    await until('the log of the last attempt', async () => (await attemptsOf(stack)) - before >= EVENTS);
  });
  const attempts = (await attemptsOf(stack)) - before;
  if (attempts !== EVENTS) throw new Error(`the run is broken: ${attempts} attempts are logged of ${EVENTS} events`);
  await app.stop();
  return { variant, ...arrivals.rates(), bare, usage, repeated: arrivals.total() - EVENTS };
}

function countArrivals({ sink }: BenchStack) {
  const counted: Counted[] = [];
  sink.onCounted = (each) => void counted.push(each);
  const total = (): number => counted.reduce((sum, { requests }) => sum + requests, 0);
  const rates = (): { steady: number; whole: number } => {
    const [firstMs, lastMs] = [counted[0]?.firstMs ?? 0, counted.at(-1)?.lastMs ?? 0];
    const warm = counted.findIndex((each) => each.lastMs >= firstMs + WARM_UP_MS);
    const requests = counted.slice(warm + 1).reduce((sum, each) => sum + each.requests, 0);
    return {
      steady: (requests / (lastMs - (counted[warm]?.lastMs ?? 0))) * 1000,
      whole: (total() / (lastMs - firstMs)) * 1000,
    };
  };
  return { counted, total, rates };
}

async function lag(stack: BenchStack): Promise<number> {
  const { events, deliveryAttempts } = TOPICS;
  const lags = await Promise.all([
    lagOf(stack, 'webhook-sender.events', events.name),
    lagOf(stack, 'webhook-sender.attempts', deliveryAttempts.name),
  ]);
  return lags.reduce((sum, each) => sum + each, 0);
}

async function attemptsOf({ database }: BenchStack): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM delivery_attempt WHERE outcome = 'accepted'",
  );
  return rows[0]?.count ?? 0;
}

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAtMs = Date.now() + GIVE_UP_MS;
  while (!(await isSo())) {
    if (Date.now() > giveUpAtMs) throw new Error(`the run is broken: ${what} did not come within ${GIVE_UP_MS} ms`);
    await pause(LOOK_MS);
  }
}

function toResult(sent: readonly Sent[]): Result {
  const repeated = sent.reduce((sum, each) => sum + each.repeated, 0);
  const ofVariant = (variant: Variant): Sent[] => sent.filter((each) => each.variant === variant);
  return {
    title: `Send: first attempts per second, ${EVENTS} events of 1.5 KB that wait in their topic, verified TLS; medians of ${ROUNDS} rounds in turn with the bare loop over ${CONNECTIONS} connections`,
    rows: VARIANTS.map((variant) => toRow(variant, ofVariant(variant))),
    notes: [
      `each round: ${EVENTS} attempts logged, nothing left to commit; ${repeated} POSTs more than attempts in all rounds`,
      `bare loop: ${round(median(sent.map(({ bare }) => bare.cpuSeconds)))} CPU s per 10,000`,
      ...VARIANTS.map((variant) => `${variant.name}, CPU s per 10,000 deliveries and peak RSS: ${toUsage(ofVariant(variant))}`),
    ],
    figures: VARIANTS.flatMap((variant) => toFigures(variant, ofVariant(variant))),
    charts: [
      {
        name: 'send',
        title: 'First attempts per second, everything on two cores',
        unit: '/s',
        target: TARGET_PER_SECOND,
        bars: VARIANTS.map((variant) => ({ label: variant.name, rounds: ofVariant(variant).map(({ steady }) => steady) })),
      },
    ],
  };
}

function toFigures({ name }: Variant, sent: readonly Sent[]): Figure[] {
  const memory = sent.flatMap(({ usage }) => usage.get('webhook-sender') ?? []).map(({ peakMiB }) => peakMiB);
  return [
    { name, rounds: sent.map(({ steady }) => steady), unit: '/s', target: { atLeast: TARGET_PER_SECOND } },
    { name: `${name}, part of the bare loop`, rounds: sent.map(({ steady, bare }) => steady / bare.perSecond), unit: '×' },
    { name: `${name}, memory of webhook-sender`, rounds: memory, unit: 'MiB', target: { atMost: MAX_MIB } },
  ];
}

function toRow({ name }: Variant, sent: readonly Sent[]): Row {
  const rates = sent.map(({ steady }) => steady);
  return {
    to: name,
    'deliveries/s': round(median(rates)),
    rounds: rates.map((rate) => rate.toFixed(0)).join(' '),
    'from the first': round(median(sent.map(({ whole }) => whole))),
    'bare loop/s': round(median(sent.map(({ bare }) => bare.perSecond))),
    ratio: round(median(sent.map(({ steady, bare }) => steady / bare.perSecond))),
  };
}

function toUsage(sent: readonly Sent[]): string {
  const parts = [...(sent[0]?.usage.keys() ?? [])];
  const of = (part: string, valueOf: (usage: Usage) => number): number =>
    round(median(sent.flatMap(({ usage }) => usage.get(part) ?? []).map(valueOf)));
  return parts
    .map((part) => `${part} ${of(part, (usage) => (usage.cpuSeconds / EVENTS) * 10_000)} s, ${of(part, (usage) => usage.peakMiB)} MiB`)
    .join('; ');
}
