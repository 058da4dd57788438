import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { OwnedPartition } from '../partitions/owned-partition.js';
import { REMEMBERED_MS, type Sign, TIMEOUTS_TO_OPEN } from './circuit-breaker.js';
import type { OrderedAttempt, Origin } from './ordered-attempts.js';
import { NO_LIMIT } from './pace.js';
import { type Consequence, type Hold, ReceiverQueue } from './receiver-queue.js';

const PROBE_INTERVAL_MS = 30_000;

interface Attempt extends OrderedAttempt {
  readonly id: number;
}

type Queue = ReceiverQueue<Attempt>;

const attempt = (id: number, consignmentId = `c-${id}`, changes: Partial<Attempt> = {}): Attempt => ({
  id,
  consignmentId,
  isRetry: false,
  isStored: false,
  waitsSinceMs: 0,
  ...changes,
});
const attempts = (count: number, changes: Partial<Attempt> = {}): Attempt[] =>
  Array.from({ length: count }, (_, index) => attempt(index, `c-${index}`, changes));

const newQueue = (maxInFlightPerReceiver = 16, ownedSinceMs = -Infinity): Queue =>
  new ReceiverQueue<Attempt>({ receiverId: 'r', account: 1 }, new OwnedPartition(0, 1, ownedSinceMs), {
    maxInFlightPerReceiver,
    probeIntervalMs: PROBE_INTERVAL_MS,
  });

const add = (queue: Queue, ...added: readonly Attempt[]): void => added.forEach((each) => queue.add(each));
const end = (queue: Queue, attempt: Attempt, sign?: Sign, nowMs = 0): Consequence => queue.ended(attempt, { sign }, nowMs);
const endAll = (queue: Queue, attempts: readonly Attempt[], sign?: Sign): void => attempts.forEach((each) => void end(queue, each, sign));

/** Starts as many attempts as order and permits allow. */
function startAll(queue: Queue): Attempt[] {
  const started: Attempt[] = [];
  while (queue.next !== undefined) started.push(queue.start(0)!);
  return started;
}

/** Makes one POST while nothing else waits. */
function post(queue: Queue, sign: Sign | undefined, { nowMs = 0, hold }: { nowMs?: number; hold?: Hold } = {}): Consequence {
  queue.add(attempt(-1, 'post'));
  return queue.ended(queue.start(nowMs)!, { sign, hold }, nowMs);
}

/** Returns a queue that has had enough answers to use its full limit. */
function warmQueue(maxInFlight: number): Queue {
  const queue = newQueue(maxInFlight);
  for (let index = 0; index < 10; index++) post(queue, 'answered');
  return queue;
}

const open = (queue: Queue, nowMs = 0): Consequence[] => Array.from({ length: TIMEOUTS_TO_OPEN }, () => post(queue, 'timeout', { nowMs }));
const hold = (queue: Queue, forMs: number, nowMs = 0): Consequence => post(queue, 'answered', { nowMs, hold: { forMs, httpStatus: 429 } });

const idsOf = (attempts: readonly Attempt[]): number[] => attempts.map(({ id }) => id);

describe('the order and permits of a queue', () => {
  it('begins with two at once and doubles with every answer up to its limit', () => {
    const queue = newQueue(16);
    add(queue, ...attempts(100));
    const sizes = [0, 1, 2, 3, 4].map(() => {
      const started = startAll(queue);
      const size = queue.inFlight;
      endAll(queue, started, 'answered');
      return size;
    });
    expect(sizes).toEqual([2, 8, 16, 16, 16]);
  });

  it('holds back an attempt while another of its consignment is in flight, and lets other consignments pass', () => {
    const queue = warmQueue(3);
    const first = attempt(1, 'a');
    add(queue, first, attempt(2, 'a'), attempt(3, 'b'));
    expect(idsOf(startAll(queue))).toEqual([1, 3]);
    end(queue, first, 'answered');
    expect(idsOf(startAll(queue))).toEqual([2]);
  });

  it('starts first attempts before retries, and gives retries half of its permits at most', () => {
    const queue = warmQueue(4);
    for (let index = 0; index < 6; index++) queue.add(attempt(index, `r-${index}`, { isRetry: true }));
    for (let index = 10; index < 13; index++) queue.add(attempt(index, `f-${index}`));
    const started = startAll(queue);
    expect(idsOf(started)).toEqual([10, 11, 12, 0]);
    endAll(queue, started, 'answered');
    expect(idsOf(startAll(queue))).toEqual([1, 2]);
  });

  it('gets one permit after a time-out until the next answer', () => {
    const queue = warmQueue(8);
    add(queue, ...attempts(20));
    const [slow, ...others] = startAll(queue);
    end(queue, slow!, 'timeout');
    endAll(queue, others);
    expect(startAll(queue)).toHaveLength(1);
    expect(queue.isDegraded).toBe(true);
  });

  it('starts over after a time-out: the first answer gives two permits, the next four', () => {
    const queue = warmQueue(16);
    add(queue, ...attempts(40));
    const [slow, ...others] = startAll(queue);
    end(queue, slow!, 'timeout');
    endAll(queue, others);
    const sizes = [1, 2, 3].map(() => {
      const [next, ...more] = startAll(queue);
      const size = queue.inFlight;
      end(queue, next!, 'answered');
      endAll(queue, more);
      return size;
    });
    expect(sizes).toEqual([1, 2, 4]);
  });

  it.each([
    [16, 2],
    [1, 1],
  ])('with %d permits begins with %d at once again after `forget`', (maxInFlight, expected) => {
    const queue = warmQueue(maxInFlight);
    add(queue, ...attempts(20));
    expect(queue.forget()).toBe(false);
    expect(startAll(queue)).toHaveLength(expected);
  });

  it('uses all its permits for expiring attempts, degraded or not', () => {
    const queue = newQueue(8);
    post(queue, 'timeout');
    for (let index = 1; index <= 20; index++) queue.add(attempt(index, `c-${index}`, { isLastChance: true, isRetry: index % 2 === 0 }));
    expect(idsOf(startAll(queue))).toEqual([1, 3, 5, 7, 9, 11, 13, 15]);
  });

  it('uses all its permits for expiring retries too', () => {
    const queue = newQueue(8);
    for (let index = 1; index <= 20; index++) queue.add(attempt(index, `c-${index}`, { isLastChance: true, isRetry: true }));
    expect(startAll(queue)).toHaveLength(8);
  });

  it.each<[Origin, number[]]>([
    ['all', [1, 2, 3, 4, 5]],
    ['buffered', [1, 2, 3]],
    ['stored', [4, 5]],
  ])('evicts %s of the waiting attempts, including retries and attempts behind others', (which, ids) => {
    const queue = warmQueue(2);
    const waiting = [
      attempt(1, 'a'),
      attempt(2, 'a', { isRetry: true }),
      attempt(3, 'b', { isRetry: true }),
      attempt(4, 'c', { isStored: true }),
      attempt(5, 'd', { isRetry: true, isStored: true }),
    ];
    add(queue, ...waiting);
    expect(idsOf(queue.evict(which)).toSorted((a, b) => a - b)).toEqual(ids);
    expect(queue.waiting).toBe(waiting.length - ids.length);
    expect(queue.evict(which)).toEqual([]);
    expect(idsOf(queue.evict('all'))).toHaveLength(waiting.length - ids.length);
    expect([queue.isForgettable(0), queue.waiting]).toEqual([true, 0]);
  });

  it.each([
    ['buffered', 'stored'],
    ['stored', 'buffered'],
  ] as const)('counts neither started nor evicted attempts: %s, then %s', (one, other) => {
    const queue = newQueue(1);
    queue.add(attempt(1, 'a', { isStored: one === 'stored' }));
    startAll(queue);
    queue.add(attempt(2, 'b', { isStored: other === 'stored' }));
    expect(idsOf(queue.evict(other))).toEqual([2]);
    queue.add(attempt(3, 'c', { isStored: one === 'stored' }));
    expect(idsOf(queue.evict(one))).toEqual([3]);
  });

  it('evicts waiting attempts in order per consignment, and keeps them behind attempts in flight when they come again', () => {
    const queue = warmQueue(2);
    queue.add(attempt(1, 'a'));
    const [started] = startAll(queue);
    add(queue, attempt(2, 'a'), attempt(3, 'b', { isStored: true }), attempt(4, 'a'));
    expect(idsOf(queue.evict('buffered'))).toEqual([2, 4]);
    expect(queue.waiting).toBe(1);
    expect(idsOf(queue.evict('all'))).toEqual([3]);
    expect([queue.inFlight, queue.waiting]).toEqual([1, 0]);
    queue.add(attempt(5, 'a'));
    expect(queue.next).toBeUndefined(); // although a permit is left
    queue.add(attempt(6, 'b'));
    expect(idsOf(startAll(queue))).toEqual([6]);
    end(queue, started!, 'answered');
    expect(idsOf(startAll(queue))).toEqual([5]);
  });

  it('keeps the limit and the order of consignments, and starts everything once, whatever arrives and finishes', () => {
    const steps = fc.array(fc.oneof(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat(10)), { maxLength: 200 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), steps, (maxInFlight, plan) => {
        const queue = newQueue(maxInFlight);
        const inFlight: Attempt[] = [];
        const started: Attempt[] = [];
        let added = 0;
        const start = (): void => {
          for (const next of startAll(queue)) {
            expect(inFlight.some(({ consignmentId }) => consignmentId === next.consignmentId)).toBe(false);
            inFlight.push(next);
            started.push(next);
            expect(inFlight.length).toBeLessThanOrEqual(maxInFlight);
          }
        };
        for (const step of plan) {
          if (typeof step === 'string') queue.add(attempt(added++, step));
          else if (inFlight.length > 0) end(queue, inFlight.splice(step % inFlight.length, 1)[0]!, step % 3 === 0 ? 'timeout' : 'answered');
          start();
        }
        while (inFlight.length > 0) {
          end(queue, inFlight.pop()!, 'answered');
          start();
        }
        expect(started).toHaveLength(added);
        for (const consignment of 'abcd') {
          const ids = idsOf(started.filter(({ consignmentId }) => consignmentId === consignment));
          expect(ids).toEqual(ids.toSorted((a, b) => a - b));
        }
        expect([queue.waiting, queue.inFlight]).toEqual([0, 0]);
      }),
    );
  });
});

/** A limit of one POST a second. */
const ONE_PER_SECOND = { maxPerSecond: 1, maxInFlight: null };

describe('an arriving attempt', () => {
  const LONGEST = 100;

  /** Counts how many attempts enter memory before the next attempt goes to the table. */
  function roomOf(queue: Queue): number {
    let count = 0;
    for (; count < 2 * LONGEST && !queue.isForTable(0, LONGEST); count++) queue.add(attempt(count));
    return count;
  }

  it.each<[string, (queue: Queue) => unknown]>([
    ['the table has rows of the receiver', (queue) => queue.rows.write()],
    ['the circuit is open', (queue) => open(queue)],
    ['the receiver is held', (queue) => hold(queue, 1_000)],
  ])('goes to the table while %s', (_, begin) => {
    const queue = newQueue();
    expect(queue.isForTable(0, LONGEST)).toBe(false);
    begin(queue);
    expect(queue.isForTable(0, LONGEST)).toBe(true);
  });

  it.each<[string, (queue: Queue) => unknown, number]>([
    ['the most that any queue may have now', () => undefined, LONGEST],
    ['16 when the latest POST timed out', (queue) => post(queue, 'timeout'), 16],
    ['two seconds of the owner’s limit', (queue) => queue.limit({ maxPerSecond: 20, maxInFlight: null }, 0), 40],
    [
      'the most that any queue may have, when the limit allows more',
      (queue) => queue.limit({ maxPerSecond: 80, maxInFlight: null }, 0),
      100,
    ],
    ['one while a key is checked', (queue) => queue.checkKey(), 1],
  ])('goes to the table behind this many in memory: %s', (_, begin, most) => {
    const queue = newQueue();
    begin(queue);
    expect(roomOf(queue)).toBe(most);
  });

  it('goes into memory again when the hold is over', () => {
    const queue = newQueue();
    hold(queue, 1_000);
    expect([999, 1_000].map((nowMs) => [queue.isHeld(nowMs), queue.isForTable(nowMs, LONGEST)])).toEqual([
      [true, true],
      [false, false],
    ]);
  });
});

describe('the next attempt', () => {
  it('may start at once', () => {
    const queue = newQueue();
    queue.add(attempt(1));
    expect(queue.startsAtMs(0)).toBeLessThanOrEqual(0);
  });

  it('starts when the hold is over', () => {
    const queue = newQueue();
    hold(queue, 1_000);
    queue.add(attempt(1));
    expect(queue.startsAtMs(0)).toBe(1_000);
    expect(queue.startsAtMs(1_000)).toBeLessThanOrEqual(1_000);
  });

  it('does not wait for the end of a hold when it is the last POST', () => {
    const queue = newQueue();
    hold(queue, 1_000);
    queue.add(attempt(1, 'c-1', { isLastChance: true }));
    expect(queue.startsAtMs(0)).toBeLessThanOrEqual(0);
  });

  it('starts an interval of the owner’s limit after the previous POST, even if it is the last POST', () => {
    const queue = newQueue();
    queue.limit(ONE_PER_SECOND, 0);
    post(queue, 'answered', { nowMs: 500 });
    expect(queue.startsAtMs(500)).toBe(1_520);
    queue.add(attempt(1, 'c-1', { isLastChance: true }));
    expect(queue.startsAtMs(500)).toBe(1_520);
  });

  it('starts at the end of the hold or of the interval, whichever is later', () => {
    const queue = newQueue();
    queue.limit(ONE_PER_SECOND, 0);
    hold(queue, 1_000, 500);
    queue.add(attempt(1));
    expect(queue.startsAtMs(500)).toBe(1_520);
    hold(queue, 5_000, 1_520);
    expect(queue.startsAtMs(1_520)).toBe(6_520);
  });

  it('starts an interval after this process has got the receiver', () => {
    const queue = newQueue(16, 500);
    queue.limit(ONE_PER_SECOND, 700);
    expect(queue.startsAtMs(700)).toBe(1_520);
  });

  it('starts when all keys are checked', () => {
    const queue = newQueue();
    const [first, second] = [queue.checkKey(), queue.checkKey()];
    queue.add(attempt(1, 'c-1', { isLastChance: true }));
    expect([queue.startsAtMs(0), queue.isPaced]).toEqual([Infinity, true]);
    first();
    expect(queue.startsAtMs(0)).toBe(Infinity);
    second();
    expect([queue.startsAtMs(0) <= 0, queue.isPaced]).toEqual([true, false]);
  });

  it('waits for a POST to end when as many are in flight as the owner allows, POSTs of former owners included', () => {
    const queue = newQueue();
    queue.limit({ maxPerSecond: null, maxInFlight: 2 }, 0);
    expect([queue.isInFlightLimited, queue.isPaced]).toEqual([true, true]);
    add(queue, ...attempts(4));
    queue.inFlightElsewhere = 1;
    const first = queue.start(0)!;
    expect(queue.startsAtMs(0)).toBe(Infinity);
    queue.inFlightElsewhere = 0;
    expect(queue.startsAtMs(0)).toBeLessThanOrEqual(0);
    queue.start(0);
    expect(queue.startsAtMs(0)).toBe(Infinity);
    end(queue, first, 'answered');
    expect(queue.startsAtMs(0)).toBeLessThanOrEqual(0);
  });
});

describe('the outcome of a POST', () => {
  it('opens the circuit after repeated time-outs, and closes it when the receiver answers', () => {
    const queue = newQueue();
    expect(open(queue, 1_000).map(({ circuit }) => circuit)).toEqual([undefined, undefined, undefined, undefined, 'opened']);
    expect([-1, 0].map((late) => queue.isProbeDue(1_000 + PROBE_INTERVAL_MS + late))).toEqual([false, true]);
    expect(post(queue, 'timeout', { nowMs: 50_000 }).circuit).toBeUndefined();
    expect(queue.isOpen).toBe(true);
    expect(post(queue, 'answered', { nowMs: 90_000 }).circuit).toBe('closed');
    expect([queue.isOpen, queue.isDegraded]).toEqual([false, false]);
  });

  it('teaches nothing when nothing was sent', () => {
    const queue = newQueue();
    Array.from({ length: TIMEOUTS_TO_OPEN - 1 }, () => post(queue, 'timeout'));
    expect(post(queue, undefined)).toEqual({ circuit: undefined, isHeld: false });
    expect([queue.isDegraded, queue.isOpen]).toEqual([true, false]);
    add(queue, ...attempts(4));
    expect(startAll(queue)).toHaveLength(1);
  });

  it('holds the receiver, and is reported when the hold is longer than before', () => {
    const queue = newQueue();
    const isNews = [1_000, 1_500, 1_501, 1_000].map((forMs) => hold(queue, forMs).isHeld);
    expect(isNews).toEqual([true, false, true, false]);
    expect([1_500, 1_501].map((nowMs) => queue.isHeld(nowMs))).toEqual([true, false]);
  });

  it('holds the receiver although nothing was sent, because its server rests', () => {
    const queue = newQueue();
    expect(post(queue, undefined, { hold: { forMs: 1_000, httpStatus: undefined } })).toEqual({ circuit: undefined, isHeld: true });
    expect(queue.isHeld(999)).toBe(true);
  });
});

describe('the state that a queue reports', () => {
  const RECEIVER = { receiverId: 'r', account: 1 };

  it('is undefined when nothing is open, held or limited', () => {
    const queue = newQueue();
    post(queue, 'timeout');
    queue.add(attempt(1));
    expect(queue.state(0)).toBeUndefined();
  });

  it('contains an open circuit, until its next probe', () => {
    const queue = newQueue();
    open(queue);
    const untilProbes = [0, 10_000, PROBE_INTERVAL_MS, PROBE_INTERVAL_MS + 5_000].map((nowMs) => queue.state(nowMs)?.untilProbeMs);
    expect(untilProbes).toEqual([PROBE_INTERVAL_MS, 20_000, 0, 0]);
  });

  it('contains a hold, until it is over', () => {
    const queue = newQueue();
    hold(queue, 1_000);
    expect(queue.state(400)).toEqual({ ...RECEIVER, heldForMs: 600, heldHttpStatus: 429 });
    expect(queue.state(1_000)).toBeUndefined();
  });

  it('contains the owner’s limit, while attempts wait in memory', () => {
    const queue = newQueue();
    queue.limit(ONE_PER_SECOND, 0);
    expect(queue.state(0)).toBeUndefined();
    add(queue, ...attempts(3));
    add(queue, attempt(3, 'c-3', { isRetry: true, waitsSinceMs: -5_000 }), attempt(4, 'c-3', { waitsSinceMs: -9_000 }));
    expect(queue.state(1_000)).toEqual({ ...RECEIVER, limited: 5, oldestWaitedMs: 10_000 });
  });

  it('contains everything at once, and is restored at the next owner', () => {
    const former = newQueue();
    open(former, 1_000);
    post(former, undefined, { nowMs: 1_000, hold: { forMs: 60_000, httpStatus: 503 } });
    const told = former.state(11_000)!;
    expect(told).toEqual({ ...RECEIVER, untilProbeMs: 20_000, heldForMs: 50_000, heldHttpStatus: 503 });

    const next = newQueue();
    next.restore(told, 500_000);
    expect(next.state(500_000)).toEqual(told);
    expect([next.isOpen, next.isDegraded, next.isHeld(549_999), next.isHeld(550_000)]).toEqual([true, true, true, false]);
    expect([519_999, 520_000].map((nowMs) => next.isProbeDue(nowMs))).toEqual([false, true]);
  });

  it('is forgotten except for limits and rows', () => {
    const queue = newQueue();
    queue.limit(ONE_PER_SECOND, 0);
    queue.rows.write();
    hold(queue, 1_000);
    open(queue);
    queue.add(attempt(1));
    expect([queue.forget(), queue.forget()]).toEqual([true, false]);
    expect([queue.isOpen, queue.isDegraded, queue.isHeld(0)]).toEqual([false, false, false]);
    expect([queue.isLimited, queue.rows.isAny, queue.waiting]).toEqual([true, true, 1]);
  });
});

describe('an open circuit', () => {
  it('has its next probe an interval after the start of the latest POST, whatever becomes of that POST', () => {
    const queue = newQueue();
    open(queue);
    post(queue, undefined, { nowMs: 40_000 });
    expect([69_999, 70_000].map((nowMs) => queue.isProbeDue(nowMs))).toEqual([false, true]);
  });

  it('is not opened again by a POST that starts after an answer has closed it', () => {
    const queue = newQueue();
    open(queue);
    post(queue, 'answered');
    post(queue, undefined);
    expect([queue.isOpen, queue.isProbeDue(PROBE_INTERVAL_MS)]).toEqual([false, false]);
  });

  it('lapses when its pause is over and nothing waits in the table: the next time-out opens it again', () => {
    const queue = newQueue();
    open(queue);
    expect(queue.lapse(PROBE_INTERVAL_MS - 1)).toBe(false);
    expect(queue.lapse(PROBE_INTERVAL_MS)).toBe(true);
    expect(queue).toMatchObject({ isOpen: false, isDegraded: true });
    expect(queue.isForTable(PROBE_INTERVAL_MS, 100)).toBe(false);
    expect(queue.state(PROBE_INTERVAL_MS)).toBeUndefined();
    expect(queue.lapse(PROBE_INTERVAL_MS)).toBe(false);
    expect(post(queue, 'timeout', { nowMs: PROBE_INTERVAL_MS }).circuit).toBe('opened');
  });

  it('does not lapse while a row waits that can be its probe', () => {
    const queue = newQueue();
    open(queue);
    queue.rows.write();
    expect(queue.lapse(PROBE_INTERVAL_MS)).toBe(false);
    expect(queue.isOpen).toBe(true);
  });
});

describe('a queue', () => {
  it('may be removed when it is new, and when everything in it has ended', () => {
    const queue = newQueue();
    expect(queue.isForgettable(0)).toBe(true);
    queue.limit(NO_LIMIT, 0);
    post(queue, 'answered');
    expect(queue.isForgettable(0)).toBe(true);
  });

  /**
   * Starts an attempt.
   * @returns a function that ends the attempt
   */
  function begin(queue: Queue): () => void {
    queue.add(attempt(1));
    const started = queue.start(0)!;
    return () => void end(queue, started);
  }

  it.each<[string, (queue: Queue) => () => unknown]>([
    ['an attempt waits', (queue) => (queue.add(attempt(1)), () => queue.evict('all'))],
    ['an attempt is in flight', (queue) => begin(queue)],
    ['an attempt is not recorded', (queue) => ((queue.unrecorded = 1), () => (queue.unrecorded = 0))],
    ['the table has rows of its receiver', (queue) => ((queue.rows.isAny = true), () => (queue.rows.isAny = false))],
    ['table receiver_queue has its row', (queue) => ((queue.told = 'held'), () => (queue.told = undefined))],
    ['a key is checked', (queue) => queue.checkKey()],
    ['its receiver is held', (queue) => (hold(queue, 1_000), () => queue.forget())],
    ['its circuit is open', (queue) => (open(queue), () => queue.forget())],
    ['its receiver is degraded', (queue) => (post(queue, 'timeout'), () => post(queue, 'answered'))],
  ])('stays while %s', (_, begin) => {
    const queue = newQueue();
    const end = begin(queue);
    expect(queue.isForgettable(0)).toBe(false);
    end();
    expect(queue.isForgettable(0)).toBe(true);
  });

  it('stays until an interval of the owner’s limit has passed since the latest POST', () => {
    const queue = newQueue();
    queue.limit(ONE_PER_SECOND, 0);
    post(queue, 'answered');
    expect([1_019, 1_020].map((nowMs) => queue.isForgettable(nowMs))).toEqual([false, true]);
  });

  it('may be removed when its hold is over', () => {
    const queue = newQueue();
    hold(queue, 1_000);
    expect([999, 1_000].map((nowMs) => queue.isForgettable(nowMs))).toEqual([false, true]);
  });

  it('remembers that its receiver is degraded for as long as retries may come', () => {
    const queue = newQueue();
    post(queue, 'timeout');
    expect([REMEMBERED_MS, REMEMBERED_MS + 1].map((nowMs) => queue.isForgettable(nowMs))).toEqual([false, true]);
  });
});
