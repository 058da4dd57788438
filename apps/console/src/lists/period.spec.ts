import { describe, expect, it } from '@jest/globals';
import { fromOfPreset, periodText, PRESET_NAMES, presetOf } from './period.js';

const NOW_MS = Date.parse('2026-03-29T10:00:00Z');
const MINUTE_MS = 60_000;

describe('the period of a list', () => {
  it.each(PRESET_NAMES)('recognizes the preset %s a moment later', (preset) => {
    expect(presetOf({ from: fromOfPreset(preset, NOW_MS) }, NOW_MS + MINUTE_MS / 2)).toBe(preset);
  });

  it.each([
    ['no beginning', {}],
    ['three hours', { from: '2026-03-29T07:00:00.000Z' }],
    ['an end', { from: fromOfPreset('day', NOW_MS), to: '2026-03-29T09:00:00.000Z' }],
  ])('has no preset for %s', (_, period) => {
    expect(presetOf(period, NOW_MS)).toBeUndefined();
  });

  it.each([
    [{}, 'Any time'],
    [{ from: fromOfPreset('month', NOW_MS) }, 'Last 30 days'],
    [{ from: '2026-03-28T07:00:00Z' }, 'Since 28 Mar, 08:00'],
    [{ to: '2025-12-31T23:30:00Z' }, 'Until 1 Jan, 00:30'],
    [{ from: '2025-03-28T07:00:00Z', to: '2026-03-29T01:30:00Z' }, '28 Mar 2025, 08:00 – 29 Mar, 03:30'],
    [{ from: 'soon' }, 'Any time'],
  ])('%j is written as %s', (period, text) => {
    expect(periodText(period, NOW_MS, 'Europe/Berlin')).toBe(text);
  });
});
