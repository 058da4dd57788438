import { describe, expect, it } from '@jest/globals';
import { CircuitBreaker, REMEMBERED_MS, TIMEOUTS_TO_OPEN } from './circuit-breaker.js';

const PROBE_INTERVAL_MS = 30_000;

/** @param timeouts the number of POSTs that timed out, all at 0 */
function circuitAfter(timeouts: number): CircuitBreaker {
  const circuit = new CircuitBreaker(PROBE_INTERVAL_MS);
  for (let count = 0; count < timeouts; count++) circuit.learn('timeout', 0);
  return circuit;
}

describe('a circuit', () => {
  it.each([
    [0, { isDegraded: false, isOpen: false }],
    [1, { isDegraded: true, isOpen: false }],
    [TIMEOUTS_TO_OPEN - 1, { isDegraded: true, isOpen: false }],
    [TIMEOUTS_TO_OPEN, { isDegraded: true, isOpen: true }],
  ])('after %d time-outs in a row', (timeouts, expected) => {
    expect(circuitAfter(timeouts)).toMatchObject(expected);
  });

  it('counts only time-outs in a row', () => {
    const circuit = circuitAfter(TIMEOUTS_TO_OPEN - 1);
    circuit.learn('answered', 0);
    expect([circuit.learn('timeout', 0), circuit.isOpen]).toEqual([false, false]);
  });

  it('has no probe due when closed; when open, a probe is due an interval after the latest time-out or probe', () => {
    const open = circuitAfter(TIMEOUTS_TO_OPEN);
    const dueAt = (nowMs: number): boolean[] => [nowMs - 1, nowMs].map((atMs) => open.isProbeDue(atMs));
    expect(circuitAfter(TIMEOUTS_TO_OPEN - 1).isProbeDue(PROBE_INTERVAL_MS)).toBe(false);
    expect(dueAt(PROBE_INTERVAL_MS)).toEqual([false, true]);
    open.probe(40_000);
    expect(dueAt(40_000 + PROBE_INTERVAL_MS)).toEqual([false, true]);
    open.learn('timeout', 55_000);
    expect(dueAt(55_000 + PROBE_INTERVAL_MS)).toEqual([false, true]);
  });

  describe('that has lapsed', () => {
    const lapsed = (): CircuitBreaker => {
      const circuit = circuitAfter(TIMEOUTS_TO_OPEN + 3);
      expect([circuit.lapse(PROBE_INTERVAL_MS - 1), circuit.lapse(PROBE_INTERVAL_MS)]).toEqual([false, true]);
      return circuit;
    };

    it('is closed and degraded', () => {
      expect(lapsed()).toMatchObject({ isOpen: false, isDegraded: true });
      expect(lapsed().lapse(2 * PROBE_INTERVAL_MS)).toBe(false);
    });

    it('is opened by the next time-out', () => {
      expect(lapsed().learn('timeout', PROBE_INTERVAL_MS)).toBe(true);
    });
  });

  it('that was forgotten opens after as many time-outs as a new circuit', () => {
    const circuit = circuitAfter(TIMEOUTS_TO_OPEN);
    expect([circuit.forget(), circuit.isDegraded, circuit.forget()]).toEqual([true, false, false]);
    const turns = Array.from({ length: TIMEOUTS_TO_OPEN }, () => circuit.learn('timeout', 0));
    expect(turns).toEqual([false, false, false, false, true]);
  });

  it.each([
    ['without time-outs, at once', 0, 0, true],
    ['degraded, not while a retry may come', 1, REMEMBERED_MS, false],
    ['degraded, when no retry can come any more', 1, REMEMBERED_MS + 1, true],
    ['open, never', TIMEOUTS_TO_OPEN, REMEMBERED_MS + 1, false],
  ])('may go, %s', (_, timeouts, nowMs, expected) => {
    expect(circuitAfter(timeouts).isForgettable(nowMs)).toBe(expected);
  });

  it('may go at once when an answer has cleared it', () => {
    const circuit = circuitAfter(1);
    circuit.learn('answered', 0);
    expect(circuit.isForgettable(0)).toBe(true);
  });

  it('is remembered from the latest sign on', () => {
    const circuit = circuitAfter(1);
    circuit.learn('timeout', 60_000);
    expect([60_000, 60_001].map((ms) => circuit.isForgettable(REMEMBERED_MS + ms))).toEqual([false, true]);
  });
});
