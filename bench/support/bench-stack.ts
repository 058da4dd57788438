import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Producer, producerAt } from '#libs/messaging';
import { type Admin, kafkaAt } from '#libs/messaging/client';
import { Client } from 'pg';
import { memorySettings } from '../../scripts/stack/app-environment.js';
import { createAuthority } from '../../scripts/stack/certificates.js';
import { type Child, startChild } from '../../scripts/stack/child.js';
import { compiled } from '../../scripts/stack/clone.js';
import { freePorts } from '../../scripts/stack/free-ports.js';
import { useBroker, useDatabase } from '../../scripts/stack/infrastructure.js';
import { reap } from '../../scripts/stack/reap.js';
import { startReaper } from '../../scripts/stack/reaper.js';
import { runCommand } from '../../scripts/stack/run-command.js';
import { createRunFolder, type RunFolder } from '../../scripts/stack/run-folder.js';
import { isReady, untilReady } from '../../scripts/stack/until-ready.js';
import { onSignal } from './on-signal.js';
import { type Sink, startSink } from './sink.js';

export type AppName = 'token-api' | 'event-builder' | 'webhook-sender';

/** The time for an app to end; it writes its profile meanwhile. */
const STOP_MS = 30_000;

export interface BenchApp {
  readonly child: Child;
  /** The name in `parts`: the app's name, with a number from the second process on. */
  readonly part: string;
  /** The base address of the API; only token-api has one. */
  readonly url: string;
  /** Ends the app in order and removes it from the parts. */
  stop(): Promise<void>;
}

export interface BenchStack {
  readonly sink: Sink;
  readonly database: Client;
  readonly databaseUrl: string;
  readonly producer: Producer;
  readonly admin: Admin;
  /** host:port */
  readonly brokers: string[];
  /** The prefix of the full names of topics. */
  readonly topicPrefix: string;
  /** Process ids by part, for measuring CPU and memory; an outside broker or database has none. */
  readonly parts: Map<string, number>;
  /** Starts an app; several processes of one app share its work, as in operation. */
  startApp(name: AppName, settings?: Readonly<Record<string, string>>): Promise<BenchApp>;
  /**
   * Runs a compiled command with the settings of the apps and these settings.
   * @returns its stdout
   */
  runCommand(name: string, args: readonly string[], settings?: Readonly<Record<string, string>>): Promise<string>;
}

/** The parts of a stack that a load and its measurement need, whoever started the apps. */
export type LoadedStack = Pick<BenchStack, 'sink' | 'database' | 'producer' | 'admin' | 'topicPrefix' | 'parts'> & {
  /** An older commit that reads events as `tracking-event/1`, one JSON text, and not as CloudEvents. */
  readonly readsEventsAsJson?: boolean;
};

export interface ReceiverOptions {
  /** undefined = a new id. */
  readonly receiverId?: string;
  readonly account: number;
  readonly url: string;
  readonly timeoutMs?: number;
  /** Empty = all events. */
  readonly events?: readonly string[];
  /** Empty = all clients. */
  readonly clients?: readonly string[];
}

/** The surroundings in which the apps of a run are started. */
interface Ground {
  readonly run: RunFolder;
  readonly env: NodeJS.ProcessEnv;
  /** A folder for a CPU profile of each app, written when the app ends; undefined = no profiles. */
  readonly profileTo: string | undefined;
  readonly parts: Map<string, number>;
  /** Called when an app has died: later measurements mean nothing. */
  readonly onDeath: (error: Error) => void;
}

export interface StackOptions {
  /** A folder for CPU profiles of the apps. */
  readonly profileTo?: string | undefined;
  /** As in `Placement`. */
  readonly runsLong?: true | undefined;
}

/**
 * Runs `work` with a broker, a database and receivers, but no app yet, and takes everything down afterwards, also after an error. An app
 * that dies breaks the run at once.
 */
export async function withStack<T>(work: (stack: BenchStack) => Promise<T>, options: StackOptions = {}): Promise<T> {
  const run = createRunFolder();
  const reaper = startReaper(run);
  const forget = onSignal(() => reap(run));
  try {
    return await new Promise<T>((resolve, onDeath) => {
      startStack({ ...options, run, onDeath })
        .then(work)
        .then(resolve, onDeath);
    });
  } finally {
    await reap(run);
    forget();
    reaper.dismiss();
  }
}

async function startStack({ run, profileTo, runsLong, onDeath }: StackOptions & Pick<Ground, 'run' | 'onDeath'>): Promise<BenchStack> {
  const authority = await createAuthority('Bench CA');
  const caFile = join(run.logs, 'bench-ca.pem');
  writeFileSync(caFile, authority.certificatePem);
  const [broker, server, sink] = await Promise.all([
    useBroker(process.env, { run, runsLong }),
    useDatabase(process.env, { run }),
    startSink(authority),
  ]);
  const topicPrefix = `bench-${randomBytes(4).toString('hex')}.`;
  const env = {
    ...process.env,
    ...memorySettings(process.env),
    ...environment({ kafka: broker.address, database: server.address, caFile, topicPrefix }),
  };
  await Promise.all([runCommand('topics', [], env), runCommand('migrate', [], env)]);
  const brokers = broker.address.split(',');
  const [producer, admin] = [producerAt(broker.address, topicPrefix, 'bench'), kafkaAt(broker.address, 'bench').admin()];
  const database = new Client({ connectionString: server.address });
  database.on('error', () => undefined); // the server closes it at the end
  await Promise.all([producer.connect(), admin.connect(), database.connect()]);
  const parts = new Map<string, number>([['receivers', sink.pid]]);
  if (broker.embedded) parts.set('broker', broker.embedded.child.pid);
  if (server.embedded) parts.set('database', server.embedded.child.pid);
  const ground = { run, profileTo, parts, onDeath };
  const startApp: BenchStack['startApp'] = (name, settings) => launch(name, { ...ground, env: { ...env, ...settings } });
  const command: BenchStack['runCommand'] = (name, args, settings) => runCommand(name, args, { ...env, ...settings });
  return { sink, database, databaseUrl: server.address, producer, admin, brokers, topicPrefix, parts, startApp, runCommand: command };
}

const environment = (at: { kafka: string; database: string; caFile: string; topicPrefix: string }): Record<string, string> => ({
  KAFKA_BROKERS: at.kafka,
  DATABASE_URL: at.database,
  TOPIC_PREFIX: at.topicPrefix,
  RECEIVER_ALLOWED_CIDRS: '127.0.0.0/8',
  EXTRA_CA_FILE: at.caFile,
  SECRETS_KEY: randomBytes(32).toString('base64'),
  API_HOST: '127.0.0.1',
  INTERNAL_HOST: '127.0.0.1',
});

async function launch(name: AppName, { run, env, profileTo, parts, onDeath }: Ground): Promise<BenchApp> {
  const [port, internalPort] = await freePorts(2);
  const part = freeName(name, parts);
  const child = startChild(run, {
    name: part,
    command: process.execPath,
    args: [...profiling(part, profileTo), compiled(`apps/${name}/src/main`)],
    stage: 'app',
    stopSignal: 'SIGTERM',
    env: { ...env, PORT: String(port), INTERNAL_PORT: String(internalPort) },
  });
  parts.set(part, child.pid);
  void child.exited.then(({ code }) => {
    if (parts.get(part) === child.pid) parts.delete(part);
    if (code) onDeath(new Error(`${part} ended with exit code ${code}:\n${child.lastLines(20).join('\n')}`));
  });
  await untilReady(child, () => isReady(`http://127.0.0.1:${internalPort}`));
  return { child, part, url: `http://127.0.0.1:${port}`, stop: () => child.stop(STOP_MS).then(() => undefined) };
}

function freeName(name: AppName, parts: ReadonlyMap<string, number>): string {
  for (let number = 2, free: string = name; ; number++) {
    if (!parts.has(free)) return free;
    free = `${name}-${number}`;
  }
}

/**
 * Returns the options for a profile. A part's name becomes free when its process has ended and its profile is written; the next profile
 * gets another name.
 */
function profiling(part: string, folder: string | undefined): string[] {
  if (folder === undefined) return [];
  const earlier = readdirSync(folder).filter((file) => file.startsWith(`${part}.`)).length;
  const name = earlier === 0 ? part : `${part}.${earlier + 1}`;
  return ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${name}.cpuprofile`];
}

/**
 * Inserts an account and an unsigned receiver.
 * @returns the receiver's id
 */
export async function insertReceiver(database: Client, options: ReceiverOptions): Promise<string> {
  const { receiverId = randomUUID(), account, url, timeoutMs = 15_000, events = [], clients = [] } = options;
  await database.query('INSERT INTO account (account_id) VALUES ($1) ON CONFLICT DO NOTHING', [account]);
  await database.query(
    `INSERT INTO receiver (receiver_id, account_id, url, signing_enabled, timeout_ms, events, clients)
     VALUES ($1, $2, $3, false, $4, $5, $6)`,
    [receiverId, account, url, timeoutMs, events, clients],
  );
  return receiverId;
}
