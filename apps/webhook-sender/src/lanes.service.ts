import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, SECOND } from '#libs/config';
import { attemptId } from '#libs/contracts';
import { done, type Verdict } from '#libs/messaging';
import { AttemptMaker } from './attempt-maker.service.js';
import { AttemptsRecorder } from './attempts-recorder.service.js';
import type { Job } from './delivery/job.js';
import { Lane } from './delivery/lane.js';
import { DeliveryEvents } from './delivery-events.provider.js';
import { CONFIG, type WebhookSenderConfig } from './webhook-sender.config.js';

interface Waiting {
  readonly job: Job;
  readonly resolve: (verdict: Verdict) => void;
}

/** In-flight POSTs get this long to end when the app stops; what has not begun comes again elsewhere. */
const DRAIN_MS = 20 * SECOND;

/** Lanes, one per receiver, under one global cap: POSTs start when both have room. */
@Injectable()
export class Lanes implements BeforeApplicationShutdown {
  private readonly lanes = new Map<string, Lane<Waiting>>();
  private readonly known = new Map<string, Promise<Verdict>>();
  /** Lanes with a job that may start, in turn: a global slot goes to the lane that waits longest. */
  private readonly turns = new Set<string>();
  private inFlight = 0;
  private isStopping = false;
  private onChange: (() => void)[] = [];

  constructor(
    private readonly maker: AttemptMaker,
    private readonly recorder: AttemptsRecorder,
    private readonly events: DeliveryEvents,
    @Inject(CONFIG) private readonly config: WebhookSenderConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The verdict comes when the attempt is recorded. The same attempt again, while the first is under way, shares its verdict. */
  add(job: Job): Promise<Verdict> {
    const id = attemptId(job.attempt);
    const known = this.known.get(id);
    if (known) return known;
    const verdict = new Promise<Verdict>((resolve) => this.laneOf(job).add({ job, resolve }));
    this.known.set(id, verdict);
    this.turns.add(job.attempt.receiverId);
    this.startWhatMay();
    return verdict;
  }

  /** Resolves when few enough wait in memory to take more. */
  async room(): Promise<void> {
    while (this.known.size >= this.config.maxWaiting && !this.isStopping) await this.change();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    this.announce();
    const deadlineMs = this.clock.nowMs() + DRAIN_MS;
    while (this.inFlight > 0 && this.clock.nowMs() < deadlineMs) {
      await Promise.race([this.change(), new Promise((resolve) => setTimeout(resolve, deadlineMs - this.clock.nowMs()))]);
    }
  }

  private laneOf(job: Job): Lane<Waiting> {
    const { receiverId } = job.attempt;
    const lane =
      this.lanes.get(receiverId) ?? new Lane<Waiting>(this.config.maxInFlightPerReceiver, ({ job: { attempt } }) => attempt.consignmentId);
    this.lanes.set(receiverId, lane);
    return lane;
  }

  private startWhatMay(): void {
    for (const receiverId of this.turns) {
      if (this.isStopping || this.inFlight >= this.config.maxInFlight) return;
      this.turns.delete(receiverId);
      const lane = this.lanes.get(receiverId);
      const waiting = lane?.start();
      if (!lane || !waiting) continue;
      if (lane.hasReady) this.turns.add(receiverId); // back to the end of the row
      void this.run(lane, waiting);
    }
  }

  private async run(lane: Lane<Waiting>, waiting: Waiting): Promise<void> {
    this.inFlight += 1;
    this.events.started();
    const finished = await this.maker.make(waiting.job);
    lane.finish(waiting);
    this.inFlight -= 1;
    this.events.ended();
    this.tidy(waiting.job.attempt.receiverId, lane);
    this.startWhatMay();
    await this.recorder.record(finished);
    this.known.delete(attemptId(waiting.job.attempt));
    waiting.resolve(done);
    this.announce();
  }

  private tidy(receiverId: string, lane: Lane<Waiting>): void {
    if (lane.isIdle) this.lanes.delete(receiverId);
    else if (lane.hasReady) this.turns.add(receiverId);
  }

  private change(): Promise<void> {
    return new Promise((resolve) => this.onChange.push(resolve));
  }

  private announce(): void {
    const listeners = this.onChange;
    this.onChange = [];
    listeners.forEach((listener) => listener());
  }
}
