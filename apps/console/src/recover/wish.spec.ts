import { describe, expect, it } from '@jest/globals';
import type { Schemas } from '../api/schemas.js';
import { fromField, fromOfPreset, isStatus, onlyReceiver, presetOf, toField } from './wish.js';

const NOW_MS = Date.parse('2026-03-29T10:00:00Z');
const MINUTE_MS = 60_000;

describe('what one wants to be sent again', () => {
  it.each(['hour', 'day', 'week'] as const)('finds the preset %s again, a moment later', (preset) => {
    expect(presetOf({ from: fromOfPreset(preset, NOW_MS) }, NOW_MS + MINUTE_MS / 2)).toBe(preset);
  });

  it.each([
    ['no beginning', {}],
    ['three hours', { from: '2026-03-29T07:00:00.000Z' }],
    ['an end', { from: fromOfPreset('day', NOW_MS), to: '2026-03-29T09:00:00.000Z' }],
  ])('has no preset for %s', (_, period) => {
    expect(presetOf(period, NOW_MS)).toBeUndefined();
  });

  it('leads from the field to the instant and back', () => {
    const text = '2026-03-29T12:34';
    expect(toField(fromField(text))).toBe(text);
    expect([toField(undefined), toField('?'), fromField('')]).toEqual(['', '', undefined]);
  });

  it.each([
    ['the only one', [0], 0],
    ['the only one that failed', [0, 3, 0], 1],
    ['none of several that failed', [1, 3], undefined],
    ['none where none failed', [0, 0], undefined],
  ])('chooses the receiver: %s', (_, failures, chosen) => {
    const receivers = failures.map((failed) => ({ health: { stillFailed: failed } }) as Schemas['ListedReceiver']);
    expect(onlyReceiver(receivers)).toBe(chosen === undefined ? undefined : receivers[chosen]);
  });

  it('knows what can be sent again', () => {
    expect([isStatus('missing'), isStatus('pending'), isStatus(undefined)]).toEqual([true, false, false]);
  });
});
