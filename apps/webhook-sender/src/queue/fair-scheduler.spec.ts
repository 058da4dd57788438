import { describe, expect, it } from '@jest/globals';
import { TIMEOUTS_TO_OPEN } from './circuit-breaker.js';
import { FairScheduler, type SchedulableAttempt } from './fair-scheduler.js';

const LIMITS = { maxInFlight: 64, maxInFlightPerReceiver: 16, maxWaitingAttempts: 1000, probeIntervalMs: 30_000 };
/** Eight permits, of which degraded receivers share two. */
const SMALL = { ...LIMITS, maxInFlight: 8 };
let serial = 0;
const attempt = (receiverId: string, isRetry = false, account = 1): SchedulableAttempt => ({
  account,
  receiverId,
  consignmentId: `c-${serial++}`,
  isRetry,
  isStored: false,
});

function startAll(pool: FairScheduler<SchedulableAttempt>): SchedulableAttempt[] {
  const started: SchedulableAttempt[] = [];
  for (let next = pool.start(); next; next = pool.start()) started.push(next);
  return started;
}

const receiversOf = (attempts: readonly SchedulableAttempt[]): string[] => attempts.map(({ receiverId }) => receiverId);

/** Of a queue that one answer has given a larger allowance. */
function threeInFlight(pool: FairScheduler<SchedulableAttempt>, receiverId: string): SchedulableAttempt[] {
  Array.from({ length: 4 }, () => pool.add(attempt(receiverId)));
  const [first, second] = startAll(pool);
  pool.finish(first!, 'answered', 0);
  return [second!, ...startAll(pool)];
}

/** Answers have given its queue all that it may have. One POST stays under way: a queue with nothing to do is forgotten. */
function warm(pool: FairScheduler<SchedulableAttempt>, receiverId: string): void {
  pool.add(attempt(receiverId));
  pool.start();
  for (let index = 0; index < 5; index++) {
    pool.add(attempt(receiverId));
    pool.finish(pool.start()!, 'answered', 0);
  }
}

const timeOut = (pool: FairScheduler<SchedulableAttempt>, receiverId: string): 'opened' | 'closed' | undefined => {
  pool.add(attempt(receiverId));
  return pool.finish(pool.start()!, 'timeout', 0);
};

const begin = (pool: FairScheduler<SchedulableAttempt>, receiverId: string): SchedulableAttempt | undefined => {
  pool.add(attempt(receiverId));
  return pool.start();
};

describe('FairScheduler', () => {
  it('lets receivers take turns', () => {
    const pool = new FairScheduler<SchedulableAttempt>({ ...LIMITS, maxInFlight: 6 });
    for (let index = 0; index < 5; index++) pool.add(attempt('busy'));
    ['a', 'b'].forEach((receiver) => pool.add(attempt(receiver)));
    expect(receiversOf(startAll(pool))).toEqual(['busy', 'a', 'b', 'busy']);
  });

  it('passes over receivers to which no POST may begin now, and comes back to them', () => {
    const pool = new FairScheduler<SchedulableAttempt>(LIMITS);
    ['held', 'held', 'free', 'free'].forEach((receiver) => pool.add(attempt(receiver)));
    const asked: string[] = [];
    const mayBegin = (receiverId: string, waiting: number): boolean => asked.push(`${receiverId} ${waiting}`) > 0 && receiverId === 'free';
    expect([pool.start(mayBegin), pool.start(mayBegin), pool.start(mayBegin)].map((each) => each?.receiverId)).toEqual([
      'free',
      'free',
      undefined,
    ]);
    expect(asked).toEqual(['held 2', 'free 2', 'held 2', 'free 1', 'held 2']);
    expect(receiversOf(startAll(pool))).toEqual(['held', 'held']);
  });

  it('keeps a quarter of the permits for those with next to nothing in flight: a burst of receivers that used to answer leaves room', () => {
    const pool = new FairScheduler<SchedulableAttempt>(LIMITS);
    const hanging = ['a', 'b', 'c', 'd', 'e'];
    hanging.forEach((receiver) => warm(pool, receiver));
    hanging.forEach((receiver) => Array.from({ length: 15 }, () => pool.add(attempt(receiver))));
    startAll(pool);
    expect([pool.inFlight, pool.waiting]).toEqual([48, 32]);
    Array.from({ length: 16 }, (_, index) => pool.add(attempt(`healthy-${index}`, false, 2 + index)));
    expect(startAll(pool).every(({ receiverId }) => receiverId.startsWith('healthy'))).toBe(true);
    expect(pool.inFlight).toBe(LIMITS.maxInFlight);
  });

  it('gives what a burst has taken of that quarter, each receiver its modest start, to others as it comes free', () => {
    const pool = new FairScheduler<SchedulableAttempt>(LIMITS);
    const hanging = Array.from({ length: 40 }, (_, index) => `hanging-${index}`);
    hanging.forEach((receiver, index) => Array.from({ length: 16 }, () => pool.add(attempt(receiver, false, index))));
    const burst = startAll(pool);
    expect([burst.length, new Set(receiversOf(burst)).size]).toEqual([LIMITS.maxInFlight, 40]);
    pool.add(attempt('healthy', false, 99));
    burst.slice(0, 20).forEach((each) => pool.finish(each, 'timeout', 0));
    expect(receiversOf(startAll(pool))).toContain('healthy');
  });

  it('gives all degraded receivers together a quarter of the permits', () => {
    const pool = new FairScheduler<SchedulableAttempt>(LIMITS);
    const suspects = Array.from({ length: 60 }, (_, index) => `degraded-${index}`);
    for (const receiver of suspects) {
      pool.add(attempt(receiver));
      pool.finish(pool.start()!, 'timeout', 0);
    }
    suspects.forEach((receiver) => [pool.add(attempt(receiver)), pool.add(attempt(receiver))]);
    expect(startAll(pool)).toHaveLength(LIMITS.maxInFlight / 4);
    Array.from({ length: 30 }, (_, index) => pool.add(attempt(`healthy-${index}`)));
    expect(startAll(pool)).toHaveLength(30);
  });

  it('counts what a queue has in flight as degraded from its first time-out until an answer clears it', () => {
    const pool = new FairScheduler<SchedulableAttempt>(SMALL);
    ['one', 'two', 'three'].forEach((receiver) => timeOut(pool, receiver));
    const [first, second, third] = threeInFlight(pool, 'slow');
    pool.finish(first!, 'timeout', 0);
    expect(begin(pool, 'one')).toBeUndefined();
    pool.finish(second!, 'timeout', 0);
    ['two', 'three'].forEach((receiver) => pool.add(attempt(receiver)));
    expect(receiversOf(startAll(pool))).toEqual(['one']);
    pool.finish(third!, 'answered', 0);
    expect(receiversOf(startAll(pool))).toEqual(['two']);
  });

  it('counts no longer what a queue still has in flight when an answer has cleared it', () => {
    const pool = new FairScheduler<SchedulableAttempt>(SMALL);
    ['one', 'two', 'three'].forEach((receiver) => timeOut(pool, receiver));
    const [first, second] = threeInFlight(pool, 'cleared');
    pool.finish(first!, 'timeout', 0);
    pool.finish(second!, 'answered', 0);
    ['one', 'two', 'three'].forEach((receiver) => pool.add(attempt(receiver)));
    expect(receiversOf(startAll(pool))).toEqual(['one', 'two']);
  });

  it('goes on with a queue whose permits were full when one of them is free', () => {
    const pool = new FairScheduler<SchedulableAttempt>(LIMITS);
    for (let index = 0; index < 4; index++) pool.add(attempt('busy'));
    const [first] = startAll(pool);
    expect([pool.inFlight, pool.start()]).toEqual([2, undefined]);
    pool.finish(first!, undefined, 0);
    expect(pool.start()?.receiverId).toBe('busy');
  });

  it('never lets a wave of retries take the permits kept for first attempts', () => {
    const pool = new FairScheduler<SchedulableAttempt>(LIMITS);
    const receivers = Array.from({ length: 80 }, (_, index) => `r-${index}`);
    receivers.forEach((receiver) => Array.from({ length: 10 }, () => pool.add(attempt(receiver, true))));
    expect(startAll(pool)).toHaveLength(LIMITS.maxInFlight * 0.75);
    pool.add(attempt('buffered'));
    expect(pool.start()?.receiverId).toBe('buffered');
  });

  it('shares memory: one busy receiver gets half of it, two a third each, and one that is not busy always finds room', () => {
    const pool = new FairScheduler<SchedulableAttempt>(LIMITS);
    const fill = (receiver: string): number => {
      let count = 0;
      for (; !pool.isFull(receiver); count++) pool.add(attempt(receiver));
      return count;
    };
    expect(fill('busy')).toBe(500);
    expect(fill('second')).toBe(250);
    expect(fill('third')).toBe(125);
    expect(pool.isFull('quiet')).toBe(false);
  });

  it('forgets queues that have nothing to do, but not that a receiver is degraded', () => {
    const pool = new FairScheduler<SchedulableAttempt>(LIMITS);
    pool.add(attempt('slow'));
    pool.finish(pool.start()!, 'timeout', 0);
    expect(pool.queue('slow')?.circuit.isDegraded).toBe(true);
    expect([pool.inFlight, pool.waiting]).toEqual([0, 0]);
  });

  it('lets a circuit behind which nothing waits lapse after its pause: there is room again, and the next time-out opens it', () => {
    const pool = new FairScheduler<SchedulableAttempt>(LIMITS);
    for (let count = 0; count < TIMEOUTS_TO_OPEN; count++) timeOut(pool, 'hanging');
    expect(pool.tidy(LIMITS.probeIntervalMs - 1, () => false)).toEqual([]);
    expect(pool.tidy(LIMITS.probeIntervalMs, () => true)).toEqual([]);
    expect([pool.isFull('hanging'), pool.openCircuits]).toEqual([true, 1]);
    const untilProbes = [-1, 1].flatMap((late) => pool.circuits(LIMITS.probeIntervalMs + late).map(({ untilProbeMs }) => untilProbeMs));
    expect(untilProbes).toEqual([1, 0]);
    expect(pool.tidy(LIMITS.probeIntervalMs, () => false)).toEqual(['hanging']);
    expect([pool.isFull('hanging'), pool.openCircuits, pool.queue('hanging')?.circuit.isDegraded]).toEqual([false, 0, true]);
    expect(pool.circuits(0)).toEqual([]);
    expect(timeOut(pool, 'hanging')).toBe('opened');
  });

  it('takes over a circuit, and keeps only its own receivers', () => {
    const pool = new FairScheduler<SchedulableAttempt>(LIMITS);
    for (let count = 0; count < TIMEOUTS_TO_OPEN; count++) timeOut(pool, 'moved');
    pool.restore({ receiverId: 'come', account: 1 }, 100);
    pool.keepOnly((receiverId) => receiverId === 'come');
    expect([pool.openCircuits, pool.isFull('come'), pool.isFull('moved')]).toEqual([1, true, false]);
    expect(pool.circuits(40)).toEqual([{ receiverId: 'come', account: 1, untilProbeMs: 60 }]);
  });

  it('forgets what it has learnt of a receiver that is gone, its permits among those of degraded receivers included', () => {
    const pool = new FairScheduler<SchedulableAttempt>({ ...LIMITS, maxInFlight: 4 });
    for (let count = 0; count < TIMEOUTS_TO_OPEN; count++) timeOut(pool, 'gone');
    pool.add(attempt('gone'));
    const underWay = pool.start()!;
    expect([pool.forget('gone'), pool.forget('gone'), pool.openCircuits]).toEqual([true, false, 0]);
    timeOut(pool, 'degraded');
    pool.add(attempt('degraded'));
    expect(pool.start()?.receiverId).toBe('degraded');
    pool.finish(underWay, undefined, 0);
    expect(pool.inFlight).toBe(1);
  });

  it('remembers that a receiver is degraded for as long as retries may come', () => {
    const pool = new FairScheduler<SchedulableAttempt>(LIMITS);
    timeOut(pool, 'slow');
    const isRememberedAfter = (ms: number): boolean => {
      pool.tidy(ms, () => false);
      return pool.queue('slow')?.circuit.isDegraded ?? false;
    };
    expect([isRememberedAfter(30 * 60_000), isRememberedAfter(46 * 60_000)]).toEqual([true, false]);
  });
});
