import { beforeEach, describe, expect, it } from '@jest/globals';
import { NO_LIMIT, Pace } from './pace.js';

const perSecond = (maxPerSecond: number): { maxPerSecond: number; maxInFlight: null } => ({ maxPerSecond, maxInFlight: null });
const atOnce = (maxInFlight: number): { maxPerSecond: null; maxInFlight: number } => ({ maxPerSecond: null, maxInFlight });

describe('the owner’s limits of a receiver', () => {
  let nowMs: number;
  let pace: Pace;

  beforeEach(() => {
    nowMs = 10_000;
    pace = new Pace(0);
  });

  const mayStart = (inFlight = 0): boolean => pace.startsAtMs(inFlight) <= nowMs;

  /**
   * Returns when POSTs start within this many ms, asking every millisecond.
   * @param before called each millisecond
   */
  function startsWithin(ms: number, before: () => void = () => undefined): number[] {
    const starts: number[] = [];
    for (const endMs = nowMs + ms; nowMs < endMs; nowMs += 1) {
      before();
      while (mayStart()) {
        pace.started(nowMs);
        starts.push(nowMs);
      }
    }
    return starts;
  }

  it.each([1, 3, 5, 20, 50, 80, 200, 1_000])('let at most %i POSTs start in any second, and nearly as many', (maxPerSecond) => {
    pace.set(perSecond(maxPerSecond), nowMs);
    const starts = startsWithin(10_000);
    const most = Math.max(...starts.map((from) => starts.filter((at) => at >= from && at < from + 1_000).length));
    expect(most).toBeLessThanOrEqual(maxPerSecond + (maxPerSecond > 50 ? 1 : 0));
    expect(starts.length).toBeGreaterThanOrEqual(Math.floor(maxPerSecond * 9.5));
  });

  it.each([20, 100, 1_000])('let no more than %i POSTs start in a second while the limits are set again all the time', (maxPerSecond) => {
    const set = (): void => pace.set(perSecond(maxPerSecond), nowMs);
    const starts = startsWithin(5_000, set);
    expect(starts.length).toBeLessThanOrEqual(5 * maxPerSecond);
    expect(starts.length).toBeGreaterThanOrEqual(4.7 * maxPerSecond);
  });

  it('delay no POST when they are set again, and change at once', () => {
    pace.set(perSecond(1), nowMs);
    nowMs += 1_020;
    pace.set(perSecond(1), nowMs);
    expect(mayStart()).toBe(true);
    pace.started(nowMs);
    pace.set(perSecond(1_000), nowMs);
    nowMs += 2;
    expect(mayStart()).toBe(true);
  });

  it('let the first POST start at once', () => {
    pace.set(perSecond(1), nowMs);
    expect(mayStart()).toBe(true);
  });

  it('let the first POST start an interval after this process got the receiver', () => {
    const moved = new Pace(nowMs);
    moved.set(perSecond(1), nowMs);
    expect(moved.startsAtMs(0)).toBe(nowMs + 1_020);
  });

  it('say when the next POST may start', () => {
    pace.set(perSecond(50), nowMs);
    pace.started(nowMs);
    expect(pace.startsAtMs(0)).toBeCloseTo(nowMs + 20.4);
  });

  it('count POSTs in flight: at the limit, no further POST starts before another ends', () => {
    pace.set(atOnce(2), nowMs);
    expect([0, 1].map((inFlight) => mayStart(inFlight))).toEqual([true, true]);
    expect([2, 3].map((inFlight) => pace.startsAtMs(inFlight))).toEqual([Infinity, Infinity]);
  });

  it.each([
    ['neither', NO_LIMIT, { isLimited: false, isInFlightLimited: false }],
    ['a rate', perSecond(1), { isLimited: true, isInFlightLimited: false }],
    ['POSTs at once', atOnce(1), { isLimited: true, isInFlightLimited: true }],
  ])('report what they limit: %s', (_, limit, expected) => {
    pace.set(limit, nowMs);
    expect(pace).toMatchObject(expected);
  });

  it('end when the owner removes them', () => {
    pace.set({ maxPerSecond: 1, maxInFlight: 1 }, nowMs);
    pace.started(nowMs);
    expect(mayStart(9)).toBe(false);
    pace.set(NO_LIMIT, nowMs);
    expect(mayStart(9)).toBe(true);
  });

  it('are remembered until an interval after the latest POST', () => {
    pace.set(perSecond(1), nowMs);
    expect(pace.isForgettable(nowMs)).toBe(true);
    pace.started(nowMs);
    expect([1_019, 1_020].map((ms) => pace.isForgettable(nowMs + ms))).toEqual([false, true]);
  });

  it.each([
    ['two seconds of the rate', { maxPerSecond: 100, maxInFlight: null }, 200],
    ['twice the POSTs at once, where these are fewer', { maxPerSecond: 100, maxInFlight: 50 }, 100],
    ['16 at least', perSecond(1), 16],
    ['any number without a limit', NO_LIMIT, Infinity],
  ])('leave room in memory for %s', (_, limit, room) => {
    pace.set(limit, nowMs);
    expect(pace.room).toBe(room);
  });
});
