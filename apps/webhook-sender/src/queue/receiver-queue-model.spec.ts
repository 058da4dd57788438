import { describe, expect, it } from '@jest/globals';
import { MINUTE, SECOND } from '#libs/config';
import { Dice } from '../../../../test/builders/dice.js';
import { OwnedPartition } from '../partitions/owned-partition.js';
import type { OwnerLimit } from '../receivers/receiver.js';
import type { Sign } from './circuit-breaker.js';
import type { OrderedAttempt, Origin } from './ordered-attempts.js';
import { type Consequence, type Outcome, ReceiverQueue } from './receiver-queue.js';
import type { ReceiverState } from './receiver-states.repository.js';

const HISTORIES = 300;
const STEPS = 200;
const PROBE_INTERVAL_MS = 30 * SECOND;
const RECEIVER = { receiverId: 'r', account: 1 };
/** The most attempts that one queue may have in memory. */
const LONGEST = 24;

interface Attempt extends OrderedAttempt {
  readonly id: number;
}

/** The answers of the queue and of the model at one moment. */
interface View {
  readonly next: 'first' | 'retry' | undefined;
  readonly mayStart: boolean;
  readonly isForTable: boolean;
  readonly isProbeDue: boolean;
  readonly isForgettable: boolean;
  readonly waiting: number;
  readonly inFlight: number;
  readonly state: ReceiverState | undefined;
}

interface Waiting {
  readonly attempt: Attempt;
  /** The step since which no other attempt of the consignment is ahead; undefined = another attempt is ahead. */
  readySince: number | undefined;
}

/**
 * The rules of docs/delivery.md for a receiver's queue, written plainly. If several attempts become ready in the same step, the model does
 * not say which starts first: `fronts` contains all of them.
 */
class Model {
  waiting: Waiting[] = [];
  inFlight: Attempt[] = [];
  inFlightElsewhere = 0;
  keyChecks = 0;
  hasRows = false;
  /** Writes of rows that have begun but not ended. */
  writing = 0;
  /** The step in which each write ended. */
  readonly written: number[] = [];
  private permits: number;
  private timeouts = 0;
  private learntMs = -Infinity;
  private probeAtMs: number | undefined;
  private held = { untilMs: -Infinity, httpStatus: undefined as number | undefined };
  private limit: OwnerLimit = { maxPerSecond: null, maxInFlight: null };
  /** The owner's limits let no POST start before this time. */
  private notBeforeMs = -Infinity;

  constructor(
    private readonly mostPermits: number,
    private readonly ownedSinceMs: number,
  ) {
    this.permits = Math.min(2, mostPermits);
  }

  /** The possible views of the queue, one for each attempt that may be next. */
  views(nowMs: number): View[] {
    const fronts: (Attempt | undefined)[] = this.fronts;
    return (fronts.length > 0 ? fronts : [undefined]).map((front) => ({
      next: this.next(front),
      mayStart: this.mayStart(front, nowMs),
      isForTable: this.isForTable(nowMs),
      isProbeDue: this.probeAtMs !== undefined && nowMs >= this.probeAtMs,
      isForgettable: this.isForgettable(nowMs),
      waiting: this.waiting.length,
      inFlight: this.inFlight.length,
      state: this.state(nowMs),
    }));
  }

  /** The attempts that may start next: first attempts before retries, and within each kind those that have been ready longest. */
  get fronts(): Attempt[] {
    const ready = this.waiting.filter(({ readySince }) => readySince !== undefined);
    const firsts = ready.filter(({ attempt }) => !attempt.isRetry);
    const candidates = firsts.length > 0 ? firsts : ready;
    const oldest = Math.min(...candidates.map(({ readySince }) => readySince!));
    return candidates.filter(({ readySince }) => readySince === oldest).map(({ attempt }) => attempt);
  }

  /** Ends a step: an attempt is ready when no other attempt of its consignment is ahead. */
  settle(step: number): void {
    const before = new Set(this.inFlight.map(({ consignmentId }) => consignmentId));
    for (const each of this.waiting) {
      if (!before.has(each.attempt.consignmentId)) each.readySince ??= step;
      before.add(each.attempt.consignmentId);
    }
  }

  add(attempt: Attempt): void {
    this.waiting.push({ attempt, readySince: undefined });
  }

  start(attempt: Attempt, nowMs: number): void {
    this.waiting = this.waiting.filter((each) => each.attempt !== attempt);
    this.inFlight.push(attempt);
    this.notBeforeMs = nowMs + this.intervalMs;
    if (this.probeAtMs !== undefined) this.probeAtMs = nowMs + PROBE_INTERVAL_MS;
  }

  end(attempt: Attempt, { sign, hold }: Outcome, nowMs: number): Consequence {
    this.inFlight = this.inFlight.filter((each) => each !== attempt);
    const isHeld = hold !== undefined && nowMs + hold.forMs > this.held.untilMs + 500;
    if (isHeld) this.held = { untilMs: nowMs + hold.forMs, httpStatus: hold.httpStatus };
    const wasOpen = this.probeAtMs !== undefined;
    if (sign !== undefined) this.learn(sign, nowMs);
    const isOpen = this.probeAtMs !== undefined;
    return { circuit: wasOpen === isOpen ? undefined : isOpen ? 'opened' : 'closed', isHeld };
  }

  evict(which: Origin): Attempt[] {
    const isMeant = ({ attempt: { isStored } }: Waiting): boolean => which === 'all' || isStored === (which === 'stored');
    const evicted = this.waiting.filter(isMeant);
    this.waiting = this.waiting.filter((each) => !isMeant(each));
    return evicted.map(({ attempt }) => attempt);
  }

  setLimit(limit: OwnerLimit, nowMs: number): void {
    const wasLimited = this.isLimited;
    this.limit = limit;
    const isHeardOfMs = wasLimited ? nowMs : this.ownedSinceMs;
    // A change delays the next POST by one new interval at most. The first limit allows for a POST that a former owner may have made.
    this.notBeforeMs = (wasLimited ? Math.min : Math.max)(this.notBeforeMs, isHeardOfMs + this.intervalMs);
  }

  /** @param readSince the step in which the table was read and had no rows */
  emptied(readSince: number): void {
    if (this.writing === 0 && this.written.every((step) => step < readSince)) this.hasRows = false;
  }

  lapse(nowMs: number): boolean {
    if (this.hasRows || this.probeAtMs === undefined || nowMs < this.probeAtMs) return false;
    this.probeAtMs = undefined;
    return true;
  }

  forget(): boolean {
    const wasOpen = this.probeAtMs !== undefined;
    [this.timeouts, this.probeAtMs, this.permits] = [0, undefined, Math.min(2, this.mostPermits)];
    this.held = { untilMs: -Infinity, httpStatus: undefined };
    return wasOpen;
  }

  /** Call this after `forget`. */
  restore({ untilProbeMs, heldForMs, heldHttpStatus }: ReceiverState, nowMs: number): void {
    if (untilProbeMs !== undefined) [this.timeouts, this.probeAtMs] = [5, nowMs + untilProbeMs];
    if (heldForMs !== undefined) this.held = { untilMs: nowMs + heldForMs, httpStatus: heldHttpStatus };
  }

  /** @returns the rule that starting this attempt would break */
  brokenBy({ consignmentId, id, isLastChance }: Attempt): string | undefined {
    if (this.inFlight.some((other) => other.consignmentId === consignmentId)) return `two of consignment ${consignmentId} are in flight`;
    if (this.waiting.some(({ attempt }) => attempt.consignmentId === consignmentId && attempt.id < id)) return `${id} overtakes`;
    if (!isLastChance && this.inFlight.length >= this.permits) return `${id} has no permit`;
    return undefined;
  }

  private next(front: Attempt | undefined): View['next'] {
    const permits = front?.isLastChance ? this.mostPermits : this.permits;
    if (front === undefined || this.inFlight.length >= permits) return undefined;
    if (!front.isRetry) return 'first';
    const retries = this.inFlight.filter(({ isRetry }) => isRetry).length;
    return retries < (front.isLastChance ? permits : permits / 2) ? 'retry' : undefined;
  }

  private mayStart(front: Attempt | undefined, nowMs: number): boolean {
    if (this.keyChecks > 0) return false;
    if (nowMs < this.held.untilMs && !front?.isLastChance) return false;
    return nowMs >= this.notBeforeMs && this.inFlight.length + this.inFlightElsewhere < (this.limit.maxInFlight ?? Infinity);
  }

  private isForTable(nowMs: number): boolean {
    if (this.hasRows || this.probeAtMs !== undefined || nowMs < this.held.untilMs) return true;
    const { maxPerSecond, maxInFlight } = this.limit;
    const ofLimit = Math.max(16, 2 * Math.min(maxPerSecond ?? Infinity, maxInFlight ?? Infinity));
    const places = [this.timeouts > 0 ? 16 : LONGEST, this.keyChecks > 0 ? 1 : ofLimit];
    return places.some((most) => this.waiting.length >= most);
  }

  private state(nowMs: number): ReceiverState | undefined {
    const state = {
      untilProbeMs: this.probeAtMs === undefined ? undefined : Math.max(0, this.probeAtMs - nowMs),
      heldForMs: nowMs < this.held.untilMs ? this.held.untilMs - nowMs : undefined,
      heldHttpStatus: nowMs < this.held.untilMs ? this.held.httpStatus : undefined,
      limited: this.isLimited && this.waiting.length > 0 ? this.waiting.length : undefined,
      oldestWaitedMs:
        this.isLimited && this.waiting.length > 0
          ? nowMs - Math.min(...this.waiting.map(({ attempt }) => attempt.waitsSinceMs))
          : undefined,
    };
    return Object.values(state).some((value) => value !== undefined) ? { ...RECEIVER, ...state } : undefined;
  }

  private isForgettable(nowMs: number): boolean {
    const isBusy = this.waiting.length + this.inFlight.length + this.keyChecks + this.writing > 0 || this.hasRows;
    const isDegraded = this.timeouts > 0 && (this.probeAtMs !== undefined || nowMs - this.learntMs <= 45 * MINUTE);
    return !isBusy && !isDegraded && nowMs >= this.held.untilMs && nowMs >= this.notBeforeMs;
  }

  private learn(sign: Sign, nowMs: number): void {
    this.learntMs = nowMs;
    this.permits = sign === 'answered' ? Math.min(this.mostPermits, 2 * this.permits) : 1;
    this.timeouts = sign === 'answered' ? 0 : this.timeouts + 1;
    if (this.timeouts === 0) this.probeAtMs = undefined;
    if (this.timeouts >= 5) this.probeAtMs = nowMs + PROBE_INTERVAL_MS;
  }

  private get isLimited(): boolean {
    return this.limit.maxPerSecond !== null || this.limit.maxInFlight !== null;
  }

  /** POSTs start evenly, and a second is 20 ms longer. */
  private get intervalMs(): number {
    return this.limit.maxPerSecond === null ? 0 : 1_020 / this.limit.maxPerSecond;
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

class Difference extends Error {}

/** One history of a receiver, played against the queue and the model. */
class History {
  private readonly dice: Dice;
  private readonly queue: ReceiverQueue<Attempt>;
  private readonly model: Model;
  /** The share of retries in all arrivals, 0 to 1. */
  private readonly retryShare: number;
  private nowMs = 100_000;
  private step = 0;
  private serial = 0;
  private readonly endsOfWrites: (() => void)[] = [];
  private readonly endsOfChecks: (() => void)[] = [];
  /** The steps in which the table was read and had no rows. */
  private reads: { readonly step: number; readonly mark: number }[] = [];
  private what = '';

  /** @param seen what has happened in any history */
  constructor(
    private readonly seed: number,
    private readonly seen: Set<string>,
  ) {
    this.dice = new Dice(seed);
    this.retryShare = this.dice.pick([0.1, 0.5, 0.9]);
    const maxInFlightPerReceiver = this.dice.pick([1, 2, 3, 8, 32]);
    const ownedSinceMs = this.nowMs - this.dice.pick([0, 500, 5 * SECOND]);
    const settings = { maxInFlightPerReceiver, probeIntervalMs: PROBE_INTERVAL_MS };
    this.queue = new ReceiverQueue<Attempt>(RECEIVER, new OwnedPartition(0, 1, ownedSinceMs), settings);
    this.model = new Model(maxInFlightPerReceiver, ownedSinceMs);
  }

  /** @throws Difference when queue and model differ, or a promise is broken */
  play(): void {
    while (this.step < STEPS) {
      this.happen();
      this.compare();
      const most = this.dice.pick([0, 1, Infinity]);
      for (let started = 0; started < most && this.mayStart; started++) this.start();
    }
  }

  private get mayStart(): boolean {
    return this.queue.next !== undefined && this.queue.startsAtMs(this.nowMs) <= this.nowMs;
  }

  private happen(): void {
    this.dice.pick([
      ...Array<() => void>(9).fill(() => this.arrive()),
      ...Array<() => void>(8).fill(() => this.end()),
      ...Array<() => void>(3).fill(() => this.pass()),
      () => this.limit(),
      () => this.checkKey(),
      () => this.checkKey(),
      () => this.rows(),
      () => this.rows(),
      () => this.evict(this.dice.pick(['all', 'buffered', 'stored'])),
      () => this.lapse(),
      () => this.elsewhere(),
      () => this.dice.maybe(0.3, () => this.move()),
    ])();
  }

  private arrive(): void {
    const isFromTable = this.dice.chance(0.4);
    if (!isFromTable && this.queue.isForTable(this.nowMs, LONGEST) && this.dice.chance(0.8)) return;
    const attempt: Attempt = {
      id: this.serial++,
      consignmentId: this.dice.pick(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', this.fresh]),
      isRetry: this.dice.chance(this.retryShare),
      isStored: isFromTable,
      isLastChance: isFromTable && this.dice.chance(0.3),
      waitsSinceMs: this.nowMs - (isFromTable ? this.dice.pick([0, 500, 5_000]) : 0),
    };
    this.begin(`arrives ${JSON.stringify(attempt)}`);
    this.queue.add(attempt);
    this.model.add(attempt);
  }

  /** A new consignment. */
  private get fresh(): string {
    return `own-${this.serial}`;
  }

  private end(): void {
    if (this.model.inFlight.length === 0) return;
    const attempt = this.dice.pick(this.model.inFlight);
    const isHanging = this.step % 100 < 30;
    const sign = this.dice.maybe(0.9, () => (this.dice.chance(isHanging ? 0.9 : 0.05) ? ('timeout' as const) : ('answered' as const)));
    const outcome: Outcome = {
      sign,
      hold: this.dice.maybe(0.15, () => ({ forMs: this.holdMs, httpStatus: this.dice.pick([429, 503, undefined]) })),
    };
    this.begin(`${attempt.id} ends ${JSON.stringify(outcome)}`);
    const [got, expected] = [this.queue.ended(attempt, outcome, this.nowMs), this.model.end(attempt, outcome, this.nowMs)];
    this.check('its consequence', got, [expected]);
    if (got.circuit) this.seen.add(`circuit ${got.circuit}`);
    if (got.isHeld) this.seen.add('held');
  }

  /** Sometimes hardly longer than the known hold. */
  private get holdMs(): number {
    const knownMs = this.queue.state(this.nowMs)?.heldForMs ?? SECOND;
    return this.dice.pick([SECOND, 5 * SECOND, MINUTE, 30 * MINUTE, knownMs + 400, knownMs + 500, knownMs + 501]);
  }

  private pass(): void {
    const ms = this.dice.pick([1, 10, 25, 100, 500, SECOND, 10 * SECOND, 30 * SECOND, MINUTE, 31 * MINUTE, 46 * MINUTE]);
    this.begin(`${ms} ms pass`);
    this.nowMs += ms;
  }

  private limit(): void {
    const limit = { maxPerSecond: this.dice.pick([null, null, 1, 4, 40]), maxInFlight: this.dice.pick([null, null, 1, 3, 9]) };
    this.begin(`is limited ${JSON.stringify(limit)}`);
    for (let times = this.dice.int(1, 2); times > 0; times--) {
      this.queue.limit(limit, this.nowMs);
      this.model.setLimit(limit, this.nowMs);
    }
  }

  private checkKey(): void {
    const isBegun = this.endsOfChecks.length === 0 || (this.endsOfChecks.length < 3 && this.dice.chance(0.3));
    this.begin(`a key check ${isBegun ? 'begins' : 'ends'}`);
    this.model.keyChecks += isBegun ? 1 : -1;
    if (isBegun) this.endsOfChecks.push(this.queue.checkKey());
    else this.endsOfChecks.pop()!();
  }

  private rows(): void {
    const { rows } = this.queue;
    const [read] = this.reads;
    this.dice.pick([
      () => {
        this.begin('rows are found');
        rows.isAny = true;
        this.model.hasRows = true;
      },
      () => {
        this.begin('a write of rows begins');
        this.endsOfWrites.push(rows.write());
        this.model.hasRows = true;
        this.model.writing += 1;
      },
      () => {
        if (this.endsOfWrites.length === 0) return;
        this.begin('a write of rows ends');
        this.endsOfWrites.shift()!();
        this.model.writing -= 1;
        this.model.written.push(this.step);
      },
      () => this.reads.push({ step: this.step + 1, mark: rows.mark }),
      () => {
        this.begin('no rows are left');
        const { step, mark } = read ?? { step: this.step, mark: rows.mark };
        this.reads = [];
        rows.emptied(mark);
        this.model.emptied(step);
      },
    ])();
  }

  private evict(which: Origin): void {
    this.begin(`${which} leave memory`);
    const [got, expected] = [this.queue.evict(which), this.model.evict(which)];
    const byConsignment = (attempts: readonly Attempt[]): string[] =>
      Object.entries(Object.groupBy(attempts, ({ consignmentId }) => consignmentId))
        .map(([consignmentId, own]) => `${consignmentId}: ${own!.map(({ id }) => id).join(' ')}`)
        .toSorted();
    this.check('what leaves memory', byConsignment(got), [byConsignment(expected)]);
  }

  private lapse(): void {
    this.begin('its circuit may lapse');
    const [got, expected] = [this.queue.lapse(this.nowMs), this.model.lapse(this.nowMs)];
    this.check('whether it lapses', got, [expected]);
    if (got) this.seen.add('lapsed');
  }

  private elsewhere(): void {
    this.begin('former owners have POSTs in flight');
    this.queue.inFlightElsewhere = this.model.inFlightElsewhere = this.dice.pick([0, 0, 1, 2]);
  }

  /** The partition goes, and comes back with the states that other processes reported. */
  private move(): void {
    this.evict('all');
    this.check('whether its circuit was open', this.queue.forget(), [this.model.forget()]);
    const state: ReceiverState = {
      ...RECEIVER,
      untilProbeMs: this.dice.pick([undefined, 0, 20 * SECOND]),
      heldForMs: this.dice.pick([undefined, 5 * SECOND]),
      heldHttpStatus: 429,
    };
    this.begin(`comes back ${JSON.stringify(state)}`);
    this.queue.restore(state, this.nowMs);
    this.model.restore(state, this.nowMs);
  }

  private start(): void {
    this.begin('one starts');
    const { fronts } = this.model;
    const started = this.queue.start(this.nowMs);
    if (started === undefined) throw this.difference('what starts', undefined, fronts);
    this.check('what starts', started.id, fronts.map(({ id }) => id)); // prettier-ignore
    const broken = this.model.brokenBy(started);
    if (broken !== undefined) throw this.difference('what starts', broken, []);
    if (started.isLastChance) this.seen.add('last chance');
    if (started.isRetry) this.seen.add('retry');
    this.model.start(started, this.nowMs);
    this.compare();
  }

  private begin(what: string): void {
    this.step += 1;
    this.what = what;
  }

  private compare(): void {
    const { queue, nowMs } = this;
    this.model.settle(this.step);
    const view: View = {
      next: queue.next,
      mayStart: queue.startsAtMs(nowMs) <= nowMs,
      isForTable: queue.isForTable(nowMs, LONGEST),
      isProbeDue: queue.isProbeDue(nowMs),
      isForgettable: queue.isForgettable(nowMs),
      waiting: queue.waiting,
      inFlight: queue.inFlight,
      state: stateIn(queue.state(nowMs)),
    };
    this.check('the queue', view, this.model.views(nowMs));
    if (view.isForgettable) this.seen.add('forgettable');
  }

  private check(of: string, got: unknown, allowed: readonly unknown[]): void {
    if (!allowed.some((each) => isSame(each, got))) throw this.difference(of, got, allowed);
  }

  private difference(of: string, got: unknown, allowed: readonly unknown[]): Difference {
    const at = `seed ${this.seed}, step ${this.step}: ${this.what}`;
    return new Difference(`${at}\n${of} is ${JSON.stringify(got)}\nallowed: ${allowed.map((each) => JSON.stringify(each)).join(' or ')}`);
  }
}

/** Returns the state with its properties in the model's order. */
function stateIn(state: ReceiverState | undefined): ReceiverState | undefined {
  if (state === undefined) return undefined;
  const { receiverId, account, untilProbeMs, heldForMs, heldHttpStatus, limited, oldestWaitedMs } = state;
  return { receiverId, account, untilProbeMs, heldForMs, heldHttpStatus, limited, oldestWaitedMs };
}

describe('the queue of a receiver', () => {
  it('follows docs/delivery.md, whatever happens', () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= HISTORIES; seed++) new History(seed, seen).play();
    expect([...seen].toSorted()).toEqual(['circuit closed', 'circuit opened', 'forgettable', 'held', 'lapsed', 'last chance', 'retry']);
  });
});
