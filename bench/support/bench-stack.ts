import { randomBytes, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kafka, logLevel, type Producer } from 'kafkajs';
import { Client } from 'pg';
import { createAuthority } from '../../scripts/stack/certificates.js';
import { type Child, startChild } from '../../scripts/stack/child.js';
import { compiled } from '../../scripts/stack/clone.js';
import { freePorts } from '../../scripts/stack/free-ports.js';
import { useBroker, useDatabase } from '../../scripts/stack/infrastructure.js';
import { reap } from '../../scripts/stack/reap.js';
import { startReaper } from '../../scripts/stack/reaper.js';
import { runCommand } from '../../scripts/stack/run-command.js';
import { createRunFolder, type RunFolder } from '../../scripts/stack/run-folder.js';
import { untilReady } from '../../scripts/stack/until-ready.js';
import { type Sink, startSink } from './sink.js';

type AppName = 'token-api' | 'event-builder' | 'webhook-sender';

export interface BenchApp {
  readonly child: Child;
  /** Base address of the API; token-api alone has one. */
  readonly url: string;
}

export interface BenchStack {
  readonly sink: Sink;
  readonly database: Client;
  readonly producer: Producer;
  /** Full names of topics are this + name. */
  readonly topicPrefix: string;
  /** Process ids by part, for the measurement of CPU and memory; those of an outside broker or database are missing. */
  readonly parts: Map<string, number>;
  startApp(name: AppName, settings?: Readonly<Record<string, string>>): Promise<BenchApp>;
  /** One of our compiled commands, with the settings of the apps. @returns what it wrote to stdout */
  runCommand(entry: string, args: readonly string[]): Promise<string>;
}

export interface ReceiverWish {
  readonly account: number;
  readonly url: string;
  readonly timeoutMs?: number;
}

/** Broker, database, receivers and no app yet; all of it is taken down after `work`, however that ends. */
export async function withStack<T>(work: (stack: BenchStack) => Promise<T>): Promise<T> {
  const run = createRunFolder();
  const reaper = startReaper(run);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void reap(run).finally(() => process.exit(1)));
  try {
    return await work(await startStack(run));
  } finally {
    await reap(run);
    reaper.dismiss();
  }
}

async function startStack(run: RunFolder): Promise<BenchStack> {
  const authority = await createAuthority('Bench CA');
  const caFile = join(run.logs, 'bench-ca.pem');
  writeFileSync(caFile, authority.certificatePem);
  const [broker, server, sink] = await Promise.all([
    useBroker(process.env, { run }),
    useDatabase(process.env, { run }),
    startSink(authority),
  ]);
  const topicPrefix = `bench-${randomBytes(4).toString('hex')}.`;
  const env = { ...process.env, ...environment({ kafka: broker.address, database: server.address, caFile, topicPrefix }) };
  await Promise.all([runCommand('libs/messaging/src/topics.main', [], env), runCommand('libs/persistence/src/migrate.main', [], env)]);
  const producer = new Kafka({ clientId: 'bench', brokers: broker.address.split(','), logLevel: logLevel.NOTHING }).producer();
  const database = new Client({ connectionString: server.address });
  database.on('error', () => undefined); // ended with its server at the end
  await Promise.all([producer.connect(), database.connect()]);
  const parts = new Map<string, number>([['receivers', sink.pid]]);
  if (broker.embedded) parts.set('broker', broker.embedded.child.pid);
  if (server.embedded) parts.set('database', server.embedded.child.pid);
  const startApp: BenchStack['startApp'] = async (name, settings) => {
    const app = await launch(run, name, { ...env, ...settings });
    parts.set(name, app.child.pid);
    return app;
  };
  return { sink, database, producer, topicPrefix, parts, startApp, runCommand: (entry, args) => runCommand(entry, args, env) };
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

async function launch(run: RunFolder, name: AppName, env: NodeJS.ProcessEnv): Promise<BenchApp> {
  const [port, internalPort] = await freePorts(2);
  const child = startChild(run, {
    name,
    command: process.execPath,
    args: ['--enable-source-maps', compiled(`apps/${name}/src/main`)],
    stage: 'app',
    stopSignal: 'SIGTERM',
    env: { ...env, PORT: String(port), INTERNAL_PORT: String(internalPort) },
  });
  await untilReady(
    child,
    async () => (await fetch(`http://127.0.0.1:${internalPort}/health/ready`).catch(() => undefined))?.status === 200,
  );
  return { child, url: `http://127.0.0.1:${port}` };
}

/** Enters an account and an unsigned receiver of it. @returns the receiver's id */
export async function insertReceiver(database: Client, { account, url, timeoutMs = 15_000 }: ReceiverWish): Promise<string> {
  const receiverId = randomUUID();
  await database.query('INSERT INTO account (account_id) VALUES ($1) ON CONFLICT DO NOTHING', [account]);
  await database.query('INSERT INTO receiver (receiver_id, account_id, url, signing_enabled, timeout_ms) VALUES ($1, $2, $3, false, $4)', [
    receiverId,
    account,
    url,
    timeoutMs,
  ]);
  return receiverId;
}
