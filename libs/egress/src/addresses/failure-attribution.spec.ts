import { describe, expect, it } from '@jest/globals';
import { FailureAttribution } from './failure-attribution.js';

const DOUBT_MS = 60_000;

describe('a target that no proxy reaches', () => {
  it('is not at fault while no other target is reached either', () => {
    const reach = new FailureAttribution(DOUBT_MS);
    reach.reached('other', 900);
    expect([reach.isFailureOf('a', 1000), reach.isFailureOf('b', 1500), reach.isFailureOf('a', 59_999)]).toEqual([false, false, false]);
  });

  it('is at fault as soon as another target was reached meanwhile, and stays at fault', () => {
    const reach = new FailureAttribution(DOUBT_MS);
    reach.isFailureOf('a', 1000);
    reach.reached('b', 1001);
    expect([reach.isFailureOf('a', 1002), reach.isFailureOf('a', 30_000)]).toEqual([true, true]);
  });

  it('is at fault when another target was reached during the try', () => {
    const reach = new FailureAttribution(DOUBT_MS);
    reach.reached('b', 1200);
    expect([reach.isFailureOf('a', 1500, 1000), reach.isFailureOf('c', 1500, 1300)]).toEqual([true, false]);
  });

  it('is proven at fault only by other targets', () => {
    const reach = new FailureAttribution(DOUBT_MS);
    reach.isFailureOf('a', 1000);
    reach.reached('b', 900);
    reach.reached('a', 1100);
    expect(reach.isFailureOf('a', 1200)).toBe(false);
    reach.reached('b', 1300);
    reach.reached('a', 1400);
    reach.reached('a', 1500);
    expect(reach.isFailureOf('a', 1600)).toBe(false);
    reach.reached('b', 1700);
    expect(reach.isFailureOf('a', 1800)).toBe(true);
  });

  it('is at fault when the doubt has lasted too long', () => {
    const reach = new FailureAttribution(DOUBT_MS);
    for (let nowMs = 1000; nowMs < 1000 + DOUBT_MS; nowMs += 1000) expect(reach.isFailureOf('a', nowMs)).toBe(false);
    expect([reach.isFailureOf('a', 1000 + DOUBT_MS), reach.isProven('a', 1000 + DOUBT_MS)]).toEqual([true, false]);
  });

  it('is doubted anew after a long time without a request: a success hours ago proves nothing', () => {
    const reach = new FailureAttribution(DOUBT_MS);
    reach.isFailureOf('a', 1000);
    reach.reached('b', 2000);
    expect([reach.isFailureOf('a', 3000), reach.isFailureOf('a', 3000 + DOUBT_MS)]).toEqual([true, false]);
  });

  it('loses its history once it was reached', () => {
    const reach = new FailureAttribution(DOUBT_MS);
    reach.isFailureOf('a', 1000);
    reach.reached('a', 2000);
    expect(reach.isFailureOf('a', 1000 + DOUBT_MS)).toBe(false);
  });
});
