import { describe, expect, it } from '@jest/globals';
import { type DeliveryState } from '#libs/contracts';
import { waitingFor } from './waiting-for.js';

const NOW_MS = Date.parse('2026-03-29T10:00:00Z');

describe('what a delivery waits for', () => {
  it.each<[DeliveryState, number | null, boolean, string | null]>([
    ['pending', 1, false, 'retry'],
    ['pending', 1, true, 'retry'],
    ['pending', 0, false, 'queue'],
    ['pending', -1, true, 'circuit'],
    ['pending', null, false, 'queue'],
    ['delivered', null, true, null],
    ['expired', null, true, null],
  ])('%s, due in %s ms, circuit open: %s → %s', (status, dueInMs, isCircuitOpen, expected) => {
    const nextAttemptAt = dueInMs === null ? null : new Date(NOW_MS + dueInMs);
    expect(waitingFor({ status, nextAttemptAt }, { isCircuitOpen, nowMs: NOW_MS })).toBe(expected);
  });
});
