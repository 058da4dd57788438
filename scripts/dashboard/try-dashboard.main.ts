// Runs the local stack with repeated samples, scrapes it with a real Prometheus, and runs every query of the committed dashboard.
// It ends with 1 when a query without permission to be empty has no data, and draws .cache/dashboard/dashboard.svg. Usage: docs/metrics.md.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { TOPICS } from '#libs/contracts';
import { loadSamples, type Sample, withPublisher } from '#libs/demo';
import { ROOT } from '../stack/clone.js';
import type { Connection } from '../stack/connection-file.js';
import { freePorts } from '../stack/free-ports.js';
import { addBadReceivers } from './bad-receivers.js';
import { drawDashboard, type DrawnPanel } from './draw-dashboard.js';
import { legendOf } from './panel-words.js';

const HOME = join(ROOT, '.cache', 'dashboard');
const DASHBOARD = join(ROOT, 'deploy/helm/parcel-event-webhooks/dashboards/parcel-event-webhooks.json');
const LOAD_MS = 40_000;
const START_WITHIN_MS = 120_000;
/** Panels that are empty on a healthy stack, with the reason. */
const MAY_BE_EMPTY: Readonly<Record<string, string>> = {
  'Failed sends': 'the series begins with the first failed send',
};

interface Panel {
  readonly type: string;
  readonly title: string;
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string } };
  readonly targets?: readonly Target[];
}

interface Target {
  readonly expr: string;
  readonly legendFormat: string;
}

const children: ChildProcess[] = [];
process.once('SIGINT', () => process.exit(1));
process.on('exit', () => children.forEach((child) => child.kill('SIGTERM')));

rmSync(HOME, { recursive: true, force: true });
mkdirSync(HOME, { recursive: true });
const connection = await startStack();
const prometheusUrl = await startPrometheus(connection.metricsUrls);
const badReceivers = await addBadReceivers(connection);
await load(connection);
const panels = await askAll(prometheusUrl);
writeFileSync(join(HOME, 'dashboard.svg'), drawDashboard(panels));
const empty = panels.filter(({ title, lines }) => lines.length === 0 && !(title in MAY_BE_EMPTY));
console.log(
  `${panels.filter(({ lines }) => lines.length > 0).length} of ${panels.length} panels have data: .cache/dashboard/dashboard.svg`,
);
empty.forEach(({ title }) => console.error(`no data: ${title}`));
badReceivers.close();
await endAll();
process.exit(empty.length === 0 ? 0 : 1);

function start(name: string, command: string, args: readonly string[]): void {
  const log = openSync(join(HOME, `${name}.log`), 'w');
  children.push(spawn(command, args, { cwd: ROOT, stdio: ['ignore', log, log], env: { ...process.env, METRICS_POLL_MS: '500' } }));
}

async function startStack(): Promise<Connection> {
  const file = join(HOME, 'connection.json');
  start('stack', process.execPath, ['scripts/start.mjs', '--connection-file', file]);
  const giveUpAt = Date.now() + START_WITHIN_MS;
  while (!existsSync(file)) {
    if (Date.now() > giveUpAt) throw new Error('the local stack has not started: read .cache/dashboard/stack.log');
    await pause(200);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Connection;
}

async function startPrometheus(metricsUrls: Connection['metricsUrls']): Promise<string> {
  const targets = Object.values(metricsUrls).map((url) => new URL(url).host);
  const config = { global: { scrape_interval: '1s' }, scrape_configs: [{ job_name: 'apps', static_configs: [{ targets }] }] };
  writeFileSync(join(HOME, 'prometheus.yml'), JSON.stringify(config)); // JSON is YAML
  const [port = 0] = await freePorts(1);
  start('prometheus', process.argv[2] ?? 'prometheus', [
    `--config.file=${join(HOME, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(HOME, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
  return `http://127.0.0.1:${port}`;
}

async function load(to: Connection): Promise<void> {
  const endAt = Date.now() + LOAD_MS;
  await withPublisher({ KAFKA_BROKERS: to.kafkaBrokers, TOPIC_PREFIX: to.topicPrefix }, async (publisher) => {
    for (let round = 0; Date.now() < endAt; round++) {
      const samples = loadSamples({ account: to.account, suffix: `-try${round}` });
      await publisher.publish([...samples, ...samples.slice(0, 1).map(withBadDate)]);
      await fetch(`${to.apiUrl}/deliveries`, { headers: { user: String(to.account), token: to.token } }).then((answer) => answer.text());
    }
  });
}

/** Returns the sample's first scan again, with another id and with a date that is dropped. */
function withBadDate(sample: Sample): Sample {
  const scans = sample.steps.filter(({ topic }) => topic === TOPICS.scans.name).slice(0, 1);
  const spoilt = scans.map((step) => {
    const scan = JSON.parse(step.value) as { scan_id: string };
    return { ...step, value: JSON.stringify({ ...scan, scan_id: `${scan.scan_id}-bad`, eta: { start_date: 'soon' } }) };
  });
  return { ...sample, steps: spoilt };
}

async function askAll(url: string): Promise<DrawnPanel[]> {
  const { panels: all } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as { panels: Panel[] };
  let row = '';
  const drawn: DrawnPanel[] = [];
  for (const { type, title, fieldConfig, targets = [] } of all) {
    if (type === 'row') {
      row = title;
      continue;
    }
    const lines = (await Promise.all(targets.map((target) => ask(url, target)))).flat();
    drawn.push({ row, title, unit: fieldConfig?.defaults.unit ?? 'short', lines, whyEmpty: MAY_BE_EMPTY[title] ?? 'it should have data' });
  }
  return drawn;
}

interface Answer {
  readonly status: string;
  readonly error?: string;
  readonly data?: {
    readonly result: readonly { readonly metric: Readonly<Record<string, string>>; readonly values: [number, string][] }[];
  };
}

async function ask(url: string, { expr, legendFormat }: Target): Promise<DrawnPanel['lines'][number][]> {
  const query = expr.replaceAll('$__rate_interval', '10s').replaceAll('$namespace', '.*');
  const end = Date.now() / 1000;
  const parameters = new URLSearchParams({ query, start: String(end - LOAD_MS / 1000), end: String(end), step: '1' });
  const answer = (await (await fetch(`${url}/api/v1/query_range?${parameters.toString()}`)).json()) as Answer;
  if (answer.status !== 'success') throw new Error(`${expr}: ${answer.error}`);
  return (answer.data?.result ?? [])
    .map(({ metric, values }) => ({
      name: legendOf(legendFormat, metric),
      points: values.map(([, value]) => Number(value)).filter((value) => Number.isFinite(value)),
    }))
    .filter(({ points }) => points.length > 0);
}

async function endAll(): Promise<void> {
  const ended = children.map((child) => new Promise((resolve) => child.once('exit', resolve)));
  children.forEach((child) => child.kill('SIGTERM'));
  await Promise.race([Promise.all(ended), pause(20_000)]);
}
