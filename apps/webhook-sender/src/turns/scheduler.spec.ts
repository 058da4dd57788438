import { describe, expect, it } from '@jest/globals';
import { OwnedPartition } from '../partitions/owned-partition.js';
import { type Sign, TIMEOUTS_TO_OPEN } from '../queue/circuit-breaker.js';
import { type Consequence, ReceiverQueue } from '../queue/receiver-queue.js';
import { type Scheduled, Scheduler } from './scheduler.js';

const LIMITS = { maxInFlight: 64, maxWaitingAttempts: 1000 };
const SETTINGS = { maxInFlightPerReceiver: 16, probeIntervalMs: 30_000 };
/** Eight permits; degraded receivers share two of them. */
const SMALL = { ...LIMITS, maxInFlight: 8 };

interface Attempt extends Scheduled {
  readonly receiverId: string;
}

type Queue = ReceiverQueue<Attempt>;

/** A scheduler and the queues of its receivers, each made when first needed. */
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

  /** Adds attempts, each with a consignment of its own. */
  come(receiverId: string, count = 1, { isRetry = false, account = 1 } = {}): void {
    for (let index = 0; index < count; index++)
      this.add({
        receiverId,
        queue: this.queue(receiverId, account),
        consignmentId: `c-${this.serial++}`,
        isRetry,
        isStored: false,
        waitsSinceMs: 0,
      });
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

  /** Returns the three attempts in flight of a queue whose allowance one answer has raised. */
  threeInFlight(receiverId: string): Attempt[] {
    this.come(receiverId, 4);
    const [first, second] = this.startAll();
    this.end(first!, 'answered');
    return [second!, ...this.startAll()];
  }

  /** Gives the queue answers until it has its full allowance. */
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

  it('skips receivers to which no POST may begin now, and comes back to them', () => {
    const pool = new Pool(LIMITS);
    ['held', 'held', 'free', 'free'].forEach((receiver) => pool.come(receiver));
    const asked: string[] = [];
    const mayBegin = ({ receiverId, waiting }: Queue): boolean => asked.push(`${receiverId} ${waiting}`) > 0 && receiverId === 'free';
    const started = Array.from({ length: 3 }, () => pool.start(0, mayBegin)?.receiverId);
    expect(started).toEqual(['free', 'free', undefined]);
    expect(asked).toEqual(['held 2', 'free 2', 'held 2', 'free 1', 'held 2']);
    expect(receiversOf(pool.startAll())).toEqual(['held', 'held']);
  });

  it('keeps a quarter of the permits for receivers with at most one POST in flight, even in a burst', () => {
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

  it('gives the permits that a burst took from that quarter to others as they become free', () => {
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

  it('counts a queue’s attempts in flight as degraded from its first time-out until an answer', () => {
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

  it('stops counting a queue’s attempts in flight as degraded after an answer', () => {
    const pool = new Pool(SMALL);
    ['one', 'two', 'three'].forEach((receiver) => pool.timeOut(receiver));
    const [first, second] = pool.threeInFlight('cleared');
    pool.end(first!, 'timeout');
    pool.end(second!, 'answered');
    ['one', 'two', 'three'].forEach((receiver) => pool.come(receiver));
    expect(receiversOf(pool.startAll())).toEqual(['one', 'two']);
  });

  it('goes on with a queue at its limit when a permit becomes free', () => {
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

  it('shares memory: one busy receiver gets half, two get a third each, and a receiver that is not busy always finds room', () => {
    const pool = new Pool(LIMITS);
    const isFull = (receiver: string): boolean => pool.queue(receiver).isForTable(0, pool.longestQueue);
    const fill = (receiver: string): number => {
      while (!isFull(receiver)) pool.come(receiver);
      return pool.queue(receiver).waiting;
    };
    expect(['busy', 'second', 'third'].map(fill)).toEqual([500, 250, 125]);
    expect(isFull('quiet')).toBe(false);
  });

  it('frees the memory of attempts that leave: stored or forgotten', () => {
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
    ['at least two', { max: 1_000, own: 0, others: 1_000 }, 2],
    ['half of the free room', { max: 1_000, own: 0, others: 600 }, 200],
    ['the present number and half of the free room', { max: 1_000, own: 100, others: 500 }, 300],
    ['500 at most', { max: 10_000, own: 1, others: 0 }, 500],
  ])('gives the rows of a receiver room in memory: %s', (_, { max, own, others }, room) => {
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
  /** Two receivers with one POST a second, whose latest POST was just now. */
  function limited(pool: Pool, receiverId: string, nowMs: number): void {
    pool.queue(receiverId).limit({ maxPerSecond: 1, maxInFlight: null }, nowMs);
    pool.come(receiverId, 2);
    pool.end(pool.start(nowMs)!, 'answered');
  }

  it('is the earliest moment of all skipped receivers', () => {
    const pool = new Pool(LIMITS);
    limited(pool, 'late', 500);
    limited(pool, 'early', 200);
    expect([pool.start(600), pool.nextStartMs()]).toEqual([undefined, 1_220]);
    expect(receiversOf(pool.startAll(1_220))).toEqual(['early']);
    expect(pool.nextStartMs()).toBe(1_520);
  });

  it('is reported once; skipped receivers are looked at again', () => {
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
  ])('is unknown when %s', (_, begin) => {
    const pool = new Pool(LIMITS);
    begin(pool);
    pool.startAll();
    expect(pool.nextStartMs()).toBe(Infinity);
  });
});

describe('a change of a queue’s state', () => {
  /** Four permits; degraded receivers share one of them. */
  const FOUR_PERMITS = { ...LIMITS, maxInFlight: 4 };

  it('frees a receiver’s degraded permit when everything is forgotten', () => {
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

  it('counts a receiver’s attempts in flight as degraded when its circuit is taken over', () => {
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

  it('returns the change of the circuit', () => {
    const pool = new Pool(LIMITS);
    const turns = Array.from({ length: TIMEOUTS_TO_OPEN }, () => pool.timeOut('hanging').circuit);
    expect(turns).toEqual([undefined, undefined, undefined, undefined, 'opened']);
    pool.come('hanging');
    expect(pool.end(pool.start(0)!, 'answered').circuit).toBe('closed');
  });
});
