import type { Sign } from './circuit.js';
import { Lane, type Waiting, type Which } from './lane.js';
import { isReserveAllThatIsLeft, isSmall, mayStart, queueLimit, refillLimit } from './slots.js';

/** A receiver that keeps us waiting may hold this many in memory; the others wait in the table. */
const SUSPECT_QUEUE = 16;
/** Lanes looked at before giving up when the free slots are reserved; the others come first the next time. */
const LANES_PER_LOOK = 128;

export interface PoolLimits {
  /** POSTs at once, all receivers together. */
  readonly maxInFlight: number;
  readonly maxInFlightPerReceiver: number;
  /** Attempts that wait in memory, all receivers together. */
  readonly maxWaiting: number;
  readonly probeIntervalMs: number;
}

export interface PoolJob extends Waiting {
  readonly receiverId: string;
}

/** All lanes over their common slots and common memory: who starts next, who is full, who is under suspicion. */
export class LanePool<Job extends PoolJob> {
  private readonly lanes = new Map<string, Lane<Job>>();
  /** Receivers with a job that may start, in turn. */
  private readonly turns = new Set<string>();
  /** Those of them with next to nothing in flight. */
  private readonly smallTurns = new Set<string>();
  private inFlightCount = 0;
  private suspectInFlight = 0;
  private waitingCount = 0;

  constructor(private readonly limits: PoolLimits) {}

  get inFlight(): number {
    return this.inFlightCount;
  }

  get waiting(): number {
    return this.waitingCount;
  }

  lane(receiverId: string): Lane<Job> {
    const lane = this.lanes.get(receiverId) ?? new Lane<Job>(this.limits.maxInFlightPerReceiver, this.limits.probeIntervalMs);
    this.lanes.set(receiverId, lane);
    return lane;
  }

  /** True when the next one for this receiver has to wait in the table. */
  isFull(receiverId: string): boolean {
    const lane = this.lanes.get(receiverId);
    const limit = queueLimit(this.limits.maxWaiting, this.waitingCount);
    if (lane?.circuit.isOpen) return true;
    return (lane?.waiting ?? 0) >= (lane?.circuit.isSuspect ? SUSPECT_QUEUE : limit);
  }

  /** True when none of these would have to wait in the table because a lane is full; one under suspicion has its own small queue. */
  hasRoomFor(jobs: readonly PoolJob[]): boolean {
    const counts = new Map<string, number>();
    for (const { receiverId } of jobs) counts.set(receiverId, (counts.get(receiverId) ?? 0) + 1);
    const limit = queueLimit(this.limits.maxWaiting, this.waitingCount + jobs.length);
    for (const [receiverId, count] of counts) {
      const lane = this.lanes.get(receiverId);
      if (!lane?.circuit.isSuspect && (lane?.waiting ?? 0) + count > limit) return false;
    }
    return true;
  }

  /** How many of its backlog a receiver may have in memory, those that are there included. */
  refillLimit(receiverId: string): number {
    return refillLimit(this.limits.maxWaiting - this.waitingCount, this.lanes.get(receiverId)?.waiting ?? 0);
  }

  add(job: Job): void {
    const lane = this.lane(job.receiverId);
    lane.add(job);
    this.waitingCount += 1;
    this.giveTurn(job.receiverId, lane);
  }

  /**
   * The next job to start, the receivers taking turns; it holds its slot until `finish`.
   * @param mayBegin whether another POST to this receiver makes sense now, with so many of its jobs waiting
   */
  start(mayBegin: (receiverId: string, waiting: number) => boolean = () => true): Job | undefined {
    // Under full load this is asked whenever a POST ends: those who may not start anyway are not looked at.
    const turns = isReserveAllThatIsLeft({ max: this.limits.maxInFlight, inFlight: this.inFlightCount }) ? this.smallTurns : this.turns;
    let looks = Math.min(turns.size, LANES_PER_LOOK); // each goes back to the end of the row
    for (const receiverId of turns) {
      if (this.inFlightCount >= this.limits.maxInFlight || looks-- === 0) return undefined;
      this.takeTurn(receiverId);
      const lane = this.lane(receiverId);
      const job = this.maySpend(lane) && mayBegin(receiverId, lane.waiting) ? lane.start() : undefined;
      this.giveTurn(receiverId, lane);
      if (job) return this.started(lane, job);
    }
    return undefined;
  }

  /** @returns what its circuit did by this, if anything */
  finish(job: Job, sign: Sign | undefined, nowMs: number): 'opened' | 'closed' | undefined {
    const lane = this.lane(job.receiverId);
    const wasSuspect = lane.circuit.isSuspect;
    this.inFlightCount -= 1;
    if (wasSuspect) this.suspectInFlight -= 1;
    const hasTurned = lane.finish(job, sign, nowMs);
    if (!wasSuspect && lane.circuit.isSuspect) this.suspectInFlight += lane.inFlight;
    if (wasSuspect && !lane.circuit.isSuspect) this.suspectInFlight -= lane.inFlight;
    this.giveTurn(job.receiverId, lane);
    // A lane with nothing to do and nothing to remember goes; suspicion is remembered.
    if (lane.isIdle && !lane.circuit.isSuspect) this.lanes.delete(job.receiverId);
    if (!hasTurned) return undefined;
    return lane.circuit.isOpen ? 'opened' : 'closed';
  }

  /** The receiver is gone or disabled: what its lane has learnt is of no use. @returns true when its circuit was open */
  forget(receiverId: string): boolean {
    const lane = this.lanes.get(receiverId);
    if (!lane) return false;
    if (lane.circuit.isSuspect) this.suspectInFlight -= lane.inFlight;
    const wasOpen = lane.forget();
    this.giveTurn(receiverId, lane);
    if (lane.isIdle) this.lanes.delete(receiverId);
    return wasOpen;
  }

  /**
   * Lanes of which nothing is to be remembered go. A circuit that nobody probes from here would stay open for ever: after its pause it lapses.
   * @param isProbedHere whether this instance drains the receiver's backlog
   * @returns the receivers whose circuits have lapsed
   */
  tidy(nowMs: number, isProbedHere: (receiverId: string) => boolean): string[] {
    const lapsed: string[] = [];
    for (const [receiverId, lane] of this.lanes) {
      if (!isProbedHere(receiverId) && lane.circuit.lapse(nowMs)) lapsed.push(receiverId);
      if (lane.isIdle && lane.circuit.isForgettable(nowMs)) this.lanes.delete(receiverId);
    }
    return lapsed;
  }

  /** Receivers with an open circuit. */
  openCircuits(): string[] {
    return [...this.lanes].flatMap(([receiverId, { circuit }]) => (circuit.isOpen ? [receiverId] : []));
  }

  /** Receivers with an open circuit → until its next probe is due, ms. */
  untilProbes(nowMs: number): Map<string, number> {
    return new Map(
      [...this.lanes].flatMap(([receiverId, { circuit }]) => {
        const untilMs = circuit.untilProbeMs(nowMs);
        return untilMs === undefined ? [] : [[receiverId, untilMs]];
      }),
    );
  }

  /** What waits for this receiver leaves memory, oldest of each consignment first; `fresh` = only what has no row in the table, `stored` = only what has. */
  evict(receiverId: string, which: Which): Job[] {
    const evicted = this.lanes.get(receiverId)?.takeWaiting(which) ?? [];
    this.waitingCount -= evicted.length;
    return evicted;
  }

  /** What waits and has no row in the table leaves memory, whoever it is for. */
  evictFresh(): Job[] {
    return [...this.lanes.keys()].flatMap((receiverId) => this.evict(receiverId, 'fresh'));
  }

  private takeTurn(receiverId: string): void {
    this.turns.delete(receiverId);
    this.smallTurns.delete(receiverId);
  }

  private giveTurn(receiverId: string, lane: Lane<Job>): void {
    if (lane.next() === undefined) return;
    this.turns.add(receiverId);
    if (isSmall(lane.inFlight)) this.smallTurns.add(receiverId);
  }

  private maySpend(lane: Lane<Job>): boolean {
    const next = lane.next();
    if (next === undefined) return false;
    const use = { max: this.limits.maxInFlight, inFlight: this.inFlightCount, suspectInFlight: this.suspectInFlight };
    return mayStart(use, { next, laneInFlight: lane.inFlight, isSuspect: lane.circuit.isSuspect });
  }

  private started(lane: Lane<Job>, job: Job): Job {
    this.waitingCount -= 1;
    this.inFlightCount += 1;
    if (lane.circuit.isSuspect) this.suspectInFlight += 1;
    return job;
  }
}
