import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { within } from '#libs/config';
import { type Child, type Exit, lastLinesOf, startChild } from '../../scripts/stack/child.js';
import { compiled, ROOT } from '../../scripts/stack/clone.js';
import { freePorts } from '../../scripts/stack/free-ports.js';
import { AppEnd, faultsOf } from './app-end.js';
import { appHost } from './app-host.js';
import { isReady, untilReady } from '../../scripts/stack/until-ready.js';
import { type Labels, metricValue } from './metric-value.js';
import { testStack } from './test-stack.js';
import { waitFor } from './wait-for.js';

export type AppName = 'token-api' | 'event-builder' | 'webhook-sender';

export interface App {
  readonly name: AppName;
  readonly pid: number;
  /** Base address of the public API; only token-api has a public API. */
  readonly url: string;
  readonly internalUrl: string;
  readonly exited: Promise<Exit>;
  readonly isRunning: () => boolean;
  readonly isReady: () => Promise<boolean>;
  /** The text of /metrics. */
  readonly metrics: () => Promise<string>;
  /** Sum of the samples in /metrics with this name and these labels; undefined if there is no such sample. */
  readonly metric: (name: string, labels?: Labels) => Promise<number | undefined>;
  /** The log lines so far, parsed if they are JSON. */
  readonly logs: () => Record<string, unknown>[];
  readonly lastLines: (count: number) => string[];
  readonly kill: (signal?: NodeJS.Signals) => Promise<Exit>;
  /**
   * Declares once that this app ends by itself or has an unhandled error, with `reason` in its log. Any undeclared end of this kind fails
   * the test file.
   */
  readonly expectEnd: (reason: RegExp) => Promise<Exit>;
  /** Stops the app with SIGTERM. @throws unless it ends with exit code 0 within 40 s */
  readonly stop: () => Promise<void>;
}

const STOP_WITHIN_MS = 40_000;
/** Detects an app that hangs: on a busy machine, starting an app and its groups takes long. */
const READY_WITHIN_MS = 150_000;
const started: { readonly app: App; readonly end: AppEnd }[] = [];
// environment.cjs calls it when all tests and hooks of the file have run.
Object.assign(globalThis, { undeclaredEnds });
/**
 * Identifies this test file. A worker runs several files, each counting from one, and a file must not read the logs of another file's apps.
 */
const FILE = randomBytes(4).toString('hex');
let serial = 0;

/**
 * Starts a compiled app in the app host and waits until it is ready: ten times cheaper than a process. Such an app can be stopped but not
 * killed; it shares its thread with the other apps of the test file.
 */
export async function startHostedApp(name: AppName, env: Readonly<Record<string, string>>): Promise<App> {
  const place = await placeOf(env);
  const logFile = join(testStack().run.logs, `${name}-${FILE}-${++serial}.log`);
  const host = appHost();
  const end = Promise.withResolvers<Exit>();
  let hasExited = false;
  const { id, answer } = host.ask({ kind: 'start', name, env: place.env, logFile }, (code) => {
    hasExited = true;
    end.resolve({ code, signal: null });
  });
  const stop = async (): Promise<Exit> => {
    const stopped = host.ask({ kind: 'stop', app: id }).answer.then(() => end.promise);
    return within(STOP_WITHIN_MS, stopped).then((isStopped) => (isStopped ? stopped : { code: null, signal: null }));
  };
  const app = handle({
    ...place,
    name,
    pid: host.pid,
    logFile,
    exited: end.promise,
    hasExited: () => hasExited,
    lastLines: (count) => lastLinesOf(logFile, count),
    stop,
    kill: cannotBeKilled,
  });
  await answer;
  await waitFor(app.isReady, { timeoutMs: READY_WITHIN_MS, what: `${name} to be ready` });
  return app;
}

function cannotBeKilled(): never {
  throw new Error('this app runs in the app host: start it with bed.startProcess to kill it');
}

/** Starts a compiled app as a process of its own and waits until it is ready. Uses free ports unless `env` names ports. */
export async function startApp(name: AppName, env: Readonly<Record<string, string>>): Promise<App> {
  const { app, child } = await launch(name, env);
  await untilReady(child, app.isReady, READY_WITHIN_MS);
  return app;
}

/** Starts an app without waiting, as an orchestrator does. @param root the built clone to start from */
export async function launchApp(name: AppName, env: Readonly<Record<string, string>>, root = ROOT): Promise<App> {
  return (await launch(name, env, root)).app;
}

async function launch(name: AppName, env: Readonly<Record<string, string>>, root = ROOT): Promise<{ app: App; child: Child }> {
  const place = await placeOf(env);
  const child = startChild(testStack().run, {
    name: `${name}-${FILE}-${++serial}`,
    command: process.execPath,
    args: [compiled(`apps/${name}/src/main`, root)],
    stage: 'app',
    stopSignal: 'SIGTERM',
    env: place.env,
  });
  return { app: watchApp(name, child, place), child };
}

/** Registers a process as an app of this test file, so that its end is checked. */
export function watchApp(name: AppName, child: Child, { url, internalUrl }: Pick<App, 'url' | 'internalUrl'>): App {
  return handle({ ...child, name, url, internalUrl, stop: () => child.stop(STOP_WITHIN_MS) });
}

interface Place {
  readonly env: NodeJS.ProcessEnv;
  readonly url: string;
  readonly internalUrl: string;
}

async function placeOf(env: Readonly<Record<string, string>>): Promise<Place> {
  const [port = 0, internalPort = 0] = await freePorts(2);
  const ports = { PORT: String(port), INTERNAL_PORT: String(internalPort), API_HOST: '127.0.0.1', INTERNAL_HOST: '127.0.0.1' };
  const merged = { ...process.env, ...ports, LOG_LEVEL: 'debug', ...env };
  return { env: merged, url: `http://127.0.0.1:${merged.PORT}`, internalUrl: `http://127.0.0.1:${merged.INTERNAL_PORT}` };
}

/** Returns the apps of this test file that still run. */
export function runningApps(): App[] {
  return startedApps().filter((app) => app.isRunning());
}

/** Returns every app that this test file has started, in order, including stopped apps. */
export function startedApps(): readonly App[] {
  return started.map(({ app }) => app);
}

/**
 * Returns the faults of the apps that this test file, or this program, has started. A fault is an end that nobody requested and no test
 * declares, or a declared end that did not happen.
 */
export function undeclaredEnds(): string[] {
  return faultsOf(started.map(({ end }) => end));
}

interface Parts extends Omit<Place, 'env'>, Pick<Child, 'pid' | 'logFile' | 'exited' | 'hasExited' | 'lastLines' | 'kill'> {
  readonly name: AppName;
  readonly stop: () => Promise<Exit>;
}

function handle({ name, url, internalUrl, ...child }: Parts): App {
  const metrics = async (): Promise<string> => (await fetch(`${internalUrl}/metrics`)).text();
  const end = new AppEnd(name, child);
  const app: App = {
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
      end.askedBy(signal);
      child.kill(signal);
      return child.exited;
    },
    expectEnd: (reason) => {
      end.expect(reason);
      return child.exited;
    },
    stop: async () => {
      end.askedBy('SIGTERM');
      const { code, signal } = await child.stop();
      if (code !== 0)
        throw new Error(`${name} did not stop cleanly (${signal ?? `exit code ${code}`}):\n${child.lastLines(15).join('\n')}`);
    },
  };
  started.push({ app, end });
  return app;
}

function parseLine(line: string): Record<string, unknown>[] {
  try {
    return [JSON.parse(line) as Record<string, unknown>];
  } catch {
    return [];
  }
}
