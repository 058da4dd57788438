import { describe, expect, it } from '@jest/globals';
import { OwnedPartition } from '../partitions/owned-partition.js';
import { type Sign, TIMEOUTS_TO_OPEN } from '../queue/circuit-breaker.js';
import { type Consequence, ReceiverQueue } from '../queue/receiver-queue.js';
import { type Scheduled, Scheduler } from './scheduler.js';

const LIMITS = { maxInFlight: 64, maxWaitingAttempts: 1000 };
const SETTINGS = { maxInFlightPerReceiver: 16, probeIntervalMs: 30_000 };
/** Eight permits, of which degraded receivers share two. */
const SMALL = { ...LIMITS, maxInFlight: 8 };

interface Attempt extends Scheduled {
  readonly receiverId: string;
}

type Queue = ReceiverQueue<Attempt>;

/** A scheduler and the queues of its receivers, each made at first need. */
class Pool extends Scheduler<Attempt> {
  private readonly queues = new Map<string, Queue>();
  private serial = 0;

  queue(receiverId: string, account = 1): Queue {
    const known = this.queues.get(receiverId);
    if (known) return known;
    const queue = new ReceiverQueue<Attempt>({ receiverId, account }, new OwnedPartition(0, 1, -Infinity), SETTINGS);
    this.queues.set(receiverId, queue);
    return queue;
  }

  /** So many attempts, each of a consignment of its own. */
  come(receiverId: string, count = 1, { isRetry = false, account = 1 } = {}): void {
    for (let index = 0; index < count; index++)
      this.add({ receiverId, queue: this.queue(receiverId, account), consignmentId: `c-${this.serial++}`, isRetry, isStored: false });
  }

  startAll(nowMs = 0): Attempt[] {
    const started: Attempt[] = [];
    for (let next = this.start(nowMs); next; next = this.start(nowMs)) started.push(next);
    return started;
  }

  end(attempt: Attempt, sign?: Sign): Consequence {
    return this.ended(attempt, { sign }, 0);
  }

  timeOut(receiverId: string): Consequence {
    this.come(receiverId);
    return this.end(this.start(0)!, 'timeout');
  }

  /** The three attempts in flight of a queue that one answer has given a larger allowance. */
  threeInFlight(receiverId: string): Attempt[] {
    this.come(receiverId, 4);
    const [first, second] = this.startAll();
    this.end(first!, 'answered');
    return [second!, ...this.startAll()];
  }

  /** Answers have given its queue all that it may have. */
  warm(receiverId: string): void {
    for (let index = 0; index < 5; index++) {
      this.come(receiverId);
      this.end(this.start(0)!, 'answered');
    }
  }
}

const receiversOf = (attempts: readonly Attempt[]): string[] => attempts.map(({ receiverId }) => receiverId);

describe('the scheduler', () => {
  it('lets receivers take turns', () => {
    const pool = new Pool({ ...LIMITS, maxInFlight: 6 });
    pool.come('busy', 5);
    ['a', 'b'].forEach((receiver) => pool.come(receiver));
    expect(receiversOf(pool.startAll())).toEqual(['busy', 'a', 'b', 'busy']);
  });

  it('passes over receivers to which no POST may begin now, and comes back to them', () => {
    const pool = new Pool(LIMITS);
    ['held', 'held', 'free', 'free'].forEach((receiver) => pool.come(receiver));
    const asked: string[] = [];
    const mayBegin = ({ receiverId, waiting }: Queue): boolean => asked.push(`${receiverId} ${waiting}`) > 0 && receiverId === 'free';
    const started = Array.from({ length: 3 }, () => pool.start(0, mayBegin)?.receiverId);
    expect(started).toEqual(['free', 'free', undefined]);
    expect(asked).toEqual(['held 2', 'free 2', 'held 2', 'free 1', 'held 2']);
    expect(receiversOf(pool.startAll())).toEqual(['held', 'held']);
  });

  it('keeps a quarter of the permits for those with at most one POST in flight: a burst of receivers that used to answer leaves room', () => {
    const pool = new Pool(LIMITS);
    const hanging = ['a', 'b', 'c', 'd', 'e'];
    hanging.forEach((receiver) => pool.warm(receiver));
    hanging.forEach((receiver) => pool.come(receiver, 16));
    pool.startAll();
    expect([pool.inFlight, pool.waiting]).toEqual([48, 32]);
    for (let index = 0; index < 16; index++) pool.come(`healthy-${index}`, 1, { account: 2 + index });
    expect(pool.startAll().every(({ receiverId }) => receiverId.startsWith('healthy'))).toBe(true);
    expect(pool.inFlight).toBe(LIMITS.maxInFlight);
  });

  it('gives what a burst has taken of that quarter, each receiver its modest start, to others as it comes free', () => {
    const pool = new Pool(LIMITS);
    const hanging = Array.from({ length: 40 }, (_, index) => `hanging-${index}`);
    hanging.forEach((receiver, account) => pool.come(receiver, 16, { account }));
    const burst = pool.startAll();
    expect([burst.length, new Set(receiversOf(burst)).size]).toEqual([LIMITS.maxInFlight, 40]);
    pool.come('healthy', 1, { account: 99 });
    burst.slice(0, 20).forEach((each) => pool.end(each, 'timeout'));
    expect(receiversOf(pool.startAll())).toContain('healthy');
  });

  it('gives all degraded receivers together a quarter of the permits', () => {
    const pool = new Pool(LIMITS);
    const suspects = Array.from({ length: 60 }, (_, index) => `degraded-${index}`);
    suspects.forEach((receiver) => pool.timeOut(receiver));
    suspects.forEach((receiver) => pool.come(receiver, 2));
    expect(pool.startAll()).toHaveLength(LIMITS.maxInFlight / 4);
    for (let index = 0; index < 30; index++) pool.come(`healthy-${index}`);
    expect(pool.startAll()).toHaveLength(30);
  });

  it('counts what a queue has in flight as degraded from its first time-out until an answer clears it', () => {
    const pool = new Pool(SMALL);
    ['one', 'two', 'three'].forEach((receiver) => pool.timeOut(receiver));
    const [first, second, third] = pool.threeInFlight('slow');
    pool.end(first!, 'timeout');
    pool.come('one');
    expect(pool.start(0)).toBeUndefined();
    pool.end(second!, 'timeout');
    ['two', 'three'].forEach((receiver) => pool.come(receiver));
    expect(receiversOf(pool.startAll())).toEqual(['one']);
    pool.end(third!, 'answered');
    expect(receiversOf(pool.startAll())).toEqual(['two']);
  });

  it('counts no longer what a queue still has in flight when an answer has cleared it', () => {
    const pool = new Pool(SMALL);
    ['one', 'two', 'three'].forEach((receiver) => pool.timeOut(receiver));
    const [first, second] = pool.threeInFlight('cleared');
    pool.end(first!, 'timeout');
    pool.end(second!, 'answered');
    ['one', 'two', 'three'].forEach((receiver) => pool.come(receiver));
    expect(receiversOf(pool.startAll())).toEqual(['one', 'two']);
  });

  it('goes on with a queue whose permits were full when one of them is free', () => {
    const pool = new Pool(LIMITS);
    pool.come('busy', 4);
    const [first] = pool.startAll();
    expect([pool.inFlight, pool.start(0)]).toEqual([2, undefined]);
    pool.end(first!);
    expect(pool.start(0)?.receiverId).toBe('busy');
  });

  it('never lets a wave of retries take the permits kept for first attempts', () => {
    const pool = new Pool(LIMITS);
    const receivers = Array.from({ length: 80 }, (_, index) => `r-${index}`);
    receivers.forEach((receiver) => pool.come(receiver, 10, { isRetry: true }));
    expect(pool.startAll()).toHaveLength(LIMITS.maxInFlight * 0.75);
    pool.come('buffered');
    expect(pool.start(0)?.receiverId).toBe('buffered');
  });

  it('shares memory: one busy receiver gets half of it, two a third each, and one that is not busy always finds room', () => {
    const pool = new Pool(LIMITS);
    const isFull = (receiver: string): boolean => pool.queue(receiver).isForTable(0, pool.longestQueue);
    const fill = (receiver: string): number => {
      while (!isFull(receiver)) pool.come(receiver);
      return pool.queue(receiver).waiting;
    };
    expect(['busy', 'second', 'third'].map(fill)).toEqual([500, 250, 125]);
    expect(isFull('quiet')).toBe(false);
  });

  it('gives what waits room in memory again when it leaves: stored, or forgotten', () => {
    const pool = new Pool(LIMITS);
    pool.come('busy', 500);
    const [started] = pool.startAll();
    expect([pool.waiting, pool.longestQueue]).toEqual([498, 502]);
    expect(pool.evict(pool.queue('busy'), 'all')).toHaveLength(498);
    expect([pool.waiting, pool.longestQueue, pool.inFlight]).toEqual([0, 1000, 2]);
    pool.end(started!, 'answered');
    expect(pool.start(0)).toBeUndefined();
  });

  it.each([
    ['two at least', { max: 1_000, own: 0, others: 1_000 }, 2],
    ['half of what is free', { max: 1_000, own: 0, others: 600 }, 200],
    ['what it has and half of what is free', { max: 1_000, own: 100, others: 500 }, 300],
    ['500 at most', { max: 10_000, own: 1, others: 0 }, 500],
  ])('gives the rows of a receiver room in memory for %s', (_, { max, own, others }, room) => {
    const pool = new Pool({ ...LIMITS, maxWaitingAttempts: max });
    pool.come('receiver', own);
    pool.come('others', others);
    expect(pool.roomOf(pool.queue('receiver'))).toBe(room);
  });

  it('gives the rows of a limited receiver no more room than its limit needs', () => {
    const pool = new Pool(LIMITS);
    pool.queue('limited').limit({ maxPerSecond: 20, maxInFlight: null }, 0);
    expect(pool.roomOf(pool.queue('limited'))).toBe(40);
  });
});

describe('when the next attempt starts', () => {
  /** One POST a second each, the latest of them just then. */
  function limited(pool: Pool, receiverId: string, nowMs: number): void {
    pool.queue(receiverId).limit({ maxPerSecond: 1, maxInFlight: null }, nowMs);
    pool.come(receiverId, 2);
    pool.end(pool.start(nowMs)!, 'answered');
  }

  it('is the earliest moment of all receivers that were passed over', () => {
    const pool = new Pool(LIMITS);
    limited(pool, 'late', 500);
    limited(pool, 'early', 200);
    expect([pool.start(600), pool.nextStartMs()]).toEqual([undefined, 1_220]);
    expect(receiversOf(pool.startAll(1_220))).toEqual(['early']);
    expect(pool.nextStartMs()).toBe(1_520);
  });

  it('is told once: who was passed over before is looked at again', () => {
    const pool = new Pool(LIMITS);
    limited(pool, 'limited', 500);
    pool.start(600);
    expect([pool.nextStartMs(), pool.nextStartMs()]).toEqual([1_520, Infinity]);
  });

  it('is the end of a hold', () => {
    const pool = new Pool(LIMITS);
    pool.come('held', 2);
    const [first] = pool.startAll();
    pool.ended(first!, { hold: { forMs: 5_000, httpStatus: 429 } }, 0);
    pool.come('held');
    expect([pool.start(4_999), pool.nextStartMs()]).toEqual([undefined, 5_000]);
    expect(receiversOf(pool.startAll(5_000))).toEqual(['held']);
  });

  it.each<[string, (pool: Pool) => unknown]>([
    ['nothing waits', () => undefined],
    ['a permit must come free first', (pool) => pool.come('busy', 3)],
    ['a key is checked first', (pool) => (pool.queue('new').checkKey(), pool.come('new'))],
  ])('is not known where %s', (_, begin) => {
    const pool = new Pool(LIMITS);
    begin(pool);
    pool.startAll();
    expect(pool.nextStartMs()).toBe(Infinity);
  });
});

describe('a change of what a queue has learnt', () => {
  /** Degraded receivers share one. */
  const FOUR_PERMITS = { ...LIMITS, maxInFlight: 4 };

  it('frees the permit that a receiver has among the degraded ones when all is forgotten', () => {
    const pool = new Pool(FOUR_PERMITS);
    ['gone', 'degraded'].forEach((receiver) => pool.timeOut(receiver));
    pool.come('gone');
    const inFlight = pool.start(0)!;
    pool.come('degraded');
    expect(pool.start(0)).toBeUndefined();
    const gone = pool.queue('gone');
    pool.change(gone, () => gone.forget());
    expect(pool.start(0)?.receiverId).toBe('degraded');
    pool.end(inFlight);
    expect(pool.inFlight).toBe(1);
  });

  it('counts what a receiver has in flight as degraded when its circuit is taken over', () => {
    const pool = new Pool(FOUR_PERMITS);
    pool.timeOut('degraded');
    pool.come('taken over');
    const inFlight = pool.start(0)!;
    const queue = pool.queue('taken over');
    pool.change(queue, () => queue.restore({ receiverId: 'taken over', account: 1, untilProbeMs: 100 }, 0));
    pool.come('degraded');
    expect(pool.start(0)).toBeUndefined();
    pool.end(inFlight);
    expect(pool.start(0)?.receiverId).toBe('degraded');
  });

  it('is told by what the circuit did', () => {
    const pool = new Pool(LIMITS);
    const turns = Array.from({ length: TIMEOUTS_TO_OPEN }, () => pool.timeOut('hanging').circuit);
    expect(turns).toEqual([undefined, undefined, undefined, undefined, 'opened']);
    pool.come('hanging');
    expect(pool.end(pool.start(0)!, 'answered').circuit).toBe('closed');
  });
});
