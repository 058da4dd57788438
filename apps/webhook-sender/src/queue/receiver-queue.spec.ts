import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TIMEOUTS_TO_OPEN } from './circuit-breaker.js';
import { ReceiverQueue, type Origin } from './receiver-queue.js';

const PROBE_INTERVAL_MS = 30_000;

interface Attempt {
  readonly id: number;
  readonly consignmentId: string;
  readonly isRetry: boolean;
  readonly isStored: boolean;
  readonly isLastChance?: boolean;
}

const attempt = (id: number, consignmentId: string, changes: Partial<Attempt> = {}): Attempt => ({
  id,
  consignmentId,
  isRetry: false,
  isStored: false,
  ...changes,
});
const finishAll = (queue: ReceiverQueue<Attempt>, attempts: readonly Attempt[]): void =>
  attempts.forEach((each) => void queue.finish(each, 'answered', 0));

/** A queue that has had enough answers to use its full limit. */
function warmQueue(maxInFlight: number): ReceiverQueue<Attempt> {
  const queue = new ReceiverQueue<Attempt>(maxInFlight, PROBE_INTERVAL_MS);
  for (let index = 0; index < 10; index++) {
    queue.add(attempt(-index - 1, `warm-${index}`));
    queue.finish(queue.start()!, 'answered', 0);
  }
  return queue;
}

const startAll = (queue: ReceiverQueue<Attempt>): Attempt[] => {
  const started: Attempt[] = [];
  for (let next = queue.start(); next; next = queue.start()) started.push(next);
  return started;
};
const idsOf = (attempts: readonly Attempt[]): number[] => attempts.map(({ id }) => id);

describe('ReceiverQueue', () => {
  it('begins with two at once and doubles with every answer up to its limit', () => {
    const queue = new ReceiverQueue<Attempt>(16, PROBE_INTERVAL_MS);
    for (let index = 0; index < 100; index++) queue.add(attempt(index, `c-${index}`));
    const sizes = [0, 1, 2, 3, 4].map(() => {
      const started = startAll(queue);
      const size = queue.inFlight;
      queue.finish(started[0]!, 'answered', 0);
      finishAll(queue, started.slice(1));
      return size;
    });
    expect(sizes).toEqual([2, 8, 16, 16, 16]);
  });

  it('holds back an attempt while one of the same consignment is in flight, and lets others pass', () => {
    const queue = warmQueue(3);
    const first = attempt(1, 'a');
    [first, attempt(2, 'a'), attempt(3, 'b')].forEach((each) => queue.add(each));
    expect(idsOf(startAll(queue))).toEqual([1, 3]);
    queue.finish(first, 'answered', 0);
    expect(idsOf(startAll(queue))).toEqual([2]);
  });

  it('starts first attempts before retries, and gives retries half of its permits at most', () => {
    const queue = warmQueue(4);
    for (let index = 0; index < 6; index++) queue.add(attempt(index, `r-${index}`, { isRetry: true }));
    for (let index = 10; index < 13; index++) queue.add(attempt(index, `f-${index}`));
    const started = startAll(queue);
    expect(idsOf(started)).toEqual([10, 11, 12, 0]);
    finishAll(queue, started);
    expect(idsOf(startAll(queue))).toEqual([1, 2]);
  });

  it('gets one permit after a time-out until the next answer', () => {
    const queue = warmQueue(8);
    for (let index = 0; index < 20; index++) queue.add(attempt(index, `c-${index}`));
    const [slow, ...others] = startAll(queue);
    queue.finish(slow!, 'timeout', 0);
    finishAll(queue, []);
    others.forEach((each) => queue.finish(each, undefined, 0));
    expect(startAll(queue)).toHaveLength(1);
    expect(queue.circuit.isDegraded).toBe(true);
  });

  it('learns anew after a time-out: the answer that clears it gives it two permits, the next four', () => {
    const queue = warmQueue(16);
    for (let index = 0; index < 40; index++) queue.add(attempt(index, `c-${index}`));
    const [slow, ...others] = startAll(queue);
    queue.finish(slow!, 'timeout', 0);
    others.forEach((each) => queue.finish(each, undefined, 0));
    const sizes = [1, 2, 3].map(() => {
      const [next, ...more] = startAll(queue);
      const size = queue.inFlight;
      queue.finish(next!, 'answered', 0);
      more.forEach((each) => queue.finish(each, undefined, 0));
      return size;
    });
    expect(sizes).toEqual([1, 2, 4]);
  });

  it.each([
    [16, 2],
    [1, 1],
  ])('of %d permits begins with %d at once again when what it has learnt is forgotten', (maxInFlight, expected) => {
    const queue = warmQueue(maxInFlight);
    for (let index = 0; index < 20; index++) queue.add(attempt(index, `c-${index}`));
    expect(queue.forget()).toBe(false);
    expect(startAll(queue)).toHaveLength(expected);
  });

  it('opens its circuit after repeated time-outs, never by errors, and closes it with any answer', () => {
    const queue = new ReceiverQueue<Attempt>(8, PROBE_INTERVAL_MS);
    const post = (sign: 'answered' | 'timeout', nowMs: number): boolean => {
      queue.add(attempt(0, 'c'));
      return queue.finish(queue.start()!, sign, nowMs);
    };
    const turns = Array.from({ length: TIMEOUTS_TO_OPEN }, () => post('timeout', 1000));
    expect(turns).toEqual([false, false, false, false, true]);
    expect([queue.circuit.isProbeDue(1000 + PROBE_INTERVAL_MS - 1), queue.circuit.isProbeDue(1000 + PROBE_INTERVAL_MS)]).toEqual([
      false,
      true,
    ]);
    expect(post('timeout', 50_000)).toBe(false);
    expect(queue.circuit.isOpen).toBe(true);
    expect(post('answered', 90_000)).toBe(true);
    expect([queue.circuit.isOpen, queue.circuit.isDegraded]).toEqual([false, false]);
  });

  it('lets go of what expires with all its permits, degraded or not', () => {
    const queue = new ReceiverQueue<Attempt>(8, PROBE_INTERVAL_MS);
    queue.add(attempt(0, 'slow'));
    queue.finish(queue.start()!, 'timeout', 0);
    for (let index = 1; index <= 20; index++) queue.add(attempt(index, `c-${index}`, { isLastChance: true, isRetry: index % 2 === 0 }));
    expect(idsOf(startAll(queue))).toEqual([1, 3, 5, 7, 9, 11, 13, 15]);
  });

  it('lets go of retries that expire with all its permits, too', () => {
    const queue = new ReceiverQueue<Attempt>(8, PROBE_INTERVAL_MS);
    for (let index = 1; index <= 20; index++) queue.add(attempt(index, `c-${index}`, { isLastChance: true, isRetry: true }));
    expect(startAll(queue)).toHaveLength(8);
  });

  it.each<[Origin, number[]]>([
    ['all', [1, 2, 3, 4, 5]],
    ['buffered', [1, 2, 3]],
    ['stored', [4, 5]],
  ])('gives back %s of what waits, retries and what is behind another included, before anything has started', (which, ids) => {
    const queue = warmQueue(2);
    const waiting = [
      attempt(1, 'a'),
      attempt(2, 'a', { isRetry: true }),
      attempt(3, 'b', { isRetry: true }),
      attempt(4, 'c', { isStored: true }),
      attempt(5, 'd', { isRetry: true, isStored: true }),
    ];
    waiting.forEach((each) => queue.add(each));
    expect(idsOf(queue.takeWaiting(which)).toSorted((a, b) => a - b)).toEqual(ids);
    expect(queue.waiting).toBe(waiting.length - ids.length);
    expect(queue.takeWaiting(which)).toEqual([]);
    expect(idsOf(queue.takeWaiting('all'))).toHaveLength(waiting.length - ids.length);
    expect([queue.isIdle, queue.waiting]).toEqual([true, 0]);
  });

  it.each([
    ['buffered', 'stored'],
    ['stored', 'buffered'],
  ] as const)('counts neither what has started nor what has left: %s, then %s', (one, other) => {
    const queue = new ReceiverQueue<Attempt>(1, PROBE_INTERVAL_MS);
    queue.add(attempt(1, 'a', { isStored: one === 'stored' }));
    startAll(queue);
    queue.add(attempt(2, 'b', { isStored: other === 'stored' }));
    expect(idsOf(queue.takeWaiting(other))).toEqual([2]);
    queue.add(attempt(3, 'c', { isStored: one === 'stored' }));
    expect(idsOf(queue.takeWaiting(one))).toEqual([3]);
  });

  it('gives back what waits, each consignment in order, and holds it back behind what is in flight when it comes again', () => {
    const queue = warmQueue(2);
    queue.add(attempt(1, 'a'));
    const [started] = startAll(queue);
    [attempt(2, 'a'), attempt(3, 'b', { isStored: true }), attempt(4, 'a')].forEach((each) => queue.add(each));
    expect(idsOf(queue.takeWaiting('buffered'))).toEqual([2, 4]);
    expect(queue.waiting).toBe(1);
    expect(idsOf(queue.takeWaiting('all'))).toEqual([3]);
    expect([queue.inFlight, queue.waiting]).toEqual([1, 0]);
    queue.add(attempt(5, 'a'));
    expect(queue.start()).toBeUndefined(); // although it has a permit left
    queue.add(attempt(6, 'b'));
    expect(queue.start()?.id).toBe(6);
    queue.finish(started!, 'answered', 0);
    expect(queue.start()?.id).toBe(5);
  });

  it('whatever arrives and finishes: the limit holds, consignments stay in order, everything starts once', () => {
    const steps = fc.array(fc.oneof(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat(10)), { maxLength: 200 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), steps, (maxInFlight, plan) => {
        const queue = new ReceiverQueue<Attempt>(maxInFlight, PROBE_INTERVAL_MS);
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
          else if (inFlight.length > 0)
            queue.finish(inFlight.splice(step % inFlight.length, 1)[0]!, step % 3 === 0 ? 'timeout' : 'answered', 0);
          start();
        }
        while (inFlight.length > 0) {
          queue.finish(inFlight.pop()!, 'answered', 0);
          start();
        }
        expect(started).toHaveLength(added);
        for (const consignment of 'abcd') {
          const ids = idsOf(started.filter(({ consignmentId }) => consignmentId === consignment));
          expect(ids).toEqual(ids.toSorted((a, b) => a - b));
        }
        expect([queue.isIdle, queue.waiting, queue.inFlight]).toEqual([true, 0, 0]);
      }),
    );
  });
});
