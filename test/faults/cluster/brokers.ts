import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Admin, type Kafka, kafkaAt, withAdmin } from '#libs/messaging/client';
import { isUsable, newClusterId, startNode } from '../../../scripts/stack/broker.js';
import type { EmbeddedServer, Placement } from '../../../scripts/stack/embedded-server.js';
import { freePorts } from '../../../scripts/stack/free-ports.js';
import { TcpLink } from './tcp-link.js';

const NODES = [1, 2, 3];
const STOP_WITHIN_MS = 20_000;
const READY_WITHIN_MS = 150_000;
const START_TRIES = 3;
const COPIES = 3;
const OFFSETS = '__consumer_offsets';
/** Scaled like the other times: a replica that is paused for this long leaves the in-sync set. */
const SETTINGS = {
  'min.insync.replicas': 2,
  'replica.lag.time.max.ms': 6_000,
  'replica.socket.timeout.ms': 6_000,
  'controller.quorum.fetch.timeout.ms': 2_000,
};

export class BrokerNode {
  constructor(
    readonly id: number,
    private server: EmbeddedServer,
    /** The link from the apps to this broker, and the link from the other brokers. */
    readonly links: { readonly apps: TcpLink; readonly brokers: TcpLink },
  ) {}

  get address(): string {
    return this.server.address;
  }

  /** The last log lines if the broker has ended; none while it runs. */
  get lastWords(): string[] {
    const { child } = this.server;
    return child.hasExited() ? [`broker ${this.id} has ended:`, ...child.lastLines(5)] : [];
  }

  async kill(): Promise<void> {
    this.server.child.kill('SIGKILL');
    await this.server.child.exited;
  }

  /** Stops the broker as an operator would: it hands over its partitions before it ends. */
  async stop(): Promise<void> {
    await this.server.child.stop(STOP_WITHIN_MS);
  }

  /** Starts the broker on the same ports and files; does not wait until it is ready. */
  async start(): Promise<void> {
    this.server = await this.server.restart();
  }

  pause(): void {
    this.server.child.kill('SIGSTOP');
  }

  resume(): void {
    this.server.child.kill('SIGCONT');
  }
}

/** Three brokers. Apps and other brokers reach each broker through links that can be disturbed; the harness connects directly. */
export class Brokers {
  readonly kafka: Kafka;

  private constructor(readonly nodes: readonly BrokerNode[]) {
    const limits = { connectMs: 2_000, requestMs: 8_000, retries: 5, firstPauseMs: 100, longestPauseMs: 1_000 };
    this.kafka = kafkaAt(nodes.map(({ address }) => address).join(','), 'faults', limits);
  }

  /** Another process may take a free port before a broker opens it: then all three brokers start again on other ports. */
  static async start(placement: Placement): Promise<Brokers> {
    for (let tries = 1; ; tries++) {
      const cluster = await Brokers.launch({ ...placement, keepIn: join(placement.keepIn ?? placement.run.path, `brokers-${tries}`) });
      try {
        await cluster.untilUsable();
        return cluster;
      } catch (error) {
        const ended = cluster.nodes.flatMap((node) => node.lastWords);
        if (tries === START_TRIES || ended.length === 0) throw new Error([(error as Error).message, ...ended].join('\n'), { cause: error });
        await Promise.all(cluster.nodes.map((node) => node.kill()));
        cluster.close();
      }
    }
  }

  private static async launch(placement: Placement): Promise<Brokers> {
    const ports = await freePorts(NODES.length * 4);
    const portsOf = (index: number): number[] => ports.slice(index * 4, index * 4 + 4);
    const voters = NODES.map((id, index) => `${id}@127.0.0.1:${portsOf(index)[1]}`);
    const clusterId = newClusterId();
    const nodes = await Promise.all(
      NODES.map(async (id, index) => {
        const [port = 0, controllerPort = 0, appsPort = 0, brokersPort = 0] = portsOf(index);
        const [apps, brokers] = await Promise.all([
          TcpLink.open(`apps ↔ broker ${id}`, appsPort),
          TcpLink.open(`brokers ↔ broker ${id}`, brokersPort),
        ]);
        const listeners = { APPS: { port: appsPort, advertised: apps.port }, BROKERS: { port: brokersPort, advertised: brokers.port } };
        const plan = { id, port, controllerPort, voters, clusterId, copies: COPIES, listeners, between: 'BROKERS', settings: SETTINGS };
        return new BrokerNode(id, await startNode(placement, plan), { apps, brokers });
      }),
    );
    return new Brokers(nodes);
  }

  /** Value of KAFKA_BROKERS for the apps. */
  get appAddresses(): string {
    return this.nodes.map(({ links }) => `127.0.0.1:${links.apps.port}`).join(',');
  }

  /** Waits until all three brokers are members and ready. */
  async untilUsable(): Promise<void> {
    const giveUpAtMs = Date.now() + READY_WITHIN_MS;
    while (!(await this.hasAllMembers())) {
      const hasEnded = this.nodes.some(({ lastWords }) => lastWords.length > 0);
      if (hasEnded || Date.now() > giveUpAtMs)
        throw new Error(`the brokers were not ready after ${READY_WITHIN_MS / 1000} s: see their logs`);
      await pause(200);
    }
  }

  /** Returns the broker that coordinates the group: the leader of the group's partition of the offsets topic. */
  async coordinatorOf(groupId: string): Promise<BrokerNode> {
    const [topic] = await this.withAdmin((admin) => admin.describeTopics([OFFSETS]));
    const partitions = topic?.partitions ?? [];
    const chosen = partitions.find(({ partition }) => partition === javaHash(groupId) % partitions.length);
    const node = this.nodes.find(({ id }) => id === chosen?.leader);
    if (!node) throw new Error(`no broker coordinates the group ${groupId}`);
    return node;
  }

  withAdmin<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
    return withAdmin(this.kafka, work);
  }

  close(): void {
    for (const { links } of this.nodes) {
      links.apps.close();
      links.brokers.close();
    }
  }

  private async hasAllMembers(): Promise<boolean> {
    try {
      const brokers = await this.withAdmin((admin) => admin.countBrokers());
      return brokers === NODES.length && (await isUsable(this.nodes[0]!.address));
    } catch {
      return false;
    }
  }
}

/** Returns the absolute value of a JVM string hash: Kafka chooses a group's partition by it. */
function javaHash(text: string): number {
  let hash = 0;
  for (const letter of text) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0;
  return hash & 0x7fffffff;
}
