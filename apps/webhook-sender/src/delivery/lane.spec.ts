import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Lane } from './lane.js';

interface Job {
  readonly id: number;
  readonly consignment: string;
}

const laneOf = (maxInFlight: number): Lane<Job> => new Lane<Job>(maxInFlight, (job) => job.consignment);
const job = (id: number, consignment: string): Job => ({ id, consignment });

describe('Lane', () => {
  it('starts in order of arrival, as many as may be in flight', () => {
    const lane = laneOf(2);
    [job(1, 'a'), job(2, 'b'), job(3, 'c')].forEach((each) => lane.add(each));
    expect([lane.start()?.id, lane.start()?.id, lane.start()?.id]).toEqual([1, 2, undefined]);
  });

  it('holds back a job while one of the same consignment is in flight, and lets others pass', () => {
    const lane = laneOf(3);
    const first = job(1, 'a');
    [first, job(2, 'a'), job(3, 'b')].forEach((each) => lane.add(each));
    expect([lane.start()?.id, lane.start()?.id, lane.start()?.id]).toEqual([1, 3, undefined]);
    lane.finish(first);
    expect(lane.start()?.id).toBe(2);
  });

  it('is idle when everything has finished', () => {
    const lane = laneOf(1);
    const only = job(1, 'a');
    lane.add(only);
    lane.start();
    expect(lane.isIdle).toBe(false);
    lane.finish(only);
    expect([lane.isIdle, lane.hasReady, lane.inFlight]).toEqual([true, false, 0]);
  });

  it('whatever arrives and finishes: the cap holds, consignments stay in order, everything starts once', () => {
    const steps = fc.array(fc.oneof(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat(10)), { maxLength: 200 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), steps, (maxInFlight, plan) => {
        const lane = laneOf(maxInFlight);
        const inFlight: Job[] = [];
        const started: Job[] = [];
        let added = 0;
        const startAll = (): void => {
          for (let next = lane.start(); next; next = lane.start()) {
            expect(inFlight.some(({ consignment }) => consignment === next?.consignment)).toBe(false);
            inFlight.push(next);
            started.push(next);
            expect(inFlight.length).toBeLessThanOrEqual(maxInFlight);
          }
        };
        for (const step of plan) {
          if (typeof step === 'string') lane.add(job(added++, step));
          else if (inFlight.length > 0) lane.finish(inFlight.splice(step % inFlight.length, 1)[0]!);
          startAll();
        }
        while (inFlight.length > 0) {
          lane.finish(inFlight.pop()!);
          startAll();
        }
        expect(started).toHaveLength(added);
        for (const consignment of 'abcd') {
          const ids = started.filter((each) => each.consignment === consignment).map(({ id }) => id);
          expect(ids).toEqual(ids.toSorted((a, b) => a - b));
        }
        expect(lane.isIdle).toBe(true);
      }),
    );
  });
});
