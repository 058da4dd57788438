import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, SECOND } from '#libs/config';
import { attemptId } from '#libs/contracts';
import { done, type Verdict } from '#libs/messaging';
import { errorFields, Logger } from '#libs/observability';
import { AttemptMaker } from './attempt-maker.service.js';
import { AttemptsRecorder } from './attempts-recorder.service.js';
import { BacklogRepository, type Spilled } from './backlog.repository.js';
import { signOf } from './delivery/finished.js';
import type { Job } from './delivery/job.js';
import { LanePool } from './delivery/lane-pool.js';
import { DeliveryEvents } from './delivery-events.provider.js';
import { CONFIG, type WebhookSenderConfig } from './webhook-sender.config.js';

interface Entry extends Job {
  readonly resolve: (verdict: Verdict) => void;
}

/** In-flight POSTs get this long to end when the app stops; what has not begun comes again elsewhere. */
const DRAIN_MS = 20 * SECOND;
/** Full memory holds back the topic this long before it spills: a receiver that is merely busy has made room by then. */
const BREATHER_MS = 250;
/** Other instances keep their hands off rows behind a POST that is under way here for its time-out and this much more. */
const IN_FLIGHT_SLACK_MS = 5 * SECOND;

/** Takes attempts into the receivers' lanes, or to the table where memory ends, and makes them as slots come free (docs/delivery.md). */
@Injectable()
export class Lanes implements BeforeApplicationShutdown {
  private readonly pool: LanePool<Entry>;
  /** What is in a lane, by attempt: the same attempt again, while the first is under way, shares its verdict. */
  private readonly known = new Map<string, Promise<Verdict>>();
  private isStopping = false;
  private listeners: (() => void)[] = [];
  /** Set by the backlog's ticker: called when a job has left its lane, made or evicted. */
  onLeft: ((job: Job) => void) | undefined;

  constructor(
    private readonly maker: AttemptMaker,
    private readonly recorder: AttemptsRecorder,
    private readonly backlog: BacklogRepository,
    private readonly events: DeliveryEvents,
    private readonly logger: Logger,
    @Inject(CONFIG) private readonly config: WebhookSenderConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.pool = new LanePool(config);
  }

  /**
   * Each job goes into its lane, or to the table where memory is full, the receiver is under suspicion, or others of it wait there already.
   * A promised verdict comes when the attempt is recorded. @throws when the database is down: take the batch again
   */
  async take(jobs: readonly Job[], backlogged: ReadonlySet<string>): Promise<(Verdict | Promise<Verdict>)[]> {
    await this.breathe(jobs.length);
    const toTable = new Set(backlogged);
    const spilling: Job[] = [];
    const verdicts = jobs.map((job) => {
      const known = this.known.get(attemptId(job.attempt));
      if (known) return known;
      if (this.pool.isFull(job.receiverId)) toTable.add(job.receiverId);
      if (!toTable.has(job.receiverId)) return this.enter(job);
      spilling.push(job);
      return done;
    });
    await this.spill(spilling);
    this.startWhatMay();
    return verdicts;
  }

  /** From the table back into the lane. @returns those taken: an attempt that is under way already (its message came twice) is not */
  takeBack(jobs: readonly Job[]): Job[] {
    const taken = jobs.filter((job) => {
      const isNew = !this.known.has(attemptId(job.attempt));
      if (isNew) void this.enter(job);
      return isNew;
    });
    this.startWhatMay();
    return taken;
  }

  lane(receiverId: string): ReturnType<LanePool<Entry>['lane']> {
    return this.pool.lane(receiverId);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    const deadlineMs = this.clock.nowMs() + DRAIN_MS;
    while (this.pool.inFlight > 0 && this.clock.nowMs() < deadlineMs) await this.change(deadlineMs - this.clock.nowMs());
  }

  private async breathe(count: number): Promise<void> {
    const untilMs = this.clock.nowMs() + BREATHER_MS;
    while (this.pool.waiting + count > this.config.maxWaiting && this.clock.nowMs() < untilMs && !this.isStopping) {
      await this.change(untilMs - this.clock.nowMs());
    }
  }

  private enter(job: Job): Promise<Verdict> {
    const verdict = new Promise<Verdict>((resolve) => this.pool.add({ ...job, resolve }));
    this.known.set(attemptId(job.attempt), verdict);
    return verdict;
  }

  /** What waits in memory goes to the table before what has just come, or the table would overtake it. */
  private async spill(jobs: readonly Job[]): Promise<void> {
    if (jobs.length === 0) return;
    const evicted = [...new Set(jobs.map(({ receiverId }) => receiverId))].flatMap((receiverId) => this.pool.evict(receiverId, 'fresh'));
    await this.store(evicted, jobs);
  }

  private async store(evicted: readonly Entry[], jobs: readonly Job[]): Promise<void> {
    const fresh = [...evicted, ...jobs].filter(({ isStored }) => !isStored);
    try {
      await this.backlog.spill(fresh.map((job) => this.toSpilled(job)));
    } catch (error) {
      evicted.forEach((entry) => this.pool.add(entry));
      throw error;
    }
    this.events.spilled(fresh.length);
    evicted.forEach((entry) => this.leave(entry));
  }

  private toSpilled({ attempt, traceparent, receiver }: Job): Spilled {
    const isBehind = this.pool.lane(attempt.receiverId).isInFlight(attempt.consignmentId);
    const notBeforeMs = isBehind ? this.clock.nowMs() + (receiver?.timeoutMs ?? 0) + IN_FLIGHT_SLACK_MS : undefined;
    return { attempt, traceparent, notBeforeMs };
  }

  private startWhatMay(): void {
    if (this.isStopping) return;
    for (let entry = this.pool.start(); entry; entry = this.pool.start()) void this.run(entry);
  }

  private async run(entry: Entry): Promise<void> {
    this.events.started();
    const finished = await this.maker.make(entry);
    this.events.ended();
    const turn = this.pool.finish(entry, signOf(finished), this.clock.nowMs());
    if (turn === 'opened') void this.open(entry.receiverId);
    if (turn === 'closed') this.events.circuitClosed(entry.receiverId);
    this.startWhatMay();
    await this.recorder.record(finished);
    this.leave(entry);
  }

  /** What waits behind an open circuit waits in the table; if that fails, it stays here and is spilled with the next arrival. */
  private async open(receiverId: string): Promise<void> {
    this.events.circuitOpened(receiverId);
    await this.store(this.pool.evict(receiverId, 'all'), []).catch((error: unknown) =>
      this.logger.warn('backlog.notSpilled', errorFields(error)),
    );
  }

  private leave(entry: Entry): void {
    this.known.delete(attemptId(entry.attempt));
    entry.resolve(done);
    this.onLeft?.(entry);
    this.announce();
  }

  private change(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.listeners.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  private announce(): void {
    const listeners = this.listeners;
    this.listeners = [];
    listeners.forEach((listener) => listener());
  }
}
