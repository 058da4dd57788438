import { TOPICS } from '#libs/contracts';
import { publishEvents } from '../support/bench-events.js';
import { type BenchParcel, benchParcels, benchScan, transferParcels } from '../support/bench-parcels.js';
import { type BenchStack, insertReceiver, type LoadedStack } from '../support/bench-stack.js';
import { withFloor } from '../floor/floor.js';
import { countWebhooks, measureFlood } from '../support/flood-load.js';
import { type Delays, NO_DELAYS, offerMessages } from '../support/offered-load.js';
import { median, percentile, round } from '../support/percentiles.js';
import { cpuPer10000, measureParts, type Usage } from '../support/resources.js';
import type { Result, Row, Scenario } from '../support/scenario.js';
import { phaseMs } from '../support/seconds.js';
import { untilNone } from '../support/until-none.js';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const BURST = Number(process.env['BENCH_FLOOR_BURST'] ?? 12_000);
const RECEIVERS = 100;
const PARCELS = 2_000;
const RATES = [50, 200] as const;
const TRICKLE_MS = phaseMs(10);
/** Code is compiled meanwhile. */
const WARM_UP = { records: 8_000, rate: 200, durationMs: phaseMs(15) };
const INFRASTRUCTURE = ['broker', 'database'] as const;
const APPS = ['event-builder', 'webhook-sender'] as const;

/** One load, done once. */
interface Sample {
  readonly load: string;
  /** Webhooks per second for a burst, the median delay in ms for a trickle. */
  readonly value: number;
  readonly unit: 'webhooks/s' | 'ms, p50';
  /** CPU seconds per 10,000 webhooks, by part. */
  readonly cpu: ReadonlyMap<string, number>;
}

/** The floor and the service in turn: how much more than the bare job the service costs. */
export const floor: Scenario = {
  what: 'the service and the floor in turn: bursts of events and of records, and trickles of scans, CPU and pace of both',
  runsLong: true,
  run: async (stack) => {
    const [bare, service]: [Sample[], Sample[]] = [[], []];
    for (let turn = 0; turn < ROUNDS; turn++) {
      const first = 1_000_000 * (turn + 1);
      bare.push(...(await withFloor(stack, (floorStack) => measureAll(floorStack, first))));
      service.push(...(await withApps(stack, () => measureAll(stack, first + 500_000))));
    }
    return toResult(bare, service);
  },
};

async function withApps<T>(stack: BenchStack, work: () => Promise<T>): Promise<T> {
  const apps = await Promise.all(APPS.map((name) => stack.startApp(name, { LOG_LEVEL: 'warn' })));
  try {
    return await work();
  } finally {
    for (const app of apps) await app.stop();
  }
}

/** @param first the number of the first account; no other call may use the 500,000 numbers from it on */
async function measureAll(stack: LoadedStack, first: number): Promise<Sample[]> {
  const parcels = await enterParcels(stack, first);
  await measureFlood(stack, { accounts: [first + 1000], receivers: RECEIVERS, recordsEach: WARM_UP.records });
  await offerScans(stack, parcels, WARM_UP);
  const events = await burstOfEvents(stack, first);
  const { records, perSecond, usage } = await measureFlood(stack, { accounts: [first + 1001], receivers: RECEIVERS, recordsEach: BURST });
  const samples: Sample[] = [events, { load: 'burst of records', value: perSecond, unit: 'webhooks/s', cpu: cpuOf(usage, records) }];
  for (const rate of RATES) {
    let delays: Delays = NO_DELAYS;
    const used = await measureParts(stack.parts, async () => {
      delays = await offerScans(stack, parcels, { rate, durationMs: TRICKLE_MS });
    });
    if (delays.missing > 0) throw new Error(`the run is broken: ${delays.missing} scans never reached a receiver`);
    samples.push({
      load: `scans at ${rate}/s`,
      value: percentile(delays.ms, 0.5),
      unit: 'ms, p50',
      cpu: cpuOf(used, delays.ms.length),
    });
  }
  return samples;
}

async function enterParcels(stack: LoadedStack, first: number): Promise<BenchParcel[]> {
  for (let each = 0; each < RECEIVERS; each++) {
    await insertReceiver(stack.database, { account: first + each, url: stack.sink.url('ok', String(first + each)) });
  }
  const parcels = benchParcels(PARCELS, RECEIVERS, first);
  await transferParcels(stack, parcels);
  return parcels;
}

const offerScans = (stack: LoadedStack, parcels: readonly BenchParcel[], load: { rate: number; durationMs: number }): Promise<Delays> =>
  offerMessages(stack, { ...load, topic: TOPICS.scans.name, message: (index) => benchScan(parcels[index % parcels.length]!) });

async function burstOfEvents(stack: LoadedStack, first: number): Promise<Sample> {
  const accounts = Array.from({ length: RECEIVERS }, (_, index) => first + 2000 + index);
  for (const account of accounts) await insertReceiver(stack.database, { account, url: stack.sink.url('count', `${account}/0`) });
  const counts = countWebhooks(stack, accounts);
  let seconds = 0;
  const usage = await measureParts(stack.parts, async () => {
    const startedMs = Date.now();
    await publishEvents(stack, { count: BURST, accountOf: (index) => accounts[index % RECEIVERS]! });
    await untilNone(async () => BURST - counts.all());
    seconds = (counts.lastMs() - startedMs) / 1000;
  });
  return { load: 'burst of events', value: BURST / seconds, unit: 'webhooks/s', cpu: cpuOf(usage, BURST) };
}

const cpuOf = (usage: ReadonlyMap<string, Usage>, count: number): Map<string, number> =>
  new Map([...usage].map(([part, used]) => [part, cpuPer10000(used, count)]));

const sumOf = ({ cpu }: Sample, parts: readonly string[]): number => parts.reduce((sum, part) => sum + (cpu.get(part) ?? 0), 0);

function toResult(bare: readonly Sample[], service: readonly Sample[]): Result {
  const loads = [...new Set(service.map(({ load }) => load))];
  return {
    title: `The service and the floor in turn, ${ROUNDS} ×; bursts of ${BURST.toLocaleString('en')}, ${RECEIVERS} receivers; medians`,
    rows: loads.map((load) => toRow(load, ofLoad(bare, load), ofLoad(service, load))),
    notes: [
      'floor: the same messages, rows and POSTs by one straight program without queues, retries, fairness, guards, metrics and logs',
      'CPU: seconds per 10,000 webhooks of apps, broker and database',
      ...loads.map(
        (load) =>
          `${load}: ${partsOf(ofLoad(service, load), [...APPS, ...INFRASTRUCTURE])}; ${partsOf(ofLoad(bare, load), ['floor', ...INFRASTRUCTURE])}`,
      ),
    ],
    figures: loads.map((load) => ({
      name: `${load}: CPU, by the floor`,
      rounds: ofLoad(service, load).map(
        (each, turn) => sumOf(each, [...APPS, ...INFRASTRUCTURE]) / sumOf(ofLoad(bare, load)[turn]!, ['floor', ...INFRASTRUCTURE]),
      ),
      unit: '×',
    })),
  };
}

const ofLoad = (samples: readonly Sample[], load: string): Sample[] => samples.filter((sample) => sample.load === load);

function toRow(load: string, bare: readonly Sample[], service: readonly Sample[]): Row {
  const value = (samples: readonly Sample[]): number => median(samples.map((sample) => sample.value));
  const cpu = (samples: readonly Sample[], apps: readonly string[]): number =>
    median(samples.map((sample) => sumOf(sample, [...apps, ...INFRASTRUCTURE])));
  return {
    load,
    unit: service[0]?.unit ?? '',
    service: round(value(service)),
    floor: round(value(bare)),
    ratio: round(value(service) / value(bare)),
    'CPU, service': round(cpu(service, APPS)),
    'CPU, floor': round(cpu(bare, ['floor'])),
    'CPU ratio': round(cpu(service, APPS) / cpu(bare, ['floor'])),
  };
}

const partsOf = (samples: readonly Sample[], parts: readonly string[]): string =>
  parts.map((part) => `${part} ${round(median(samples.map(({ cpu }) => cpu.get(part) ?? 0)))}`).join(', ');
