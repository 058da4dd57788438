import { availableParallelism } from 'node:os';
import { ask, readToken } from '../support/api-load.js';
import { type BenchStack, insertReceiver } from '../support/bench-stack.js';
import { decideLoad, drain, type Drained, type HeldLoad, sendLoad, startTeam } from '../support/held-load.js';
import { median, round } from '../support/percentiles.js';
import type { Usage } from '../support/resources.js';
import type { Result, Row, Scenario } from '../support/scenario.js';

const CORES = availableParallelism();
/** 1, 2, 4 and so on, at least up to the number of cores. */
const SIZES = Array.from({ length: 1 + Math.max(2, Math.ceil(Math.log2(CORES))) }, (_, power) => 2 ** power);
const ROUNDS = 2;
const RECEIVERS = 100;
/** BENCH_SCALE_MESSAGES sets fewer messages for a quick look. */
const MESSAGES = Number(process.env['BENCH_SCALE_MESSAGES'] ?? 12_000);
/** The warm-up messages per process, so that each process has compiled its code. */
const WARM_UP = 4_000;

interface Step extends Drained {
  readonly app: string;
  readonly size: number;
}

/** Measures several processes of one app over the same work. Broker, database, receivers and callers share the same cores. */
export const scaleOut: Scenario = {
  what: `scans/s, deliveries/s and requests/s of ${SIZES.join(', ')} processes of each app`,
  run: async (stack) => {
    for (let account = 1; account <= RECEIVERS; account++) {
      await insertReceiver(stack.database, { account, url: stack.sink.url('count', String(account)) });
    }
    // in this order: events from event-builder would be work for webhook-sender
    const loads = [sendLoad(stack, RECEIVERS), decideLoad(stack, 'SCALE')];
    const token = await readToken(stack, 1);
    const measures = [
      ...loads.map(
        (load) =>
          (size: number): Promise<Step> =>
            measure(stack, load, size),
      ),
      (size: number): Promise<Step> => measureApi(stack, token, size),
    ];
    const steps: Step[] = [];
    for (const measureSize of measures) {
      for (let turn = 0; turn < ROUNDS; turn++) for (const size of SIZES) steps.push(await measureSize(size));
    }
    return toResult(steps);
  },
};

/** Asks for the deliveries of account 1, which the load before has left. */
async function measureApi(stack: BenchStack, token: string, size: number): Promise<Step> {
  const apis = [];
  for (let number = 0; number < size; number++) {
    apis.push(await stack.startApp('token-api', { LOG_LEVEL: 'warn', RATE_LIMIT_PER_SECOND: '1000000' }));
  }
  await ask(stack, apis, { account: 1, token, count: WARM_UP * size });
  const asked = await ask(stack, apis, { account: 1, token, count: MESSAGES });
  for (const api of apis) await api.stop();
  return told({ ...asked, app: 'token-api', size });
}

function told(step: Step): Step {
  console.log(`${step.app} × ${step.size}: ${Math.round(step.perSecond)}/s`);
  return step;
}

async function measure(stack: BenchStack, load: HeldLoad, size: number): Promise<Step> {
  const apps = await startTeam(stack, load, { size, settings: {} });
  await drain(stack, load, { apps, count: WARM_UP * size });
  const drained = await drain(stack, load, { apps, count: MESSAGES });
  for (const app of apps) await app.stop();
  return told({ ...drained, app: load.app, size });
}

const APPS = [
  { app: 'event-builder', unit: 'scans/s' },
  { app: 'webhook-sender', unit: 'deliveries/s' },
  { app: 'token-api', unit: 'requests/s' },
];

function toResult(steps: readonly Step[]): Result {
  const of = (app: string, size: number): Step[] => steps.filter((step) => step.app === app && step.size === size);
  const paces = (app: string, size: number): number[] => of(app, size).map(({ perSecond }) => perSecond);
  return {
    title: `Scale-out: ${MESSAGES} messages that wait in their topic or requests, CPU s per 10,000 of them, ${CORES} cores for everything; medians of ${ROUNDS} rounds in turn`,
    rows: APPS.flatMap(({ app, unit }) => SIZES.map((size) => toRow(of(app, size), { app, size, unit, one: median(paces(app, 1)) }))),
    notes: ['cores busy: CPU of all parts together over the time it took; what the operating system does on its own account is not in it'],
    figures: APPS.flatMap(({ app, unit }) =>
      SIZES.map((size) => ({ name: `${size} × ${app}`, rounds: paces(app, size), unit: unit.slice(unit.indexOf('/')) })),
    ),
    charts: APPS.map(({ app, unit }) => ({
      name: `scale-out-${app}`,
      title: `${app}: ${unit.replace('/s', ' per second')} by number of processes, ${CORES} cores for everything`,
      unit: '/s',
      bars: SIZES.map((size) => ({ label: `${size} process${size > 1 ? 'es' : ''}`, rounds: paces(app, size) })),
    })),
  };
}

function toRow(steps: readonly Step[], { app, size, unit, one }: { app: string; size: number; unit: string; one: number }): Row {
  const paces = steps.map(({ perSecond }) => perSecond);
  const cpu = (isMeant: (part: string) => boolean): number =>
    round(median(steps.map(({ usage }) => (cpuSeconds(usage, isMeant) / MESSAGES) * 10_000)));
  return {
    processes: `${size} × ${app}`,
    'per second': `${Math.round(median(paces))} ${unit}`,
    rounds: paces.map(Math.round).join(' '),
    'of one': round(median(paces) / one),
    'cores busy': round(median(steps.map(({ usage, seconds }) => cpuSeconds(usage, () => true) / seconds))),
    app: cpu((part) => part.startsWith(app)),
    broker: cpu((part) => part === 'broker'),
    database: cpu((part) => part === 'database'),
    receivers: cpu((part) => part === 'receivers'),
    'MiB each': Math.max(
      ...steps.flatMap(({ usage }) => [...usage].filter(([part]) => part.startsWith(app)).map(([, { peakMiB }]) => peakMiB)),
    ),
  };
}

const cpuSeconds = (usage: ReadonlyMap<string, Usage>, isMeant: (part: string) => boolean): number =>
  [...usage].filter(([part]) => isMeant(part)).reduce((sum, [, { cpuSeconds }]) => sum + cpuSeconds, 0);
