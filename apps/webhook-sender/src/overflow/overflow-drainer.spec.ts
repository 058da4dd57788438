import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Clock, systemClock } from '#libs/config';
import { Logger } from '#libs/observability';
import { deliveryAttempt } from '../../../../test/builders/delivery-attempt.js';
import { trackingEvent } from '../../../../test/builders/tracking-event.js';
import type { OverflowReader } from './overflow-reader.service.js';
import type { OverflowRepository, OverflowRow, OldestWish } from './overflow.repository.js';
import { NextRows } from './next-rows.service.js';
import { OverflowDrainerJob } from './overflow-drainer.job.js';
import { Circuits } from './circuits.service.js';
import { TIMEOUTS_TO_OPEN } from '../queue/circuit-breaker.js';
import { type QueuedAttempt, toQueuedAttempt } from '../queue/queued-attempt.js';
import { FairScheduler } from '../queue/fair-scheduler.js';
import { Holds } from '../queue/holds.js';
import { OwnerLimits } from '../queue/owner-limits.js';
import type { DeliveryEvents } from '../attempt/delivery-events.provider.js';
import type { ReceiverQueues } from '../queue/receiver-queues.service.js';
import type { ReceiversRepository } from '../receivers/receivers.repository.js';
import type { WebhookSenderConfig } from '../webhook-sender.config.js';

const RECEIVER = '0b6f4c52-6c0e-4f0c-9d3e-0a8f5f1f7a11';
const TICK_MS = 1_000;
/** So long that the lease may have been another's. */
const GAP_MS = 10_000;
const LIMITS = { maxInFlight: 8, maxInFlightPerReceiver: 1, maxWaiting: 100, probeIntervalMs: 1_000 };

/** Attempts that are taken back wait here; whether one is under way, the test says. */
class TableQueues {
  readonly pool = new FairScheduler<QueuedAttempt>(LIMITS);
  forgotten = 0;
  forgottenOf = (): number => this.forgotten;
  taken: QueuedAttempt[] = [];
  underWay: QueuedAttempt[] = [];
  private readonly leaving = new Map<QueuedAttempt, () => void>();
  releases = 0;
  releaseKept = async (): Promise<void> => void (this.releases += 1);
  drain = (): Promise<void> => Promise.resolve();
  readonly holds = new Holds(systemClock);
  readonly ownerLimits = new OwnerLimits(systemClock, () => undefined);
  moveRestricted = (): Promise<void> => Promise.resolve();
  /** Rows that cannot go into the queue; of those among them that are there already the verdict is to come. */
  readonly unmakeable = new Set<unknown>();
  readonly inQueue = new Set<unknown>();
  readonly known = {
    verdictOf: (attempt: unknown): unknown => (this.inQueue.has(attempt) ? 'to come' : undefined),
    makeable: <R extends { readonly attempt: unknown }>(rows: readonly R[]): R[] =>
      rows.filter(({ attempt }) => !this.unmakeable.has(attempt) && !this.inQueue.has(attempt)),
  };

  takeBack(queuedAttempts: readonly QueuedAttempt[]): { backlogId: number; left: Promise<void> }[] {
    this.taken.push(...queuedAttempts);
    return queuedAttempts.map((queued) => ({
      backlogId: queued.backlogId!,
      left: new Promise<void>((leave) => this.leaving.set(queued, leave)),
    }));
  }

  leave(queuedAttempts: readonly QueuedAttempt[]): void {
    queuedAttempts.forEach((queued) => this.leaving.get(queued)?.());
  }

  begin(): void {
    this.underWay.push(this.taken.shift()!);
  }

  end(): void {
    this.leave([this.underWay.shift()!]);
  }

  forgetStored(): readonly QueuedAttempt[] {
    this.forgotten += 1;
    const forgotten = this.taken.splice(0);
    this.leave(forgotten);
    return forgotten;
  }
}

describe('the backlog of a receiver', () => {
  let queues: TableQueues;
  let drainer: OverflowDrainerJob;
  let config: { leaseMs: number; maxInFlightPerReceiver: number; maxWaitMs: number };
  let rows: OverflowRow[];
  let leases: Map<string, number>;
  let passedMs: number;
  let receiversNow: Map<string, { enabled: boolean }>;
  /** Of the receiver's circuit. */
  let closures: string[];
  /** What the table was asked for. */
  let wishes: OldestWish[];
  /** Rows whose attempt is recorded, and those that have waited long enough for their last POST; absent = all. */
  let made: Set<number>;
  let waitedLong: Set<number> | undefined;
  /** Calls of the database, with what was asked. */
  let asked: string[];
  let isDown: boolean;
  let isClosed: boolean;
  /** Resolves what the table is asked for. */
  let read: Promise<void>;

  beforeEach(async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    [queues, leases, passedMs, read, closures, receiversNow] = [
      new TableQueues(),
      new Map([[RECEIVER, 1]]),
      0,
      Promise.resolve(),
      [],
      new Map(),
    ];
    rows = [1, 2, 3].map((backlogId) => {
      const attempt = deliveryAttempt(trackingEvent({ account: 1 }), RECEIVER);
      return { backlogId, attempt, traceparent: undefined, storedAtMs: 0, waitedMs: 0 };
    });
    [wishes, made, waitedLong, asked, isDown, isClosed] = [[], new Set(), undefined, [], false, true];
    const reader = {
      oldest: async (_: string, wish: OldestWish) => {
        wishes.push(wish);
        await read;
        const isMeant = ({ backlogId }: OverflowRow): boolean =>
          !wish.taken.includes(backlogId) && (wish.waitedMs === undefined || waitedLong?.has(backlogId) !== false);
        return rows.filter(isMeant).slice(0, wish.limit);
      },
      withoutRecorded: async (found: readonly OverflowRow[]) => {
        rows = rows.filter((row) => !(found.includes(row) && made.has(row.backlogId)));
        return found.filter(({ backlogId }) => !made.has(backlogId));
      },
    };
    const ask = async <T>(what: string, answer: T): Promise<T> => {
      asked.push(what);
      if (isDown) throw new Error('the database is down');
      return answer;
    };
    const backlog = {
      lease: () =>
        ask(
          'lease',
          [...leases].map(([receiverId, version]) => ({ receiverId, version, heldForMs: null })),
        ),
      restrictedOf: () => Promise.resolve([]),
      endHold: () => Promise.resolve(),
      close: (receiverId: string, version: number) => ask(`close ${receiverId} ${version}`, isClosed),
      keepLeases: (receiverIds: readonly string[], ms: number) => ask(`keep ${receiverIds.join()} ${ms}`, undefined),
    };
    const clock: Clock = { ...systemClock, steadyMs: () => passedMs };
    const receivers = { endpoints: () => Promise.resolve(receiversNow) };
    const closed = { circuitClosed: (_: string, reason: string) => closures.push(reason) };
    const circuits = new Circuits(
      queues as unknown as ReceiverQueues,
      receivers as unknown as ReceiversRepository,
      closed as unknown as DeliveryEvents,
      clock,
    );
    config = { leaseMs: GAP_MS, maxInFlightPerReceiver: 2, maxWaitMs: 1_000 };
    drainer = new OverflowDrainerJob(
      backlog as unknown as OverflowRepository,
      new NextRows(reader as unknown as OverflowReader, queues as unknown as ReceiverQueues, config, clock),
      queues as unknown as ReceiverQueues,
      circuits,
      new Logger('webhook-sender', { logLevel: 'error' }),
      config as WebhookSenderConfig,
      clock,
    );
    drainer.onApplicationBootstrap();
    await turn();
  });

  afterEach(async () => {
    await drainer.beforeApplicationShutdown();
    jest.useRealTimers();
  });

  const tick = async (afterMs = TICK_MS): Promise<void> => {
    passedMs += afterMs;
    jest.advanceTimersByTime(TICK_MS);
    await turn();
  };
  const inMemory = (): number[] => queues.taken.map(({ backlogId }) => backlogId!);

  it('stays in memory while its lease is renewed in time', async () => {
    await tick();
    expect([inMemory(), queues.forgotten, drainer.isLeased(RECEIVER)]).toEqual([[1, 2, 3], 0, true]);
  });

  it('stays in memory when its lease is not in an answer, because an insert has locked the row', async () => {
    leases.clear();
    await tick();
    expect([inMemory(), queues.forgotten, drainer.isLeased(RECEIVER)]).toEqual([[1, 2, 3], 0, true]);
  });

  it('is read again when its lease has had a gap, though it is ours once more', async () => {
    rows = rows.slice(2); // the others another instance has made
    await tick(GAP_MS);
    expect([inMemory(), drainer.isLeased(RECEIVER)]).toEqual([[3], true]);
  });

  const loseFor = async (ticks: number): Promise<void> => {
    leases.clear();
    for (let count = 0; count < ticks; count++) await tick();
    leases.set(RECEIVER, 2);
    await tick();
  };

  it.each([
    ['a gap', () => tick(GAP_MS)],
    ['a time without it that was long enough for another', () => loseFor(GAP_MS / TICK_MS)],
  ])('is nobody’s to send here after %s, until what was under way before has ended', async (_, lapse) => {
    queues.begin();
    await lapse();
    expect([drainer.isLeased(RECEIVER), inMemory()]).toEqual([false, []]);
    rows = rows.slice(1);
    queues.end();
    await turn();
    expect([drainer.isLeased(RECEIVER), inMemory()]).toEqual([true, [2, 3]]);
  });

  it('is read again at once when its lease was only being written to', async () => {
    queues.begin();
    await loseFor(1);
    expect([drainer.isLeased(RECEIVER), inMemory()]).toEqual([true, [2, 3]]);
  });

  const openCircuit = (): void => {
    for (let count = 0; count < TIMEOUTS_TO_OPEN; count++) {
      queues.pool.add(toQueuedAttempt({ ...rows[0]!, receiver: undefined, receiverReadAtMs: 0 }));
      queues.pool.finish(queues.pool.start()!, 'timeout', passedMs);
    }
  };

  it('that hangs gets the next last POST as soon as one of them has ended', async () => {
    receiversNow.set(RECEIVER, { enabled: true });
    openCircuit();
    queues.forgetStored();
    await turn();
    expect(queues.taken.map(({ backlogId, isLastChance }) => [backlogId, isLastChance])).toEqual([
      [1, true],
      [2, true],
    ]);
    queues.begin();
    queues.begin();
    rows = rows.slice(1);
    queues.end();
    await turn();
    expect(inMemory()).toEqual([3]);
  });

  it('that is deleted or disabled ends its circuit: no answer ever would', async () => {
    openCircuit();
    await tick();
    expect([closures, queues.pool.openCircuits()]).toEqual([['gone'], []]);
  });

  it('that another instance drains, or nobody, leaves no circuit open here for longer than a pause', async () => {
    leases.clear();
    await tick(GAP_MS);
    openCircuit();
    await tick(LIMITS.probeIntervalMs - 1);
    expect([closures, queues.pool.openCircuits()]).toEqual([[], [RECEIVER]]);
    await tick(1);
    expect([closures, queues.pool.openCircuits()]).toEqual([['lapsed'], []]);
  });

  it.each([
    ['gone', 1],
    ['gone and come back', 2],
  ])('is not taken out of a look at the table during which its lease has %s', async (_, ticks) => {
    let answer!: () => void;
    read = new Promise((resolve) => (answer = resolve));
    queues.leave(queues.taken.splice(0));
    await turn();
    leases.clear();
    await tick(GAP_MS);
    leases.set(RECEIVER, 2);
    for (let count = 1; count < ticks; count++) await tick();
    answer();
    await turn();
    expect(inMemory()).toEqual([]);
  });

  it('is nobody’s to send from a second before its lease may be another’s', () => {
    const isLeasedAfter = (ms: number): boolean => (passedMs = ms) >= 0 && drainer.isLeased(RECEIVER);
    expect([isLeasedAfter(8_999), isLeasedAfter(9_000)]).toEqual([true, false]);
    passedMs = 0;
    expect(drainer.isLeased('8f0e7a3c-3d4c-4c3e-9c55-5d1f2a3b4c5d')).toBe(false);
  });

  it('has its lease renewed ten times before it ends, and each second at least', async () => {
    const renewalsIn = async (ms: number): Promise<number> => {
      const { length } = asked;
      for (let passed = 0; passed < ms; passed += 100) {
        jest.advanceTimersByTime(100);
        await turn();
      }
      return asked.length - length;
    };
    config.leaseMs = 2_000;
    await tick();
    expect(await renewalsIn(2_000)).toBe(10);
    config.leaseMs = 60_000;
    await renewalsIn(1_000);
    expect(await renewalsIn(3_000)).toBe(3);
  });

  it('is not sent in the last second of a short lease', () => {
    config.leaseMs = 2_000;
    expect([999, 1_000].map((ms) => (passedMs = ms) > 0 && drainer.isLeased(RECEIVER))).toEqual([true, false]);
  });

  it('is kept in a stop until what is under way is recorded, then given back; nothing more of it begins', async () => {
    queues.begin();
    let recorded!: () => void;
    const drained = new Promise<void>((resolve) => (recorded = resolve));
    queues.drain = () => drained;
    const stopped = drainer.beforeApplicationShutdown();
    await turn();
    expect(drainer.isLeased(RECEIVER)).toBe(false);
    await tick();
    expect([asked, inMemory()]).toEqual([['lease', `keep ${RECEIVER} 10000`], []]);
    queues.end();
    recorded();
    await stopped;
    expect(asked.slice(2)).toEqual(['keep  10000']);
    await tick();
    expect([asked.length, wishes.length]).toEqual([3, 1]);
  });

  it('is asked for each second; while the database is down less often, yet before its lease is over', async () => {
    isDown = true;
    const leasesAskedIn = async (seconds: number): Promise<number> => {
      const { length } = asked;
      for (let second = 0; second < seconds; second++) await tick(0);
      return asked.length - length;
    };
    await leasesAskedIn(18); // the waits have reached their longest
    expect(await leasesAskedIn(9)).toBe(3);
    isDown = false;
    await leasesAskedIn(3);
    expect(await leasesAskedIn(5)).toBe(5);
  });

  const endAll = (): void => queues.leave(queues.taken.splice(0));

  it.each([
    ['is given up', true],
    ['is kept, for something has come meanwhile,', false],
  ])('%s when the table has nothing and nothing is in memory', async (_, hasClosed) => {
    isClosed = hasClosed;
    rows = [];
    await tick();
    expect(asked).toEqual(['lease', 'lease']);
    endAll();
    await turn();
    expect([asked[2], drainer.isLeased(RECEIVER)]).toEqual([`close ${RECEIVER} 1`, !hasClosed]);
  });

  it('that hangs is given up, too, when the table has nothing', async () => {
    receiversNow.set(RECEIVER, { enabled: true });
    openCircuit();
    rows = [];
    endAll();
    await turn();
    expect(asked.at(-1)).toBe(`close ${RECEIVER} 1`);
  });

  it('is told at each tick what need not wait behind a POST any more', async () => {
    await tick();
    await tick();
    expect(queues.releases).toBe(3);
  });

  it('has no more in memory than its queue may hold', async () => {
    await tick();
    expect(wishes.map(({ limit, taken }) => [limit, taken])).toEqual([
      [50, []],
      [47, [1, 2, 3]],
    ]);
  });

  it('is read on at once past rows that are made already, however many there are', async () => {
    const [row] = rows;
    rows = Array.from({ length: 600 }, (_, index) => ({ ...row!, backlogId: index + 1 }));
    made = new Set(rows.slice(0, -1).map(({ backlogId }) => backlogId));
    wishes = [];
    endAll();
    await turn();
    expect([wishes.map(({ limit }) => limit), inMemory()]).toEqual([[50, 500, 500], [600]]);
  });

  it('is read past a row whose attempt can be recorded nowhere, and never to that row again', async () => {
    const [unrecordable, inQueue] = rows;
    queues.unmakeable.add(unrecordable!.attempt);
    queues.inQueue.add(inQueue!.attempt);
    endAll();
    await turn();
    expect(inMemory()).toEqual([3]);
    await tick();
    expect(wishes.at(-1)!.taken).toEqual([3, 1]);
  });

  it('that hangs gets no more last POSTs at once than it may have, and they put off no probe', async () => {
    receiversNow.set(RECEIVER, { enabled: true });
    openCircuit();
    passedMs = LIMITS.probeIntervalMs / 2;
    queues.forgetStored();
    await turn();
    await tick();
    expect(wishes.slice(1).map(({ limit, waitedMs }) => [limit, waitedMs])).toEqual([[2, 1_000]]);
    expect(queues.pool.queue(RECEIVER)?.circuit.isProbeDue(LIMITS.probeIntervalMs)).toBe(true);
  });

  it('that hangs gets one probe at a time, an interval after the one before', async () => {
    receiversNow.set(RECEIVER, { enabled: true });
    waitedLong = new Set();
    openCircuit();
    const endAndLook = async (): Promise<number[]> => {
      endAll();
      await turn();
      return inMemory();
    };
    expect(await endAndLook()).toEqual([]);
    await tick();
    expect(inMemory()).toEqual([1]);
    expect(await endAndLook()).toEqual([]);
    await tick();
    await tick();
    expect(inMemory()).toEqual([1]);
  });
});
