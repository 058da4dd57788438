import { Client } from 'pg';
import { benchParcels, benchScan, transferParcels } from '../support/bench-parcels.js';
import { type BenchStack, insertReceiver } from '../support/bench-stack.js';
import { decideLoad, drain, type HeldLoad, sendLoad, startTeam } from '../support/held-load.js';
import { lagOf } from '../support/lag.js';
import { seedHistory } from '../support/history-seed.js';
import { type Delays, offerMessages } from '../support/offered-load.js';
import { median, percentile, round } from '../support/percentiles.js';
import type { Figure, Result, Row, Scenario } from '../support/scenario.js';
import { untilNone } from '../support/until-none.js';
import { TOPICS } from '#libs/contracts';

const ROUNDS = 3;
const RECEIVERS = 100;
/** BENCH_HISTORY_ATTEMPTS sets fewer attempts for a quick look. */
const ATTEMPTS = Number(process.env['BENCH_HISTORY_ATTEMPTS'] ?? 10_000_000);
const MESSAGES = Number(process.env['BENCH_HISTORY_MESSAGES'] ?? 12_000);
const WARM_UP = 4_000;
const PARCELS = 1_000;
const RATE = 200;
const OFFER_MS = 8_000;
const TARGET = 0.9;
const ONE = { size: 1, settings: {} };

/** The same stack over one of two databases of the same server. */
interface Side {
  readonly name: 'empty' | 'full';
  readonly stack: BenchStack;
}

interface Turn {
  readonly side: Side['name'];
  readonly decided: number;
  readonly sent: number;
  readonly delays: Delays;
}

/** Checks that stored parcels and deliveries do not make new ones more expensive. */
export const history: Scenario = {
  what: `decide, send and the whole path with empty tables and with ${ATTEMPTS.toLocaleString('en')} attempts`,
  run: async (stack) => {
    const sides = [await prepareSide(stack, 'empty'), await prepareSide(stack, 'full')];
    const turns: Turn[] = [];
    for (let number = 0; number < ROUNDS; number++) {
      for (const side of number % 2 === 0 ? sides : sides.toReversed()) turns.push(await takeTurn(side, number));
    }
    return toResult(turns);
  },
};

async function prepareSide(stack: BenchStack, name: Side['name']): Promise<Side> {
  await stack.database.query(`CREATE DATABASE history_${name}`);
  const DATABASE_URL = Object.assign(new URL(stack.databaseUrl), { pathname: `/history_${name}` }).href;
  await stack.runCommand('migrate', [], { DATABASE_URL });
  const [database, second] = [await connect(DATABASE_URL), await connect(DATABASE_URL)];
  const receivers: string[] = [];
  for (let account = 1; account <= RECEIVERS; account++) {
    receivers.push(await insertReceiver(database, { account, url: stack.sink.url('ok', String(account)) }));
  }
  const options = { attempts: ATTEMPTS, receivers, nowMs: Date.now() };
  if (name === 'full') await seedHistory([database, second], options, (line) => console.log(line));
  await second.end();
  const startApp: BenchStack['startApp'] = (app, settings) => stack.startApp(app, { ...settings, DATABASE_URL });
  return { name, stack: { ...stack, database, startApp } };
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined); // the server closes it at the end
  await client.connect();
  return client;
}

async function takeTurn({ name, stack }: Side, number: number): Promise<Turn> {
  const decided = await paceOf(stack, decideLoad(stack, `${name.toUpperCase()}${number}`));
  const sent = await paceOf(stack, sendLoad(stack, RECEIVERS));
  const delays = await wholePath(stack);
  const turn = { side: name, decided, sent, delays };
  console.log(`${name}: ${Math.round(decided)} scans/s, ${Math.round(sent)} deliveries/s, p99 ${round(percentile(delays.ms, 0.99))} ms`);
  return turn;
}

/** Returns the pace of one process, per second, once its code is compiled. */
async function paceOf(stack: BenchStack, load: HeldLoad): Promise<number> {
  const apps = await startTeam(stack, load, ONE);
  await drain(stack, load, { apps, count: WARM_UP });
  const { perSecond } = await drain(stack, load, { apps, count: MESSAGES });
  for (const app of apps) await app.stop();
  return perSecond;
}

async function wholePath(stack: BenchStack): Promise<Delays> {
  const teams = [await startTeam(stack, decideLoad(stack, ''), ONE), await startTeam(stack, sendLoad(stack, RECEIVERS), ONE)];
  const parcels = benchParcels(PARCELS, RECEIVERS);
  await transferParcels(stack, parcels);
  await untilNone(() => lagOf(stack, 'event-builder', TOPICS.records.name)); // transferParcels counts rows, and the tables had rows before
  const offer = { topic: TOPICS.scans.name, rate: RATE, message: (index: number) => benchScan(parcels[index % PARCELS]!) };
  await offerMessages(stack, { ...offer, durationMs: OFFER_MS / 2 });
  const delays = await offerMessages(stack, { ...offer, durationMs: OFFER_MS });
  if (delays.missing > 0) throw new Error(`the run is broken: ${delays.missing} scans never reached a receiver`);
  for (const app of teams.flat()) await app.stop();
  return delays;
}

interface Measure {
  readonly name: string;
  readonly unit: string;
  readonly valueOf: (turn: Turn) => number;
  readonly target?: Figure['target'];
}

const MEASURES: readonly Measure[] = [
  { name: 'decide', unit: 'scans/s', valueOf: ({ decided }) => decided, target: { atLeast: TARGET } },
  { name: 'send', unit: 'deliveries/s', valueOf: ({ sent }) => sent, target: { atLeast: TARGET } },
  { name: `whole path at ${RATE}/s, p50`, unit: 'ms', valueOf: ({ delays }) => percentile(delays.ms, 0.5) },
  { name: `whole path at ${RATE}/s, p99`, unit: 'ms', valueOf: ({ delays }) => percentile(delays.ms, 0.99) },
];

function toResult(turns: readonly Turn[]): Result {
  const values = (side: Side['name'], { valueOf }: Measure): number[] => turns.filter((turn) => turn.side === side).map(valueOf);
  const ratios = (measure: Measure): number[] => {
    const empty = values('empty', measure);
    return values('full', measure).map((value, index) => value / (empty[index] ?? Number.NaN));
  };
  return {
    title: `History: one process of each app over empty tables and over ${ATTEMPTS.toLocaleString('en')} attempts of the last 17 weeks; medians of ${ROUNDS} rounds in turn`,
    rows: MEASURES.map((measure) =>
      toRow(measure, { empty: values('empty', measure), full: values('full', measure), ratios: ratios(measure) }),
    ),
    notes: [`beside the attempts: ${ROWS}`],
    figures: MEASURES.map((measure) => ({
      name: `${measure.name}: full / empty`,
      rounds: ratios(measure),
      unit: '',
      ...(measure.target && { target: measure.target }),
    })),
    charts: [
      {
        name: 'history',
        title: `Pace over ${ATTEMPTS.toLocaleString('en')} attempts, beside that over empty tables`,
        unit: '/s',
        bars: MEASURES.filter(({ target }) => target).flatMap((measure) => [
          { label: `${measure.name}, empty tables`, rounds: values('empty', measure), isLimit: true },
          { label: `${measure.name}, full tables`, rounds: values('full', measure) },
        ]),
      },
    ],
  };
}

/** In proportion to ten attempts per parcel (support/history-seed.ts). */
const ROWS = [
  [8, 'deliveries'],
  [4, 'events'],
  [6, 'scans'],
  [1, 'consignments'],
]
  .map(([each, what]) => `${((Number(each) * ATTEMPTS) / 10).toLocaleString('en')} ${what}`)
  .join(', ');

interface Values {
  readonly empty: readonly number[];
  readonly full: readonly number[];
  readonly ratios: readonly number[];
}

const toRow = ({ name, unit }: Measure, { empty, full, ratios }: Values): Row => ({
  what: `${name}, ${unit}`,
  empty: round(median(empty)),
  full: round(median(full)),
  'full / empty': round(median(ratios)),
  'of the rounds': ratios.map(round).join(' '),
});
