import { setTimeout as pause } from 'node:timers/promises';
import { Dice } from '../../builders/dice.js';
import type { Behaviour } from '../../support/behaviour.js';
import type { ModelEvent } from '../../support/simple-model-event.js';
import { type Cluster, PARTITIONS } from '../cluster/cluster.js';
import { ApiTeller } from './api-teller.js';
import { type BadMessage, Cohort, COHORT_SCANS } from './cohort.js';
import { LoadPublisher } from './load-publisher.js';
import { Probes } from './probes.js';
import { Progress } from './progress.js';

const MOODS: readonly Behaviour[] = [
  { kind: 'answer' },
  { kind: 'answer', delayMs: 50 },
  { kind: 'answer', status: 503 },
  { kind: 'close' },
  { kind: 'hang' },
  { kind: 'drip', everyMs: 100 },
];
const MOOD_LASTS_MS = 2_500;
/** The most cohorts that may be open: a flood must not follow a fault that holds everything up. */
const MOST_OPEN = 12;

/** Everything that is sent to the cluster, and everything that must follow. */
export class Load {
  private readonly cohorts: Cohort[] = [];
  private readonly running: Promise<void>[] = [];
  private isOver = false;

  private constructor(
    private readonly cluster: Cluster,
    private readonly parts: { publisher: LoadPublisher; progress: Progress; api: ApiTeller },
    readonly probes: Probes,
  ) {}

  static async open(cluster: Cluster): Promise<Load> {
    const publisher = new LoadPublisher(cluster.brokers.kafka, cluster.topicPrefix, PARTITIONS);
    const progress = new Progress(cluster);
    const [api] = await Promise.all([ApiTeller.open(cluster), publisher.connect()]);
    progress.start();
    return new Load(cluster, { publisher, progress, api }, new Probes(publisher, cluster.receivers.named('probe')));
  }

  /** Sends until `stop`. @param rate scans per second */
  async start(seed: number, rate: number): Promise<void> {
    await this.probes.begin(this.parts.progress);
    this.running.push(this.probes.run(), this.parts.api.run(), this.runCohorts(seed, rate), this.changeMoods(seed));
  }

  /** Begins nothing more; resolves when event-builder has processed everything that was sent. */
  async stop(): Promise<void> {
    this.isOver = true;
    this.probes.stop();
    this.parts.api.stop();
    await Promise.all(this.running);
  }

  async close(): Promise<void> {
    this.parts.progress.stop();
    await this.parts.publisher.close();
  }

  get messages(): number {
    return this.parts.publisher.published + this.parts.api.told;
  }

  get openCohorts(): number {
    return this.cohorts.filter(({ isOver }) => !isOver).length;
  }

  /** Returns the events that customers must get, in order within each consignment. */
  get expected(): ModelEvent[] {
    return [this.probes, this.parts.api, ...this.cohorts].flatMap(({ model }) => model.events);
  }

  get bad(): BadMessage[] {
    return this.cohorts.flatMap(({ bad }) => bad);
  }

  private async runCohorts(seed: number, rate: number): Promise<void> {
    const begun: Promise<void>[] = [];
    const everyMs = (COHORT_SCANS / rate) * 1000;
    while (!this.isOver) {
      if (this.openCohorts < MOST_OPEN) {
        const cohort = new Cohort(seed, this.cohorts.length);
        this.cohorts.push(cohort);
        begun.push(cohort.run(this.parts.publisher, this.parts.progress));
      }
      await pause(everyMs);
    }
    await Promise.all(begun);
  }

  /** Changes the behaviour of one receiver from time to time. */
  private async changeMoods(seed: number): Promise<void> {
    const dice = new Dice(seed + 1);
    const moody = this.cluster.receivers.named('moody');
    while (!this.isOver) {
      if (!this.cluster.receivers.isStorm) moody.behave(dice.pick(MOODS));
      await pause(MOOD_LASTS_MS);
    }
  }
}
