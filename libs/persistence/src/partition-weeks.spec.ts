import { describe, expect, it } from '@jest/globals';
import { ALWAYS_STANDING_MS, dueWeeks, rowCreatedAtMs, weekEndMs } from './partition-weeks.js';

describe('dueWeeks', () => {
  it('runs from two Mondays back to three ahead without a gap', () => {
    const weeks = dueWeeks(Date.UTC(2026, 10, 21, 12));
    expect(weeks.map((week) => week.label)).toEqual(['p20261102', 'p20261109', 'p20261116', 'p20261123', 'p20261130', 'p20261207']);
    expect(weeks.slice(1).every((week, i) => week.from === weeks[i]?.to)).toBe(true);
  });

  it('begins a week at Monday midnight UTC', () => {
    expect(dueWeeks(Date.UTC(2026, 10, 23))[2]?.label).toBe('p20261123');
    expect(dueWeeks(Date.UTC(2026, 10, 23) - 1)[2]?.label).toBe('p20261116');
  });
});

describe('weekEndMs', () => {
  it('is the beginning of the next week', () => {
    const [week, next] = dueWeeks(Date.UTC(2026, 10, 21));
    expect(weekEndMs(week?.label ?? '')).toBe(Date.parse(next?.from ?? ''));
  });

  it.each(['', 'p2026111', 'default', 'p20261116_old'])('ignores a foreign name: %s', (label) => {
    expect(weekEndMs(label)).toBeUndefined();
  });

  it('guarantees a partition for young rows on every day of the week', () => {
    for (let day = 0; day < 7; day++) {
      const nowMs = Date.UTC(2026, 10, 16 + day, 23, 59);
      expect(Date.parse(dueWeeks(nowMs)[0]?.from ?? '')).toBeLessThanOrEqual(nowMs - ALWAYS_STANDING_MS);
    }
  });
});

describe('rowCreatedAtMs', () => {
  const now = Date.UTC(2026, 10, 21);
  const day = 24 * 60 * 60 * 1000;

  it.each([
    ['a fresh message keeps its time', now - day, now - day],
    ['a message from a clock that is ahead keeps its time: read again under another clock, it is the same row', now + 3_000, now + 3_000],
    ['a message from the far future is stored a day ahead', now + 30 * day, now + day],
    ['a message older than any in a topic is stored at the oldest allowed time', now - 30 * day, now - 7 * day],
  ])('%s', (_, timestamp, expected) => {
    expect(rowCreatedAtMs(timestamp, now)).toBe(expected);
  });
});
