import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { producerAt } from '#libs/messaging';
import { kafkaAt } from '#libs/messaging/client';
import { createAuthority } from '../../scripts/stack/certificates.js';
import { type Child, startChild } from '../../scripts/stack/child.js';
import type { Connection } from '../../scripts/stack/connection-file.js';
import { freePorts } from '../../scripts/stack/free-ports.js';
import { reap } from '../../scripts/stack/reap.js';
import { startReaper } from '../../scripts/stack/reaper.js';
import { createRunFolder, type RunFolder } from '../../scripts/stack/run-folder.js';
import type { AppName, LoadedStack } from './bench-stack.js';
import { isReady, untilReady } from '../../scripts/stack/until-ready.js';
import { nameProfiles, profilingOptions } from './npm-profiles.js';
import { onSignal } from './on-signal.js';
import { type Sink, startSink } from './sink.js';

/** The first start of a clone installs its packages and compiles. */
const START_MS = 30 * 60_000;
const LOOK_MS = 100;
/** Attempts to a hanging receiver end first, then each server. */
const STOP_MS = 60_000;
/** The names of parts that differ from the names in the connection file. */
const PARTS: Readonly<Record<string, string>> = { kafka: 'broker', postgres: 'database' };

/** A stack that `npm start -- --no-demo` of some clone runs, with receivers beside it. */
export interface NpmStack extends LoadedStack {
  readonly connection: Connection;
  /** Starts a second process of the app with the command line and settings of the first, and waits until it is ready. */
  readonly startAnother: (name: AppName) => Promise<void>;
}

export interface NpmStackOptions {
  /** The folder of the clone. */
  readonly root: string;
  /** Settings for the apps. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  /** A folder for CPU profiles of the apps. */
  readonly profileTo?: string | undefined;
}

/**
 * Starts the stack and its receivers, and ends both after `work`.
 * @throws when `npm start` fails, or a part was restarted meanwhile
 */
export async function withNpmStack<T>(options: NpmStackOptions, work: (stack: NpmStack) => Promise<T>): Promise<T> {
  const run = createRunFolder();
  const reaper = startReaper(run);
  const forget = onSignal(() => reap(run));
  try {
    const sink = await startReceivers(run);
    const child = startNpm(run, options);
    let pids: Connection['pids'] = {};
    try {
      const connection = await untilConnected(child, fileIn(run));
      pids = connection.pids;
      const readsEventsAsJson = existsSync(join(options.root, 'docs', 'schemas', 'tracking-event-1.schema.json'));
      return await onStack(connection, { run, sink, readsEventsAsJson, work });
    } finally {
      sink.close();
      await child.stop(STOP_MS);
      if (options.profileTo !== undefined) nameProfiles(options.profileTo, pids);
    }
  } finally {
    await reap(run);
    forget();
    reaper.dismiss();
  }
}

async function startReceivers(run: RunFolder): Promise<Sink> {
  const authority = await createAuthority('Bench CA');
  writeFileSync(caFileIn(run), authority.certificatePem);
  return startSink(authority);
}

const caFileIn = (run: RunFolder): string => join(run.logs, 'bench-ca.pem');
const fileIn = (run: RunFolder): string => join(run.path, 'bench-connection.json');

function startNpm(run: RunFolder, { root, settings, profileTo }: NpmStackOptions): Child {
  const { KAFKA_BROKERS, DATABASE_URL, PORT: _port, ...caller } = process.env;
  if (KAFKA_BROKERS || DATABASE_URL) {
    throw new Error('each measurement needs an empty broker and database of its own: unset KAFKA_BROKERS and DATABASE_URL');
  }
  return startChild(run, {
    name: 'npm-start',
    command: 'npm',
    args: ['start', '--', '--no-demo', '--connection-file', fileIn(run)],
    cwd: root,
    stage: 'app',
    stopSignal: 'SIGTERM',
    env: {
      ...caller,
      PATH: `${dirname(process.execPath)}${delimiter}${caller.PATH ?? ''}`, // every commit runs on the same Node.js
      RECEIVER_ALLOWED_CIDRS: '127.0.0.0/8',
      EXTRA_CA_FILE: caFileIn(run),
      ...settings,
      ...(profileTo !== undefined && { NODE_OPTIONS: profilingOptions(profileTo, caller.NODE_OPTIONS) }),
    },
  });
}

async function untilConnected(child: Child, file: string): Promise<Connection> {
  const giveUpAtMs = Date.now() + START_MS;
  while (!existsSync(file)) {
    if (child.hasExited()) throw new Error(`npm start has ended:\n${child.lastLines(20).join('\n')}`);
    if (Date.now() > giveUpAtMs) throw new Error(`npm start is not ready after ${START_MS / 60_000} minutes`);
    await pause(LOOK_MS);
  }
  return read(file);
}

const read = (file: string): Connection => JSON.parse(readFileSync(file, 'utf8')) as Connection;

interface Ground<T> {
  readonly run: RunFolder;
  readonly sink: Sink;
  readonly readsEventsAsJson: boolean;
  readonly work: (stack: NpmStack) => Promise<T>;
}

async function onStack<T>(connection: Connection, { run, sink, readsEventsAsJson, work }: Ground<T>): Promise<T> {
  const { kafkaBrokers, topicPrefix } = connection;
  const [producer, admin] = [producerAt(kafkaBrokers, topicPrefix, 'bench'), kafkaAt(kafkaBrokers, 'bench').admin()];
  const database = new Client({ connectionString: connection.databaseUrl });
  database.on('error', () => undefined); // the server closes it at the end
  try {
    await Promise.all([producer.connect(), admin.connect(), database.connect()]);
    const parts = new Map(Object.entries(connection.pids).map(([name, pid]) => [PARTS[name] ?? name, pid]));
    const others: Child[] = [];
    const startAnother = async (name: AppName): Promise<void> => {
      others.push(await startLike(connection.pids[name] ?? 0, { run, part: `${name}-2`, parts }));
    };
    const result = await work({ connection, startAnother, sink, database, producer, admin, topicPrefix, parts, readsEventsAsJson });
    refuseRestarts(connection, read(fileIn(run)));
    for (const other of others) if (other.hasExited()) throw new Error(`the run is broken: ${other.name} ended`);
    return result;
  } finally {
    await Promise.allSettled([producer.onApplicationShutdown(), admin.disconnect(), database.end()]);
  }
}

interface Place {
  readonly run: RunFolder;
  readonly part: string;
  readonly parts: Map<string, number>;
}

/** Reads command line and settings from the running process, because the connection file has no settings. */
async function startLike(pid: number, { run, part, parts }: Place): Promise<Child> {
  const [command = '', ...args] = strings(`/proc/${pid}/cmdline`);
  const env = Object.fromEntries(
    strings(`/proc/${pid}/environ`).map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  const [internalPort] = await freePorts(1);
  const spec = { name: part, command, args, env: { ...env, INTERNAL_PORT: String(internalPort) } };
  const child = startChild(run, { ...spec, stage: 'app', stopSignal: 'SIGTERM' });
  parts.set(part, child.pid);
  await untilReady(child, () => isReady(`http://127.0.0.1:${internalPort}`));
  return child;
}

const strings = (file: string): string[] => readFileSync(file, 'utf8').split('\0').slice(0, -1);

/** Gives `work` a producer with its own connection, so that its messages do not wait behind those of `stack.producer`. */
export async function withOwnProducer<T>(stack: NpmStack, work: (stack: NpmStack) => Promise<T>): Promise<T> {
  const producer = producerAt(stack.connection.kafkaBrokers, stack.topicPrefix, 'bench');
  await producer.connect();
  try {
    return await work({ ...stack, producer });
  } finally {
    await producer.onApplicationShutdown();
  }
}

/** Compares the processes with the connection file, which names the running ones. */
function refuseRestarts(before: Connection, now: Connection): void {
  const restarted = Object.keys(before.pids).filter((name) => before.pids[name] !== now.pids[name]);
  if (restarted.length > 0) throw new Error(`the run is broken: ${restarted.join(', ')} ended and was started again`);
}
