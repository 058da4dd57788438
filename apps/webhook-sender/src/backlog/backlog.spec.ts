import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Clock, systemClock } from '#libs/config';
import { Logger } from '#libs/observability';
import { deliveryAttempt } from '../../../../test/builders/delivery-attempt.js';
import { trackingEvent } from '../../../../test/builders/tracking-event.js';
import type { BacklogReader } from './backlog-reader.service.js';
import type { BacklogRepository, BacklogRow } from './backlog.repository.js';
import { BacklogTicker } from './backlog.ticker.js';
import { Circuits } from '../lanes/circuits.service.js';
import { TIMEOUTS_TO_OPEN } from '../delivery/circuit.js';
import type { Job } from '../delivery/job.js';
import { LanePool } from '../delivery/lane-pool.js';
import type { DeliveryEvents } from '../delivery-events.provider.js';
import type { Lanes } from '../lanes/lanes.service.js';
import type { ReceiversRepository } from '../receivers.repository.js';
import type { WebhookSenderConfig } from '../webhook-sender.config.js';

const RECEIVER = '0b6f4c52-6c0e-4f0c-9d3e-0a8f5f1f7a11';
const TICK_MS = 1_000;
/** So long that the lease may have been another's. */
const GAP_MS = 10_000;
const LIMITS = { maxInFlight: 8, maxInFlightPerReceiver: 1, maxWaiting: 100, probeIntervalMs: 1_000 };

/** Jobs that are taken back wait here; whether one is under way, the test says. */
class TableLanes {
  readonly pool = new LanePool<Job>(LIMITS);
  forgotten = 0;
  taken: Job[] = [];
  underWay: Job[] = [];
  onLeft: (job: Job) => void = () => undefined;
  isLeased: (receiverId: string) => boolean = () => true;
  releaseKept = (): Promise<void> => Promise.resolve();
  drain = (): Promise<void> => Promise.resolve();
  verdictOf = (): undefined => undefined;
  whatMayBeTakenBack = <R>(rows: readonly R[]): R[] => [...rows];

  takeBack(jobs: readonly Job[]): readonly Job[] {
    this.taken.push(...jobs);
    return jobs;
  }

  begin(): void {
    this.underWay.push(this.taken.shift()!);
  }

  end(): void {
    this.onLeft(this.underWay.shift()!);
  }

  forgetStored(): void {
    this.forgotten += 1;
    this.taken.splice(0).forEach((job) => this.onLeft(job));
  }
}

describe('the backlog of a receiver', () => {
  let lanes: TableLanes;
  let ticker: BacklogTicker;
  let rows: BacklogRow[];
  let leases: Map<string, number>;
  let passedMs: number;
  let receiversNow: Map<string, { enabled: boolean }>;
  /** Of the receiver's circuit. */
  let closures: string[];
  /** Resolves what the table is asked for. */
  let read: Promise<void>;

  beforeEach(async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    [lanes, leases, passedMs, read, closures, receiversNow] = [
      new TableLanes(),
      new Map([[RECEIVER, 1]]),
      0,
      Promise.resolve(),
      [],
      new Map(),
    ];
    rows = [1, 2, 3].map((backlogId) => {
      const attempt = deliveryAttempt(trackingEvent({ account: 1 }), RECEIVER);
      return { backlogId, attempt, traceparent: undefined, spilledAtMs: 0 };
    });
    const reader = {
      oldest: async (_: string, { taken }: { taken: readonly number[] }) => {
        await read;
        return rows.filter(({ backlogId }) => !taken.includes(backlogId));
      },
      withoutRecorded: (found: readonly BacklogRow[]) => Promise.resolve(found),
    };
    const backlog = {
      lease: () => Promise.resolve(new Map(leases)),
      close: () => Promise.resolve(true),
      keepLeases: () => Promise.resolve(),
    };
    const clock: Clock = { ...systemClock, steadyMs: () => passedMs };
    const receivers = { endpoints: () => Promise.resolve(receiversNow) };
    const closed = { circuitClosed: (_: string, reason: string) => closures.push(reason) };
    const circuits = new Circuits(
      lanes as unknown as Lanes,
      receivers as unknown as ReceiversRepository,
      closed as unknown as DeliveryEvents,
      clock,
    );
    ticker = new BacklogTicker(
      backlog as unknown as BacklogRepository,
      reader as unknown as BacklogReader,
      lanes as unknown as Lanes,
      circuits,
      new Logger('webhook-sender', { logLevel: 'error' }),
      { maxInFlightPerReceiver: 2, maxWaitMs: 1_000 } as WebhookSenderConfig,
      clock,
    );
    ticker.onApplicationBootstrap();
    await turn();
  });

  afterEach(async () => {
    await ticker.beforeApplicationShutdown();
    jest.useRealTimers();
  });

  const tick = async (afterMs = TICK_MS): Promise<void> => {
    passedMs += afterMs;
    jest.advanceTimersByTime(TICK_MS);
    await turn();
  };
  const inMemory = (): number[] => lanes.taken.map(({ backlogId }) => backlogId!);

  it('stays in memory while its lease is renewed in time', async () => {
    await tick();
    expect([inMemory(), lanes.forgotten, lanes.isLeased(RECEIVER)]).toEqual([[1, 2, 3], 0, true]);
  });

  it('is read again when its lease has had a gap, though it is ours once more', async () => {
    rows = rows.slice(2); // the others another instance has made
    await tick(GAP_MS);
    expect([inMemory(), lanes.isLeased(RECEIVER)]).toEqual([[3], true]);
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
    lanes.begin();
    await lapse();
    expect([lanes.isLeased(RECEIVER), inMemory()]).toEqual([false, []]);
    rows = rows.slice(1);
    lanes.end();
    await turn();
    expect([lanes.isLeased(RECEIVER), inMemory()]).toEqual([true, [2, 3]]);
  });

  it('is read again at once when its lease was only being written to', async () => {
    lanes.begin();
    await loseFor(1);
    expect([lanes.isLeased(RECEIVER), inMemory()]).toEqual([true, [2, 3]]);
  });

  const openCircuit = (): void => {
    const { circuit } = lanes.pool.lane(RECEIVER);
    for (let count = 0; count < TIMEOUTS_TO_OPEN; count++) circuit.learn('timeout', passedMs);
  };

  it('that hangs gets the next last POST as soon as one of them has ended', async () => {
    receiversNow.set(RECEIVER, { enabled: true });
    openCircuit();
    lanes.forgetStored();
    await turn();
    expect(lanes.taken.map(({ backlogId, isLastChance }) => [backlogId, isLastChance])).toEqual([
      [1, true],
      [2, true],
    ]);
    lanes.begin();
    lanes.begin();
    rows = rows.slice(1);
    lanes.end();
    await turn();
    expect(inMemory()).toEqual([3]);
  });

  it('that is deleted or disabled ends its circuit: no answer ever would', async () => {
    openCircuit();
    await tick();
    expect([closures, lanes.pool.openCircuits()]).toEqual([['gone'], []]);
  });

  it('that another instance drains, or nobody, leaves no circuit open here for longer than a pause', async () => {
    leases.clear();
    await tick();
    openCircuit();
    await tick(LIMITS.probeIntervalMs - 1);
    expect([closures, lanes.pool.openCircuits()]).toEqual([[], [RECEIVER]]);
    await tick(1);
    expect([closures, lanes.pool.openCircuits()]).toEqual([['lapsed'], []]);
  });

  it.each([
    ['gone', 1],
    ['gone and come back', 2],
  ])('is not taken out of a look at the table during which its lease has %s', async (_, ticks) => {
    let answer!: () => void;
    read = new Promise((resolve) => (answer = resolve));
    lanes.taken.splice(0).forEach((job) => lanes.onLeft(job));
    leases.clear();
    await tick();
    leases.set(RECEIVER, 2);
    for (let count = 1; count < ticks; count++) await tick();
    answer();
    await turn();
    expect(inMemory()).toEqual([]);
  });
});
