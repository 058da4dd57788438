import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kafkaAt, withAdmin } from '#libs/messaging/client';
import { brokerJars } from '../prepare/broker-jars.mjs';
import { runToEnd, startChild } from './child.js';
import { ROOT } from './clone.js';
import { type EmbeddedServer, LOOPBACK, type Placement } from './embedded-server.js';
import { freePorts } from './free-ports.js';
import { type RunFolder } from './run-folder.js';
import { untilReady } from './until-ready.js';

const START_TRIES = 3;
const JARS = join(brokerJars(ROOT), '*');
const JVM = ['-Xms96m', '-Xmx384m', '-XX:+UseSerialGC', '-Xshare:auto', '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn'];
/** Uses only the JVM's first compiler: its code is slower, but it leaves more CPU for the start of everything else. */
const BRIEF_JVM = [...JVM, '-XX:TieredStopAtLevel=1'];

/** Starts a Kafka broker on free loopback ports. It is ready when it leads partitions and serves groups. `address` is KAFKA_BROKERS. */
export async function startBroker(placement: Placement): Promise<EmbeddedServer> {
  const files = join(placement.keepIn ?? placement.run.path, 'kafka');
  mkdirSync(files, { recursive: true, mode: 0o700 });
  for (let tries = 1; ; tries++) {
    const [port = 0, controllerPort = 0] = await freePorts(2);
    try {
      return await launch({ files, port, controllerPort, placement });
    } catch (error) {
      if (tries === START_TRIES) throw error;
    }
  }
}

/** One node of a cluster. It listens on the ports; `advertised` is its published address, for instance the address of a proxy. */
export interface ClusterNode {
  readonly id: number;
  readonly port: number;
  readonly controllerPort: number;
  /** The voters, one for every node including this node: `id@host:controllerPort`. */
  readonly voters: readonly string[];
  readonly clusterId: string;
  /** The replication factor of the topics for offsets and transactions. */
  readonly copies: number;
  /** Listeners beside PLAINTEXT, by name. */
  readonly listeners: Readonly<Record<string, { readonly port: number; readonly advertised: number }>>;
  /** Name of the listener for replication between brokers. */
  readonly between: string;
  /** Settings that differ from the single broker's settings. */
  readonly settings: Readonly<Record<string, string | number>>;
}

/** Starts one node and waits only until its process runs: it answers once enough other nodes do. `address` is its PLAINTEXT listener. */
export async function startNode(placement: Placement, cluster: ClusterNode): Promise<EmbeddedServer> {
  const files = join(placement.keepIn ?? placement.run.path, `kafka-${cluster.id}`);
  mkdirSync(files, { recursive: true, mode: 0o700 });
  return launch({ files, port: cluster.port, controllerPort: cluster.controllerPort, placement, cluster });
}

interface Launch {
  readonly files: string;
  readonly port: number;
  readonly controllerPort: number;
  readonly placement: Placement;
  /** undefined = a single node. */
  readonly cluster?: ClusterNode;
}

async function launch(what: Launch): Promise<EmbeddedServer> {
  const name = what.cluster ? `kafka-${what.cluster.id}` : 'kafka';
  // The port makes the name unique: parallel test files start their brokers in the same run folder.
  const properties = join(what.placement.run.path, `${name}-${what.port}.properties`);
  writeFileSync(properties, toProperties(what));
  if (!existsSync(join(what.files, 'meta.properties')))
    await format(what.placement.run, properties, what.cluster?.clusterId ?? newClusterId());
  const child = startChild(what.placement.run, {
    name,
    command: 'java',
    args: [...(what.placement.runsLong ? JVM : BRIEF_JVM), '-cp', JARS, 'kafka.Kafka', properties],
    stage: 'infrastructure',
    stopSignal: 'SIGTERM',
  });
  const address = `${what.placement.host ?? LOOPBACK}:${what.port}`;
  if (!what.cluster) await untilReady(child, () => isUsable(address));
  return { address, child, restart: () => launch(what) };
}

function toProperties({ files, port, controllerPort, placement: { host = LOOPBACK }, cluster }: Launch): string {
  const listeners = Object.entries(cluster?.listeners ?? {});
  const values = {
    'process.roles': 'broker,controller',
    'node.id': cluster?.id ?? 1,
    'controller.quorum.voters': cluster?.voters.join(',') ?? `1@${LOOPBACK}:${controllerPort}`,
    listeners: [
      `PLAINTEXT://${host}:${port}`,
      ...listeners.map(([name, { port: own }]) => `${name}://127.0.0.1:${own}`),
      `CONTROLLER://127.0.0.1:${controllerPort}`,
    ].join(','),
    'advertised.listeners': [
      `PLAINTEXT://${host}:${port}`,
      ...listeners.map(([name, { advertised }]) => `${name}://127.0.0.1:${advertised}`),
    ].join(','),
    'inter.broker.listener.name': cluster?.between ?? 'PLAINTEXT',
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': ['CONTROLLER', 'PLAINTEXT', ...listeners.map(([name]) => name)]
      .map((name) => `${name}:PLAINTEXT`)
      .join(','),
    'log.dirs': files,
    'auto.create.topics.enable': false,
    'offsets.topic.replication.factor': cluster?.copies ?? 1,
    'offsets.topic.num.partitions': 6,
    'transaction.state.log.replication.factor': cluster?.copies ?? 1,
    'transaction.state.log.min.isr': 1,
    'transaction.state.log.num.partitions': 6,
    'group.initial.rebalance.delay.ms': 0,
    'group.min.session.timeout.ms': 1_000, // tests wait for sessions to end
    'broker.session.timeout.ms': 3_000,
    'broker.heartbeat.interval.ms': 500,
    'controller.quorum.election.timeout.ms': 500,
    'log.cleaner.dedupe.buffer.size': 2_097_152,
    'log.index.size.max.bytes': 1_048_576, // reserved for each partition at once: the default of 10 MB adds up over a hundred of them
    ...cluster?.settings,
  };
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/** Returns an id for formatting all nodes of a cluster. */
export function newClusterId(): string {
  const bytes = randomBytes(16);
  bytes.writeUInt8(bytes.readUInt8(0) & 0x7f); // never a leading dash, which would read as an option
  return bytes.toString('base64url');
}

async function format(run: RunFolder, properties: string, clusterId: string): Promise<void> {
  const args = [...BRIEF_JVM, '-cp', JARS, 'kafka.tools.StorageTool', 'format', '--ignore-formatted', '-t', clusterId, '-c', properties];
  await runToEnd(run, { name: 'kafka-format', command: 'java', args, stage: 'infrastructure', stopSignal: 'SIGTERM' });
}

/** True = the broker leads partitions and serves groups. Its port opens before it can lead a partition, and it serves groups later still. */
export async function isUsable(address: string): Promise<boolean> {
  const kafka = kafkaAt(address, 'start', { connectMs: 1_000, requestMs: 5_000, retries: 0 });
  const answers = withAdmin(kafka, async (admin) => {
    if ((await admin.countBrokers()) === 0) return false;
    await admin.describeGroups(['none-yet']); // creates the topic of the groups' offsets, for which the first app would wait otherwise
    return true;
  });
  return answers.catch(() => false);
}
