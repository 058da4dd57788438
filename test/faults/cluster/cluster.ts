import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureTopics } from '#libs/messaging/client';
import { topicSpecs } from '#libs/contracts';
import type { RunFolder } from '../../../scripts/stack/run-folder.js';
import { writeCarrierFiles } from '../../builders/carrier-files.js';
import type { AppName } from '../../support/app.js';
import { receiverCaFile } from '../../support/receiver.js';
import { Brokers } from './brokers.js';
import { clockFile, fakeClockEnv } from './fake-clock.js';
import { FaultyDatabase } from './faulty-database.js';
import { type FaultReceiver, Receivers } from './receivers.js';
import { SupervisedApp } from './supervised-app.js';
import { TcpLink } from './tcp-link.js';
import type { Scale } from './scale.js';

const INSTANCES: readonly (readonly [AppName, number])[] = [
  ['event-builder', 1],
  ['event-builder', 2],
  ['webhook-sender', 1],
  ['webhook-sender', 2],
  ['token-api', 1],
];
export const PARTITIONS = 6;
const COPIES = 3;

export const MAX_IN_FLIGHT = 64;

/** Everything that can fail, with handles that cause the failures. */
export interface Cluster {
  readonly run: RunFolder;
  readonly brokers: Brokers;
  readonly database: FaultyDatabase;
  readonly apps: readonly SupervisedApp[];
  readonly receivers: Receivers;
  readonly receiverOf: ReadonlyMap<string, FaultReceiver>;
  /** The links from each app to the database, by the app's title. */
  readonly databaseLinks: ReadonlyMap<string, TcpLink>;
  readonly topicPrefix: string;
  readonly scale: Scale;
  readonly close: () => Promise<void>;
}

interface ClusterOptions {
  /** Faults will change clocks: apps start with a clock that can be set. */
  readonly hasJumps: boolean;
  /** Built clones of releases; the apps alternate between them. */
  readonly releases: readonly string[];
}

export async function startCluster(run: RunFolder, scale: Scale, { hasJumps, releases }: ClusterOptions): Promise<Cluster> {
  const keepIn = join(run.path, 'brokers');
  mkdirSync(keepIn);
  const [brokers, database, receivers] = await Promise.all([Brokers.start({ run, keepIn }), FaultyDatabase.start(run), Receivers.start()]);
  const topicPrefix = 'faults.';
  // Values that test/support reads from the stack.
  const kafkaBrokers = brokers.nodes.map(({ address }) => address).join(',');
  process.env['TEST_STACK'] = JSON.stringify({ kafkaBrokers, databaseUrl: database.url, template: '', runFolder: run.path });
  await brokers.withAdmin((admin) =>
    ensureTopics(admin, topicSpecs({ prefix: topicPrefix, partitions: PARTITIONS, replicationFactor: COPIES })),
  );
  const receiverOf = await receivers.enter(database);
  const common = await environment({ run, brokers, receivers, topicPrefix, scale });
  const databaseLinks = new Map<string, TcpLink>();
  const apps: SupervisedApp[] = [];
  for (const [name, instance] of INSTANCES) {
    const link = await TcpLink.open(`${name} ${instance} ↔ database`, database.port);
    const jumps = hasJumps && fakeClockEnv(clockFile(run, name, instance));
    const env = { ...common, ...jumps, DATABASE_URL: at(database.url, link.port) };
    const app = new SupervisedApp(name, instance, env, releases);
    databaseLinks.set(app.title, link);
    apps.push(app);
  }
  await Promise.all(apps.map((app) => app.start()));
  await Promise.all(apps.map((app) => app.untilReady()));
  const close = async (): Promise<void> => {
    await Promise.allSettled(apps.map((app) => app.stop()));
    for (const link of databaseLinks.values()) link.close();
    brokers.close();
    await Promise.allSettled([receivers.close(), database.close()]);
  };
  return { run, brokers, database, apps, receivers, receiverOf, databaseLinks, topicPrefix, scale, close };
}

interface Around {
  readonly run: RunFolder;
  readonly brokers: Brokers;
  readonly receivers: Receivers;
  readonly topicPrefix: string;
  readonly scale: Scale;
}

async function environment({ run, brokers, receivers, topicPrefix, scale }: Around): Promise<Record<string, string>> {
  const carrierSettings = writeCarrierFiles(join(run.path, 'carriers'));
  return {
    KAFKA_BROKERS: brokers.appAddresses,
    TOPIC_PREFIX: topicPrefix,
    RETRY_DELAY_MS: String(scale.retryDelayMs),
    PROBE_INTERVAL_MS: '1000',
    DATABASE_STATEMENT_TIMEOUT_MS: String(scale.statementTimeoutMs),
    MAX_WAIT_MS: String(scale.maxWaitMs),
    MAX_IN_FLIGHT: String(MAX_IN_FLIGHT),
    OVERDUE_POLL_MS: '300',
    DNS_SERVERS: receivers.nameServer,
    RECEIVER_ALLOWED_CIDRS: '127.0.0.0/8',
    EXTRA_CA_FILE: await receiverCaFile(),
    ...carrierSettings,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'info',
  };
}

function at(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl);
  url.port = String(port);
  return url.href;
}
