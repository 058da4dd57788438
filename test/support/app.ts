import { randomBytes } from 'node:crypto';
import { type Child, type Exit, startChild } from '../../scripts/stack/child.js';
import { compiled } from '../../scripts/stack/clone.js';
import { freePorts } from '../../scripts/stack/free-ports.js';
import { isReady, untilReady } from '../../scripts/stack/until-ready.js';
import { type Labels, metricValue } from './metric-value.js';
import { testStack } from './test-stack.js';

export type AppName = 'token-api' | 'event-builder' | 'webhook-sender';

export interface App {
  readonly name: AppName;
  readonly pid: number;
  /** Base address of the public API; token-api alone has one. */
  readonly url: string;
  readonly internalUrl: string;
  readonly exited: Promise<Exit>;
  readonly isRunning: () => boolean;
  readonly isReady: () => Promise<boolean>;
  /** The text of /metrics. */
  readonly metrics: () => Promise<string>;
  /** Of /metrics, the sum of the samples of this name that have these labels; undefined where there is none. */
  readonly metric: (name: string, labels?: Labels) => Promise<number | undefined>;
  /** Its log lines so far, parsed where they are JSON. */
  readonly logs: () => Record<string, unknown>[];
  readonly lastLines: (count: number) => string[];
  readonly kill: (signal?: NodeJS.Signals) => Promise<Exit>;
  /** A clean stop by SIGTERM: anything but exit code 0 within 20 s is an error. */
  readonly stop: () => Promise<void>;
}

const STOP_WITHIN_MS = 20_000;
const started: App[] = [];
/** Of this test file: a worker takes several, each of which counts anew, and must not read the logs of another's apps. */
const FILE = randomBytes(4).toString('hex');
let serial = 0;

/** Starts a compiled app as a process of its own and waits until it says that it is ready. Ports are free ones unless `env` names them. */
export async function startApp(name: AppName, env: Readonly<Record<string, string>>): Promise<App> {
  const { app, child } = await launch(name, env);
  await untilReady(child, app.isReady, 40_000);
  return app;
}

/** The same without waiting, as an orchestrator starts it. */
export async function launchApp(name: AppName, env: Readonly<Record<string, string>>): Promise<App> {
  return (await launch(name, env)).app;
}

async function launch(name: AppName, env: Readonly<Record<string, string>>): Promise<{ app: App; child: Child }> {
  const [port = 0, internalPort = 0] = await freePorts(2);
  const ports = { PORT: String(port), INTERNAL_PORT: String(internalPort), API_HOST: '127.0.0.1', INTERNAL_HOST: '127.0.0.1' };
  const merged = { ...process.env, ...ports, LOG_LEVEL: 'debug', ...env };
  const child = startChild(testStack().run, {
    name: `${name}-${FILE}-${++serial}`,
    command: process.execPath,
    args: [compiled(`apps/${name}/src/main`)],
    stage: 'app',
    stopSignal: 'SIGTERM',
    env: merged,
  });
  const internalUrl = `http://127.0.0.1:${merged.INTERNAL_PORT}`;
  const app = handle({ name, child, internalUrl, url: `http://127.0.0.1:${merged.PORT}` });
  started.push(app);
  return { app, child };
}

/** The apps of this test file that still run. */
export function runningApps(): App[] {
  return started.filter((app) => app.isRunning());
}

/** Every app that this test file has started, in order, the stopped ones too. */
export function startedApps(): readonly App[] {
  return started;
}

interface Parts {
  readonly name: AppName;
  readonly child: Child;
  readonly url: string;
  readonly internalUrl: string;
}

function handle({ name, child, url, internalUrl }: Parts): App {
  const metrics = async (): Promise<string> => (await fetch(`${internalUrl}/metrics`)).text();
  return {
    name,
    pid: child.pid,
    url,
    internalUrl,
    exited: child.exited,
    isRunning: () => !child.hasExited(),
    isReady: () => isReady(internalUrl),
    metrics,
    metric: async (metricName, labels) => metricValue(await metrics(), metricName, labels),
    logs: () => child.lastLines(Infinity).flatMap(parseLine),
    lastLines: (count) => child.lastLines(count),
    kill: (signal = 'SIGKILL') => {
      child.kill(signal);
      return child.exited;
    },
    stop: async () => {
      const { code, signal } = await child.stop(STOP_WITHIN_MS);
      if (code !== 0)
        throw new Error(`${name} did not stop cleanly (${signal ?? `exit code ${code}`}):\n${child.lastLines(15).join('\n')}`);
    },
  };
}

function parseLine(line: string): Record<string, unknown>[] {
  try {
    return [JSON.parse(line) as Record<string, unknown>];
  } catch {
    return [];
  }
}
