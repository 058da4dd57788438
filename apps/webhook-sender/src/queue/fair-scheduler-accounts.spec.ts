import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FairScheduler, type SchedulableAttempt } from './fair-scheduler.js';

const LIMITS = { maxInFlight: 64, maxInFlightPerReceiver: 16, maxWaitingAttempts: 10_000, probeIntervalMs: 30_000 };
let serial = 0;
const attempt = (account: number, receiver: number, isRetry = false): SchedulableAttempt => ({
  account,
  receiverId: `${account}-${receiver}`,
  consignmentId: `c-${serial++}`,
  isRetry,
  isStored: false,
});

type Pool = FairScheduler<SchedulableAttempt>;

function startAll(pool: Pool): SchedulableAttempt[] {
  const started: SchedulableAttempt[] = [];
  for (let next = pool.start(); next; next = pool.start()) started.push(next);
  return started;
}

/** More receivers than there are permits, with two events each. */
function crowd(pool: Pool, account: number, { receivers = 200, perReceiver = 2, isRetry = false } = {}): void {
  for (let round = 0; round < perReceiver; round++)
    for (let receiver = 0; receiver < receivers; receiver++) pool.add(attempt(account, receiver, isRetry));
}

const of = (account: number, attempts: readonly SchedulableAttempt[]): SchedulableAttempt[] =>
  attempts.filter((each) => each.account === account);

describe('the permits of one account', () => {
  it.each([
    [1, 1],
    [2, 1],
    [4, 3],
    [8, 7],
    [16, 14],
    [64, 56],
    [512, 448],
  ])('of %i are %i at most, however many receivers it has; there is one for each of the next accounts', (maxInFlight, most) => {
    const pool: Pool = new FairScheduler({ ...LIMITS, maxInFlight });
    crowd(pool, 1, { receivers: 1000 });
    expect(startAll(pool)).toHaveLength(most);
    if (maxInFlight === 1) return;
    pool.add(attempt(2, 1));
    expect(pool.start()?.account).toBe(2);
  });

  it('are as many as those of another that wants as many, once theirs have ended', () => {
    const pool: Pool = new FairScheduler(LIMITS);
    crowd(pool, 1, { perReceiver: 20 });
    let underWay = startAll(pool);
    crowd(pool, 2, { perReceiver: 20 });
    for (let turn = 0; turn < 500; turn++) {
      pool.finish(underWay[0]!, 'answered', 0);
      underWay = [...underWay.slice(1), ...startAll(pool)];
    }
    const [first, second] = [of(1, underWay).length, of(2, underWay).length];
    expect(Math.abs(first - second)).toBeLessThanOrEqual(2);
    expect(first + second).toBeGreaterThanOrEqual(LIMITS.maxInFlight * 0.75);
  });

  it('leave a busy receiver of another more than two, though a large account waits for each permit that comes free', () => {
    const pool: Pool = new FairScheduler(LIMITS);
    crowd(pool, 1, { perReceiver: 20 });
    let underWay = startAll(pool);
    crowd(pool, 2, { receivers: 1, perReceiver: 1000 });
    for (let turn = 0; turn < 200; turn++) {
      const ended = of(2, underWay)[0] && turn % 2 === 0 ? of(2, underWay)[0]! : of(1, underWay)[0]!;
      pool.finish(ended, 'answered', 0);
      underWay = [...underWay.filter((each) => each !== ended), ...startAll(pool)];
    }
    expect(of(2, underWay).length).toBe(8); // an eighth of all
  });

  it('leave the reserve to first attempts', () => {
    const pool: Pool = new FairScheduler(LIMITS);
    crowd(pool, 1, { isRetry: true });
    expect(startAll(pool)).toHaveLength(LIMITS.maxInFlight * 0.75);
    crowd(pool, 2, { isRetry: true });
    expect(startAll(pool)).toHaveLength(0);
    pool.add(attempt(2, 999));
    expect(pool.start()?.receiverId).toBe('2-999');
  });
});

describe('turns', () => {
  it('go by account, then by receiver: a thousand receivers get no thousand turns for the only one of another', () => {
    const pool: Pool = new FairScheduler(LIMITS);
    crowd(pool, 1, { receivers: 1000, perReceiver: 1 });
    crowd(pool, 2, { receivers: 2, perReceiver: 1 });
    expect(Array.from({ length: 5 }, () => pool.start()?.receiverId)).toEqual(['1-0', '2-0', '1-1', '2-1', '1-2']);
  });

  it('find who may start behind hundreds that may not', () => {
    const pool: Pool = new FairScheduler(LIMITS);
    crowd(pool, 1);
    startAll(pool);
    crowd(pool, 2, { isRetry: true });
    crowd(pool, 3, { isRetry: true });
    pool.add(attempt(4, 1));
    expect(pool.start()?.account).toBe(4);
  });
});

interface Step {
  readonly kind: 'add' | 'finish' | 'timeout' | 'evict' | 'forget';
  readonly account: number;
  readonly receiver: number;
  readonly isRetry: boolean;
}

const stepOf = fc.record<Step>({
  kind: fc.constantFrom('add', 'add', 'add', 'add', 'finish', 'finish', 'timeout', 'evict', 'forget'),
  account: fc.integer({ min: 1, max: 4 }),
  receiver: fc.integer({ min: 0, max: 12 }),
  isRetry: fc.boolean(),
});

/** What the pool has under way, as one who only looks from outside knows it. */
class Watched {
  readonly pool: Pool;
  underWay: SchedulableAttempt[] = [];

  constructor(readonly maxInFlight: number) {
    this.pool = new FairScheduler({ ...LIMITS, maxInFlight });
  }

  take({ kind, account, receiver, isRetry }: Step): void {
    if (kind === 'add') this.pool.add(attempt(account, receiver, isRetry));
    if (kind === 'evict') this.pool.evict(`${account}-${receiver}`, 'all');
    if (kind === 'forget') this.pool.forget(`${account}-${receiver}`);
    if (kind === 'finish' || kind === 'timeout') this.end(receiver, kind === 'timeout' ? 'timeout' : 'answered');
    this.underWay.push(...startAll(this.pool));
  }

  end(index: number, sign: 'answered' | 'timeout'): void {
    const [ended] = this.underWay.splice(index % Math.max(1, this.underWay.length), 1);
    if (ended) this.pool.finish(ended, sign, 0);
  }
}

/** What a fresh pool starts of the same. */
function startsWhenFresh(maxInFlight: number): number {
  const pool: Pool = new FairScheduler({ ...LIMITS, maxInFlight });
  crowd(pool, 6);
  return startAll(pool).length;
}

describe('whatever comes and goes', () => {
  it('no account ever holds all permits, and the first attempt of one that holds none begins at once while one is free', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 40 }), fc.array(stepOf, { maxLength: 300 }), (maxInFlight, steps) => {
        const watched = new Watched(maxInFlight);
        for (const step of steps) {
          watched.take(step);
          expect(watched.pool.inFlight).toBe(watched.underWay.length);
          for (let account = 1; account <= 4; account++) expect(of(account, watched.underWay).length).toBeLessThan(maxInFlight);
        }
        if (watched.underWay.length === maxInFlight) return;
        watched.pool.add(attempt(5, 1));
        expect(watched.pool.start()?.account).toBe(5);
      }),
      { numRuns: 200 },
    );
  });

  it('all that waits is made in the end, and nothing is counted as under way then', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.array(stepOf, { maxLength: 300 }), (maxInFlight, steps) => {
        const watched = new Watched(maxInFlight);
        steps.forEach((step) => watched.take(step));
        while (watched.underWay.length > 0) {
          watched.end(0, 'answered');
          watched.underWay.push(...startAll(watched.pool));
        }
        expect([watched.pool.waiting, watched.pool.inFlight]).toEqual([0, 0]);
        crowd(watched.pool, 6);
        expect(startAll(watched.pool)).toHaveLength(startsWhenFresh(maxInFlight));
      }),
      { numRuns: 200 },
    );
  });
});
