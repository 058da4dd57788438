import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import { type CreatedToken, createAccountAndToken, type TokenOptions } from './api.js';
import { type App, type AppName, runningApps, startApp, startedApps, startHostedApp } from './app.js';
import type { Ran } from '../../scripts/stack/run-command.js';
import { runHostedCommand } from './command.js';
import { createDatabase, type TestDatabase } from './database.js';
import { receiverCaFile, type ReceiverOptions, startReceiver, type TestReceiver } from './receiver.js';
import { testStack } from './test-stack.js';
import { createTopics, deleteTopics, type IncomingMessage, type OutgoingMessage, publish, readTopic, uniqueTopicPrefix } from './topics.js';

/** Database, topics and apps of one test file, removed at its end. */
export interface TestBed {
  readonly database: TestDatabase;
  readonly topicPrefix: string;
  /**
   * The default environment of every app: retries after 200 ms, loopback receivers allowed, the test CA trusted. Time-outs are longer than
   * the seconds for which a machine may stall.
   */
  readonly env: Readonly<Record<string, string>>;
  /** Starts an app in the app host, which all test files of a worker share: fast, but the app cannot be killed or measured. */
  readonly startApp: (name: AppName, env?: Readonly<Record<string, string>>) => Promise<App>;
  /** Starts an app as a process of its own, for tests that kill it, stop its clock, or measure it. */
  readonly startProcess: (name: AppName, env?: Readonly<Record<string, string>>) => Promise<App>;
  /** Runs a command of the operator's command line in the app host. @param argv the command's name, then its arguments */
  readonly runCommand: (argv: readonly string[], env?: Readonly<Record<string, string>>) => Promise<Ran>;
  readonly startReceiver: (options?: ReceiverOptions) => Promise<TestReceiver>;
  readonly createAccountAndToken: (options?: Omit<TokenOptions, 'databaseUrl'>) => Promise<CreatedToken>;
  /** Publishes to topics by their name without the prefix. */
  readonly publish: (topic: string, messages: readonly OutgoingMessage[]) => Promise<void>;
  readonly readTopic: (topic: string) => Promise<IncomingMessage[]>;
}

export interface BedOptions {
  readonly partitions?: number;
  readonly env?: Readonly<Record<string, string>>;
}

const LOG_LINES_SHOWN = 60;

/** Call it once at the top of a test file; the bed can be used inside `beforeAll` and tests. */
export function useTestBed(options: BedOptions = {}): TestBed {
  const bed: Partial<TestBed> = {};
  const receivers: TestReceiver[] = [];
  beforeAll(async () => {
    Object.assign(bed, await makeBed(options, receivers));
  });
  afterAll(async () => {
    await Promise.all(receivers.map((receiver) => receiver.close()));
    await stopApps();
    if (bed.topicPrefix !== undefined) await deleteTopics(bed.topicPrefix);
    await bed.database?.drop();
  });
  return bed as TestBed;
}

async function makeBed({ partitions, env: extra }: BedOptions, receivers: TestReceiver[]): Promise<TestBed> {
  const topicPrefix = uniqueTopicPrefix();
  const [database] = await Promise.all([createDatabase(), createTopics(topicPrefix, partitions)]);
  const env = { ...(await baseEnv(database, topicPrefix)), ...extra };
  return {
    database,
    topicPrefix,
    env,
    startApp: (name, own) => startHostedApp(name, { ...env, ...own }),
    startProcess: (name, own) => startApp(name, { ...env, ...own }),
    runCommand: (argv, own) => runHostedCommand(argv, { ...env, ...own }),
    startReceiver: async (options) => {
      const receiver = await startReceiver(options);
      receivers.push(receiver);
      return receiver;
    },
    createAccountAndToken: (options) => createAccountAndToken({ ...options, databaseUrl: database.url }),
    publish: (topic, messages) => publish(topicPrefix + topic, messages),
    readTopic: (topic) => readTopic(topicPrefix + topic),
  };
}

async function baseEnv(database: TestDatabase, topicPrefix: string): Promise<Record<string, string>> {
  return {
    KAFKA_BROKERS: testStack().kafkaBrokers,
    DATABASE_URL: database.url,
    TOPIC_PREFIX: topicPrefix,
    RETRY_DELAY_MS: '200',
    OVERDUE_POLL_MS: '200',
    RECEIVER_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
    EXTRA_CA_FILE: await receiverCaFile(),
    SECRETS_KEY: randomBytes(32).toString('base64'),
    ...PATIENT,
  };
}

/** Generous time-outs: a test about one of these settings overrides it. */
const PATIENT = {
  KAFKA_SESSION_TIMEOUT_MS: '60000',
  DATABASE_STATEMENT_TIMEOUT_MS: '120000',
};

/** For apps that are killed or paused: their locks and leases expire soon, but not when a machine stalls for ten seconds. */
export const KILLED = {
  KAFKA_SESSION_TIMEOUT_MS: '12000',
  DATABASE_STATEMENT_TIMEOUT_MS: '30000',
};

/** Stops running apps, shows the logs if a test has failed, and throws if an app did not stop on SIGTERM. */
async function stopApps(): Promise<void> {
  const stops = await Promise.allSettled(runningApps().map((app) => app.stop()));
  if ((globalThis as { hasFailedTest?: boolean }).hasFailedTest) showLogs();
  const failed = stops.find((stop) => stop.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Leaves out the line of each attempt: hundreds of them would hide what the app says about itself. */
function showLogs(): void {
  for (const app of startedApps()) {
    const lines = app.lastLines(Infinity).filter((line) => !line.includes('"event":"delivery.attempted"'));
    process.stderr.write(`\n--- last lines of ${app.name}, pid ${app.pid}\n${lines.slice(-LOG_LINES_SHOWN).join('\n')}\n`);
  }
}
