import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { OwnedPartition } from '../partitions/owned-partition.js';
import type { Sign } from '../queue/circuit-breaker.js';
import { ReceiverQueue } from '../queue/receiver-queue.js';
import { type Scheduled, Scheduler } from './scheduler.js';

const LIMITS = { maxInFlight: 64, maxWaitingAttempts: 10_000 };
const SETTINGS = { maxInFlightPerReceiver: 16, probeIntervalMs: 30_000 };

interface Attempt extends Scheduled {
  readonly account: number;
  readonly receiverId: string;
}

/** A scheduler and the queues of its receivers, each made when first needed. */
class Pool extends Scheduler<Attempt> {
  private readonly queues = new Map<string, ReceiverQueue<Attempt>>();
  private serial = 0;

  queue(account: number, receiver: number): ReceiverQueue<Attempt> {
    const receiverId = `${account}-${receiver}`;
    const known = this.queues.get(receiverId);
    if (known) return known;
    const queue = new ReceiverQueue<Attempt>({ receiverId, account }, new OwnedPartition(0, 1, -Infinity), SETTINGS);
    this.queues.set(receiverId, queue);
    return queue;
  }

  /** Adds one attempt with a consignment of its own. */
  come(account: number, receiver: number, isRetry = false): void {
    const queue = this.queue(account, receiver);
    this.add({
      account,
      receiverId: queue.receiverId,
      queue,
      consignmentId: `c-${this.serial++}`,
      isRetry,
      isStored: false,
      waitsSinceMs: 0,
    });
  }

  end(attempt: Attempt, sign: Sign): void {
    this.ended(attempt, { sign }, 0);
  }
}

function startAll(pool: Pool): Attempt[] {
  const started: Attempt[] = [];
  for (let next = pool.start(0); next; next = pool.start(0)) started.push(next);
  return started;
}

/** Adds more receivers than there are permits, with two events each. */
function crowd(pool: Pool, account: number, { receivers = 200, perReceiver = 2, isRetry = false } = {}): void {
  for (let round = 0; round < perReceiver; round++)
    for (let receiver = 0; receiver < receivers; receiver++) pool.come(account, receiver, isRetry);
}

const of = (account: number, attempts: readonly Attempt[]): Attempt[] => attempts.filter((each) => each.account === account);

describe('the permits of one account', () => {
  it.each([
    [1, 1],
    [2, 1],
    [4, 3],
    [8, 7],
    [16, 14],
    [64, 56],
    [512, 448],
  ])('of %i are %i at most, however many receivers it has; the next accounts still get one each', (maxInFlight, most) => {
    const pool = new Pool({ ...LIMITS, maxInFlight });
    crowd(pool, 1, { receivers: 1000 });
    expect(startAll(pool)).toHaveLength(most);
    if (maxInFlight === 1) return;
    pool.come(2, 1);
    expect(pool.start(0)?.account).toBe(2);
  });

  it('equal those of another account that wants as many, once earlier POSTs have ended', () => {
    const pool = new Pool(LIMITS);
    crowd(pool, 1, { perReceiver: 20 });
    let inFlight = startAll(pool);
    crowd(pool, 2, { perReceiver: 20 });
    for (let turn = 0; turn < 500; turn++) {
      pool.end(inFlight[0]!, 'answered');
      inFlight = [...inFlight.slice(1), ...startAll(pool)];
    }
    const [first, second] = [of(1, inFlight).length, of(2, inFlight).length];
    expect(Math.abs(first - second)).toBeLessThanOrEqual(2);
    expect(first + second).toBeGreaterThanOrEqual(LIMITS.maxInFlight * 0.75);
  });

  it('leave a busy receiver of another account more than two, although a large account waits for each free permit', () => {
    const pool = new Pool(LIMITS);
    crowd(pool, 1, { perReceiver: 20 });
    let inFlight = startAll(pool);
    crowd(pool, 2, { receivers: 1, perReceiver: 1000 });
    for (let turn = 0; turn < 200; turn++) {
      const ended = of(2, inFlight)[0] && turn % 2 === 0 ? of(2, inFlight)[0]! : of(1, inFlight)[0]!;
      pool.end(ended, 'answered');
      inFlight = [...inFlight.filter((each) => each !== ended), ...startAll(pool)];
    }
    expect(of(2, inFlight).length).toBe(8); // an eighth of all permits
  });

  it('leave the reserve to first attempts', () => {
    const pool = new Pool(LIMITS);
    crowd(pool, 1, { isRetry: true });
    expect(startAll(pool)).toHaveLength(LIMITS.maxInFlight * 0.75);
    crowd(pool, 2, { isRetry: true });
    expect(startAll(pool)).toHaveLength(0);
    pool.come(2, 999);
    expect(pool.start(0)?.receiverId).toBe('2-999');
  });
});

describe('turns', () => {
  it('go by account, then by receiver: a thousand receivers get as many turns as another account’s only receiver', () => {
    const pool = new Pool(LIMITS);
    crowd(pool, 1, { receivers: 1000, perReceiver: 1 });
    crowd(pool, 2, { receivers: 2, perReceiver: 1 });
    expect(Array.from({ length: 5 }, () => pool.start(0)?.receiverId)).toEqual(['1-0', '2-0', '1-1', '2-1', '1-2']);
  });

  it('reach a receiver that may start behind hundreds that may not', () => {
    const pool = new Pool(LIMITS);
    crowd(pool, 1);
    startAll(pool);
    crowd(pool, 2, { isRetry: true });
    crowd(pool, 3, { isRetry: true });
    pool.come(4, 1);
    expect(pool.start(0)?.account).toBe(4);
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

/** The attempts in flight, as an observer outside the pool counts them. */
class Watched {
  readonly pool: Pool;
  inFlight: Attempt[] = [];

  constructor(readonly maxInFlight: number) {
    this.pool = new Pool({ ...LIMITS, maxInFlight });
  }

  take({ kind, account, receiver, isRetry }: Step): void {
    const queue = this.pool.queue(account, receiver);
    if (kind === 'add') this.pool.come(account, receiver, isRetry);
    if (kind === 'evict') this.pool.evict(queue, 'all');
    if (kind === 'forget') this.pool.change(queue, () => queue.forget());
    if (kind === 'finish' || kind === 'timeout') this.end(receiver, kind === 'timeout' ? 'timeout' : 'answered');
    this.inFlight.push(...startAll(this.pool));
  }

  end(index: number, sign: 'answered' | 'timeout'): void {
    const [ended] = this.inFlight.splice(index % Math.max(1, this.inFlight.length), 1);
    if (ended) this.pool.end(ended, sign);
  }
}

/** Returns how many attempts a new pool starts with the same load. */
function startsWhenFresh(maxInFlight: number): number {
  const pool = new Pool({ ...LIMITS, maxInFlight });
  crowd(pool, 6);
  return startAll(pool).length;
}

describe('whatever comes and goes', () => {
  it('no account ever holds all permits, and an account without a permit gets a free one at once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 40 }), fc.array(stepOf, { maxLength: 300 }), (maxInFlight, steps) => {
        const watched = new Watched(maxInFlight);
        for (const step of steps) {
          watched.take(step);
          expect(watched.pool.inFlight).toBe(watched.inFlight.length);
          for (let account = 1; account <= 4; account++) expect(of(account, watched.inFlight).length).toBeLessThan(maxInFlight);
        }
        if (watched.inFlight.length === maxInFlight) return;
        watched.pool.come(5, 1);
        expect(watched.pool.start(0)?.account).toBe(5);
      }),
      { numRuns: 200 },
    );
  });

  it('all waiting attempts are made in the end, and nothing is left in flight', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.array(stepOf, { maxLength: 300 }), (maxInFlight, steps) => {
        const watched = new Watched(maxInFlight);
        steps.forEach((step) => watched.take(step));
        while (watched.inFlight.length > 0) {
          watched.end(0, 'answered');
          watched.inFlight.push(...startAll(watched.pool));
        }
        expect([watched.pool.waiting, watched.pool.inFlight]).toEqual([0, 0]);
        crowd(watched.pool, 6);
        expect(startAll(watched.pool)).toHaveLength(startsWhenFresh(maxInFlight));
      }),
      { numRuns: 200 },
    );
  });
});
