import { toPlainBody } from '#libs/contracts';
import { undiciPool } from '../http-clients/clients.js';
import { postAll, type Posts } from '../http-clients/post-all.js';
import { benchEvent } from '../support/bench-events.js';
import { type BenchStack, insertReceiver, type LoadedStack } from '../support/bench-stack.js';
import { drain, type Drained, type HeldLoad, sendLoad, startTeam } from '../support/held-load.js';
import { median, round } from '../support/percentiles.js';
import { cpuPer10000, type Usage } from '../support/resources.js';
import type { Figure, Measurement, Result, Row, Scenario } from '../support/scenario.js';

/** Events of one round; BENCH_SEND_EVENTS sets fewer for a quick look. */
const EVENTS = Number(process.env['BENCH_SEND_EVENTS'] ?? 12_000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
/** The connections of the bare loop and of each receiver here. The default of 16 protects small shops. */
const CONNECTIONS = 64;
const TARGET_PER_SECOND = 4_000;
const MAX_MIB = 250;
const RECEIVERS = 100;
/** Deliveries for the warm-up: before code is compiled, 10,000 deliveries cost twice as much. */
const WARM_UP = 10_000;
const QUICK = { events: 4_000, rounds: 1 };

interface Variant {
  readonly name: string;
  readonly receivers: number;
  readonly settings: Readonly<Record<string, string>>;
}

const VARIANTS: readonly Variant[] = [
  { name: '1 receiver', receivers: 1, settings: { MAX_IN_FLIGHT_PER_RECEIVER: String(CONNECTIONS) } },
  { name: '100 receivers', receivers: RECEIVERS, settings: {} },
];

interface Sent {
  readonly variant: Variant;
  readonly perSecond: number;
  readonly bare: Posts;
  readonly usage: ReadonlyMap<string, Usage>;
}

/** All events wait in their topic before the warmed-up app may take them: it is never short of work, and no publisher runs beside it. */
export const send: Scenario = {
  what: 'first attempts per second over one and a hundred receivers, beside a bare loop of the same HTTP client over the same sink',
  run: async (stack) => {
    for (let account = 1; account <= RECEIVERS; account++) {
      await insertReceiver(stack.database, { account, url: stack.sink.url('count', String(account)) });
    }
    const sent: Sent[] = [];
    for (let each = 0; each < ROUNDS; each++) {
      for (const variant of VARIANTS) sent.push(await sendAll(stack, variant, await bareLoop(stack)));
    }
    return toResult(sent);
  },
  outside: {
    stacks: VARIANTS.map((variant) => ({
      name: `send, ${variant.name}`,
      settings: { LOG_LEVEL: 'warn', ...variant.settings },
      measure: (stack, { isQuick }) => measureOutside(stack, variant, isQuick ? QUICK : { events: EVENTS, rounds: ROUNDS }),
    })),
  },
};

/** Measures without the bare loop: the other commit takes its place. */
async function measureOutside(stack: LoadedStack, { name, receivers }: Variant, size: typeof QUICK): Promise<Measurement[]> {
  for (let account = 1; account <= receivers; account++) {
    await insertReceiver(stack.database, { account, url: stack.sink.url('count', String(account)) });
  }
  const load = sendLoad(stack, receivers);
  const apps = [{ child: { pid: stack.parts.get('webhook-sender') ?? 0 } }];
  await drain(stack, load, { apps, count: WARM_UP });
  const drained: Drained[] = [];
  for (let round = 0; round < size.rounds; round++) drained.push(await drainAll(stack, load, { apps, count: size.events }));
  const of = (valueOf: (each: Drained) => number): number => median(drained.map(valueOf));
  const usageOf = ({ usage }: Drained): Usage => usage.get('webhook-sender') ?? { cpuSeconds: 0, peakMiB: 0 };
  return [
    { variant: name, figure: 'pace', unit: 'webhooks/s', value: of(({ perSecond }) => perSecond), ratioTarget: { atLeast: 0.9 } },
    {
      variant: name,
      figure: 'CPU, webhook-sender',
      unit: 's per 10,000',
      value: of((each) => cpuPer10000(usageOf(each), size.events)),
      ratioTarget: { atMost: 1.1 },
    },
    { variant: name, figure: 'peak PSS, webhook-sender', unit: 'MiB', value: of((each) => usageOf(each).peakMiB) },
  ];
}

async function bareLoop({ sink }: BenchStack): Promise<Posts> {
  const client = undiciPool({ url: sink.url('count', 'bare'), ca: sink.ca, connections: CONNECTIONS });
  const options = { body: toPlainBody(benchEvent(1).payload, 'object'), connections: CONNECTIONS };
  await postAll(client, { ...options, posts: EVENTS / 8 });
  const posts = await postAll(client, { ...options, posts: EVENTS });
  await client.close();
  return posts;
}

async function sendAll(stack: BenchStack, variant: Variant, bare: Posts): Promise<Sent> {
  const load = sendLoad(stack, variant.receivers);
  const apps = await startTeam(stack, load, { size: 1, settings: variant.settings });
  await drain(stack, load, { apps, count: WARM_UP });
  const { perSecond, usage } = await drainAll(stack, load, { apps, count: EVENTS });
  for (const app of apps) await app.stop();
  return { variant, perSecond, bare, usage };
}

/** @throws when attempts are missing or made twice */
async function drainAll(stack: LoadedStack, load: HeldLoad, work: Parameters<typeof drain>[2]): Promise<Drained> {
  const before = await attemptsOf(stack);
  const drained = await drain(stack, load, work);
  const logged = (await attemptsOf(stack)) - before;
  if (logged !== work.count) throw new Error(`the run is broken: ${logged} attempts are logged of ${work.count} events`);
  return drained;
}

async function attemptsOf({ database }: LoadedStack): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM delivery_attempt WHERE outcome = 'accepted'",
  );
  return rows[0]?.count ?? 0;
}

function toResult(sent: readonly Sent[]): Result {
  const ofVariant = (variant: Variant): Sent[] => sent.filter((each) => each.variant === variant);
  return {
    title: `Send: first attempts per second, ${EVENTS} events of 1.5 KB that wait in their topic, verified TLS; medians of ${ROUNDS} rounds in turn with the bare loop over ${CONNECTIONS} connections`,
    rows: VARIANTS.map((variant) => toRow(variant, ofVariant(variant))),
    notes: [
      `each round: ${EVENTS} attempts logged, nothing left to commit`,
      `bare loop: ${round(median(sent.map(({ bare }) => bare.cpuSeconds)))} CPU s per 10,000`,
      ...VARIANTS.map((variant) => `${variant.name}, CPU s per 10,000 deliveries and peak PSS: ${toUsage(ofVariant(variant))}`),
    ],
    figures: VARIANTS.flatMap((variant) => toFigures(variant, ofVariant(variant))),
    charts: [
      {
        name: 'send',
        title: 'First attempts per second, everything on two cores',
        unit: '/s',
        target: TARGET_PER_SECOND,
        bars: VARIANTS.map((variant) => ({ label: variant.name, rounds: ofVariant(variant).map(({ perSecond }) => perSecond) })),
      },
    ],
  };
}

function toFigures({ name }: Variant, sent: readonly Sent[]): Figure[] {
  const memory = sent.flatMap(({ usage }) => usage.get('webhook-sender') ?? []).map(({ peakMiB }) => peakMiB);
  return [
    { name, rounds: sent.map(({ perSecond }) => perSecond), unit: '/s', target: { atLeast: TARGET_PER_SECOND } },
    { name: `${name}, part of the bare loop`, rounds: sent.map(({ perSecond, bare }) => perSecond / bare.perSecond), unit: '×' },
    { name: `${name}, memory of webhook-sender`, rounds: memory, unit: 'MiB', target: { atMost: MAX_MIB } },
  ];
}

function toRow({ name }: Variant, sent: readonly Sent[]): Row {
  const rates = sent.map(({ perSecond }) => perSecond);
  return {
    to: name,
    'deliveries/s': round(median(rates)),
    rounds: rates.map((rate) => rate.toFixed(0)).join(' '),
    'bare loop/s': round(median(sent.map(({ bare }) => bare.perSecond))),
    ratio: round(median(sent.map(({ perSecond, bare }) => perSecond / bare.perSecond))),
  };
}

function toUsage(sent: readonly Sent[]): string {
  const parts = [...(sent[0]?.usage.keys() ?? [])];
  const of = (part: string, valueOf: (usage: Usage) => number): number =>
    round(median(sent.flatMap(({ usage }) => usage.get(part) ?? []).map(valueOf)));
  return parts
    .map((part) => `${part} ${of(part, (usage) => cpuPer10000(usage, EVENTS))} s, ${of(part, (usage) => usage.peakMiB)} MiB`)
    .join('; ');
}
