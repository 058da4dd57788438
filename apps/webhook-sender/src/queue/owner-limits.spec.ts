import { beforeEach, describe, expect, it } from '@jest/globals';
import { NO_LIMIT, OwnerLimits } from './owner-limits.js';

describe('the limits of a receiver that its owner sets', () => {
  let nowMs: number;
  let takenOverMs: number;
  let limits: OwnerLimits;

  beforeEach(() => {
    [nowMs, takenOverMs] = [10_000, 0];
    limits = new OwnerLimits(
      { steadyMs: () => nowMs },
      () => takenOverMs,
      () => undefined,
    );
  });

  /** When the POSTs start that may start within so many ms, asked every millisecond. */
  function startsWithin(ms: number): number[] {
    const starts: number[] = [];
    for (const endMs = nowMs + ms; nowMs < endMs; nowMs += 1) {
      while (limits.mayStart('r', 0)) {
        limits.started('r');
        starts.push(nowMs);
      }
    }
    return starts;
  }

  it.each([1, 3, 5, 20, 50, 80, 200, 1_000])('let at most %i POSTs start in any second, and nearly as many', (maxPerSecond) => {
    limits.set('r', { maxPerSecond, maxInFlight: null });
    const starts = startsWithin(10_000);
    const most = Math.max(...starts.map((from) => starts.filter((at) => at >= from && at < from + 1_000).length));
    expect(most).toBeLessThanOrEqual(maxPerSecond + (maxPerSecond > 50 ? 1 : 0));
    expect(starts.length).toBeGreaterThanOrEqual(Math.floor(maxPerSecond * 9.5));
  });

  it.each([20, 100, 1_000])('let no more than %i start when they are set again all the time', (maxPerSecond) => {
    const limit = { maxPerSecond, maxInFlight: null };
    limits.set('r', limit);
    const starts: number[] = [];
    for (const endMs = nowMs + 5_000; nowMs < endMs; nowMs += 1) {
      limits.set('r', limit);
      while (limits.mayStart('r', 0)) {
        limits.started('r');
        starts.push(nowMs);
      }
    }
    expect(starts.length).toBeLessThanOrEqual(5 * maxPerSecond);
    expect(starts.length).toBeGreaterThanOrEqual(4.7 * maxPerSecond);
  });

  it('are set again and again without a pause, and change at once', () => {
    limits.set('r', { maxPerSecond: 1, maxInFlight: null });
    nowMs += 1_020;
    limits.set('r', { maxPerSecond: 1, maxInFlight: null });
    expect(limits.mayStart('r', 0)).toBe(true);
    limits.started('r');
    limits.set('r', { maxPerSecond: 1_000, maxInFlight: null });
    nowMs += 2;
    expect(limits.mayStart('r', 0)).toBe(true);
  });

  it('let the first POST start at once, and an interval later where a former owner may have made one just before', () => {
    limits.set('r', { maxPerSecond: 1, maxInFlight: null });
    expect(limits.mayStart('r', 0)).toBe(true);
    takenOverMs = nowMs;
    limits.set('moved', { maxPerSecond: 1, maxInFlight: null });
    expect(limits.mayStart('moved', 0)).toBe(false);
    nowMs += 1_020;
    expect(limits.mayStart('moved', 0)).toBe(true);
  });

  it('count what former owners have in flight', () => {
    limits.set('r', { maxPerSecond: null, maxInFlight: 2 });
    limits.setElsewhere(new Map([['r', 1]]));
    expect([0, 1].map((inFlight) => limits.mayStart('r', inFlight))).toEqual([true, false]);
    expect(limits.inFlightLimited()).toEqual(['r']);
  });

  it('count what is in flight', () => {
    limits.set('r', { maxPerSecond: null, maxInFlight: 2 });
    expect([0, 1, 2, 3].map((inFlight) => limits.mayStart('r', inFlight))).toEqual([true, true, false, false]);
  });

  it('concern no other receiver, and end', () => {
    limits.set('r', { maxPerSecond: 1, maxInFlight: 1 });
    expect([limits.mayStart('other', 9), limits.has('r'), limits.has('other')]).toEqual([true, true, false]);
    limits.set('r', NO_LIMIT);
    expect([limits.mayStart('r', 9), limits.has('r')]).toEqual([true, false]);
    limits.set('r', { maxPerSecond: 1, maxInFlight: 1 });
    limits.started('r');
    limits.tidy(() => true);
    expect(limits.has('r')).toBe(true); // its last POST is not yet a second ago
    nowMs += 1_100;
    limits.tidy(() => false);
    expect(limits.has('r')).toBe(true);
    limits.tidy(() => true);
    expect(limits.has('r')).toBe(false);
  });

  it('say when another POST may start', async () => {
    await new Promise<void>((retry) => {
      const telling = new OwnerLimits({ steadyMs: () => nowMs }, () => nowMs, retry);
      telling.set('r', { maxPerSecond: 50, maxInFlight: null });
      expect(telling.mayStart('r', 0)).toBe(false);
    });
  });

  it('leave room in memory for two seconds of attempts', () => {
    limits.set('r', { maxPerSecond: 100, maxInFlight: 50 });
    expect(limits.room('r')).toBe(100);
    limits.set('r', { maxPerSecond: 1, maxInFlight: null });
    expect(limits.room('r')).toBe(16);
  });
});
