import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TIMEOUTS_TO_OPEN } from './circuit-breaker.js';
import { Lane, type Which } from './receiver-queue.js';

const PROBE_INTERVAL_MS = 30_000;

interface Job {
  readonly id: number;
  readonly consignmentId: string;
  readonly isRetry: boolean;
  readonly isStored: boolean;
  readonly isLastChance?: boolean;
}

const job = (id: number, consignmentId: string, changes: Partial<Job> = {}): Job => ({
  id,
  consignmentId,
  isRetry: false,
  isStored: false,
  ...changes,
});
const finishAll = (lane: Lane<Job>, jobs: readonly Job[]): void => jobs.forEach((each) => void lane.finish(each, 'answered', 0));

/** A lane that has had enough answers to use its full limit. */
function warmLane(maxInFlight: number): Lane<Job> {
  const lane = new Lane<Job>(maxInFlight, PROBE_INTERVAL_MS);
  for (let index = 0; index < 10; index++) {
    lane.add(job(-index - 1, `warm-${index}`));
    lane.finish(lane.start()!, 'answered', 0);
  }
  return lane;
}

const startAll = (lane: Lane<Job>): Job[] => {
  const started: Job[] = [];
  for (let next = lane.start(); next; next = lane.start()) started.push(next);
  return started;
};
const idsOf = (jobs: readonly Job[]): number[] => jobs.map(({ id }) => id);

describe('Lane', () => {
  it('begins with two at once and doubles with every answer up to its limit', () => {
    const lane = new Lane<Job>(16, PROBE_INTERVAL_MS);
    for (let index = 0; index < 100; index++) lane.add(job(index, `c-${index}`));
    const sizes = [0, 1, 2, 3, 4].map(() => {
      const started = startAll(lane);
      const size = lane.inFlight;
      lane.finish(started[0]!, 'answered', 0);
      finishAll(lane, started.slice(1));
      return size;
    });
    expect(sizes).toEqual([2, 8, 16, 16, 16]);
  });

  it('holds back a job while one of the same consignment is in flight, and lets others pass', () => {
    const lane = warmLane(3);
    const first = job(1, 'a');
    [first, job(2, 'a'), job(3, 'b')].forEach((each) => lane.add(each));
    expect(idsOf(startAll(lane))).toEqual([1, 3]);
    lane.finish(first, 'answered', 0);
    expect(idsOf(startAll(lane))).toEqual([2]);
  });

  it('starts first attempts before retries, and gives retries half of its slots at most', () => {
    const lane = warmLane(4);
    for (let index = 0; index < 6; index++) lane.add(job(index, `r-${index}`, { isRetry: true }));
    for (let index = 10; index < 13; index++) lane.add(job(index, `f-${index}`));
    const started = startAll(lane);
    expect(idsOf(started)).toEqual([10, 11, 12, 0]);
    finishAll(lane, started);
    expect(idsOf(startAll(lane))).toEqual([1, 2]);
  });

  it('gets one slot after a time-out until the next answer', () => {
    const lane = warmLane(8);
    for (let index = 0; index < 20; index++) lane.add(job(index, `c-${index}`));
    const [slow, ...others] = startAll(lane);
    lane.finish(slow!, 'timeout', 0);
    finishAll(lane, []);
    others.forEach((each) => lane.finish(each, undefined, 0));
    expect(startAll(lane)).toHaveLength(1);
    expect(lane.circuit.isSuspect).toBe(true);
  });

  it('learns anew after a time-out: the answer that clears it gives it two slots, the next four', () => {
    const lane = warmLane(16);
    for (let index = 0; index < 40; index++) lane.add(job(index, `c-${index}`));
    const [slow, ...others] = startAll(lane);
    lane.finish(slow!, 'timeout', 0);
    others.forEach((each) => lane.finish(each, undefined, 0));
    const sizes = [1, 2, 3].map(() => {
      const [next, ...more] = startAll(lane);
      const size = lane.inFlight;
      lane.finish(next!, 'answered', 0);
      more.forEach((each) => lane.finish(each, undefined, 0));
      return size;
    });
    expect(sizes).toEqual([1, 2, 4]);
  });

  it.each([
    [16, 2],
    [1, 1],
  ])('of %d slots begins with %d at once again when what it has learnt is forgotten', (maxInFlight, expected) => {
    const lane = warmLane(maxInFlight);
    for (let index = 0; index < 20; index++) lane.add(job(index, `c-${index}`));
    expect(lane.forget()).toBe(false);
    expect(startAll(lane)).toHaveLength(expected);
  });

  it('opens its circuit after repeated time-outs, never by errors, and closes it with any answer', () => {
    const lane = new Lane<Job>(8, PROBE_INTERVAL_MS);
    const post = (sign: 'answered' | 'timeout', nowMs: number): boolean => {
      lane.add(job(0, 'c'));
      return lane.finish(lane.start()!, sign, nowMs);
    };
    const turns = Array.from({ length: TIMEOUTS_TO_OPEN }, () => post('timeout', 1000));
    expect(turns).toEqual([false, false, false, false, true]);
    expect([lane.circuit.isProbeDue(1000 + PROBE_INTERVAL_MS - 1), lane.circuit.isProbeDue(1000 + PROBE_INTERVAL_MS)]).toEqual([
      false,
      true,
    ]);
    expect(post('timeout', 50_000)).toBe(false);
    expect(lane.circuit.isOpen).toBe(true);
    expect(post('answered', 90_000)).toBe(true);
    expect([lane.circuit.isOpen, lane.circuit.isSuspect]).toEqual([false, false]);
  });

  it('lets go of what expires with all its slots, suspicion or not', () => {
    const lane = new Lane<Job>(8, PROBE_INTERVAL_MS);
    lane.add(job(0, 'slow'));
    lane.finish(lane.start()!, 'timeout', 0);
    for (let index = 1; index <= 20; index++) lane.add(job(index, `c-${index}`, { isLastChance: true, isRetry: index % 2 === 0 }));
    expect(idsOf(startAll(lane))).toEqual([1, 3, 5, 7, 9, 11, 13, 15]);
  });

  it('lets go of retries that expire with all its slots, too', () => {
    const lane = new Lane<Job>(8, PROBE_INTERVAL_MS);
    for (let index = 1; index <= 20; index++) lane.add(job(index, `c-${index}`, { isLastChance: true, isRetry: true }));
    expect(startAll(lane)).toHaveLength(8);
  });

  it.each<[Which, number[]]>([
    ['all', [1, 2, 3, 4, 5]],
    ['fresh', [1, 2, 3]],
    ['stored', [4, 5]],
  ])('gives back %s of what waits, retries and what is behind another included, before anything has started', (which, ids) => {
    const lane = warmLane(2);
    const waiting = [
      job(1, 'a'),
      job(2, 'a', { isRetry: true }),
      job(3, 'b', { isRetry: true }),
      job(4, 'c', { isStored: true }),
      job(5, 'd', { isRetry: true, isStored: true }),
    ];
    waiting.forEach((each) => lane.add(each));
    expect(idsOf(lane.takeWaiting(which)).toSorted((a, b) => a - b)).toEqual(ids);
    expect(lane.waiting).toBe(waiting.length - ids.length);
    expect(lane.takeWaiting(which)).toEqual([]);
    expect(idsOf(lane.takeWaiting('all'))).toHaveLength(waiting.length - ids.length);
    expect([lane.isIdle, lane.waiting]).toEqual([true, 0]);
  });

  it.each([
    ['fresh', 'stored'],
    ['stored', 'fresh'],
  ] as const)('counts neither what has started nor what has left: %s, then %s', (one, other) => {
    const lane = new Lane<Job>(1, PROBE_INTERVAL_MS);
    lane.add(job(1, 'a', { isStored: one === 'stored' }));
    startAll(lane);
    lane.add(job(2, 'b', { isStored: other === 'stored' }));
    expect(idsOf(lane.takeWaiting(other))).toEqual([2]);
    lane.add(job(3, 'c', { isStored: one === 'stored' }));
    expect(idsOf(lane.takeWaiting(one))).toEqual([3]);
  });

  it('gives back what waits, each consignment in order, and holds it back behind what is in flight when it comes again', () => {
    const lane = warmLane(2);
    lane.add(job(1, 'a'));
    const [started] = startAll(lane);
    [job(2, 'a'), job(3, 'b', { isStored: true }), job(4, 'a')].forEach((each) => lane.add(each));
    expect(idsOf(lane.takeWaiting('fresh'))).toEqual([2, 4]);
    expect(lane.waiting).toBe(1);
    expect(idsOf(lane.takeWaiting('all'))).toEqual([3]);
    expect([lane.inFlight, lane.waiting]).toEqual([1, 0]);
    lane.add(job(5, 'a'));
    expect(lane.start()).toBeUndefined(); // although it has a slot left
    lane.add(job(6, 'b'));
    expect(lane.start()?.id).toBe(6);
    lane.finish(started!, 'answered', 0);
    expect(lane.start()?.id).toBe(5);
  });

  it('whatever arrives and finishes: the limit holds, consignments stay in order, everything starts once', () => {
    const steps = fc.array(fc.oneof(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat(10)), { maxLength: 200 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), steps, (maxInFlight, plan) => {
        const lane = new Lane<Job>(maxInFlight, PROBE_INTERVAL_MS);
        const inFlight: Job[] = [];
        const started: Job[] = [];
        let added = 0;
        const start = (): void => {
          for (const next of startAll(lane)) {
            expect(inFlight.some(({ consignmentId }) => consignmentId === next.consignmentId)).toBe(false);
            inFlight.push(next);
            started.push(next);
            expect(inFlight.length).toBeLessThanOrEqual(maxInFlight);
          }
        };
        for (const step of plan) {
          if (typeof step === 'string') lane.add(job(added++, step));
          else if (inFlight.length > 0)
            lane.finish(inFlight.splice(step % inFlight.length, 1)[0]!, step % 3 === 0 ? 'timeout' : 'answered', 0);
          start();
        }
        while (inFlight.length > 0) {
          lane.finish(inFlight.pop()!, 'answered', 0);
          start();
        }
        expect(started).toHaveLength(added);
        for (const consignment of 'abcd') {
          const ids = idsOf(started.filter(({ consignmentId }) => consignmentId === consignment));
          expect(ids).toEqual(ids.toSorted((a, b) => a - b));
        }
        expect([lane.isIdle, lane.waiting, lane.inFlight]).toEqual([true, 0, 0]);
      }),
    );
  });
});
