import { describe, expect, it } from '@jest/globals';
import { toOutage } from './missing-partition.js';

const NOW_MS = Date.parse('2026-11-22T18:00:00Z');
const refused = (at: string, rest: object = {}): Error & { code: string } =>
  Object.assign(new Error('no partition of relation "event" found for row'), {
    code: '23514',
    detail: `Partition key of the failing row contains (created_at) = (${at}).`,
    ...rest,
  });
const codeOf = (error: unknown): string => (toOutage(error, NOW_MS) as { code: string }).code;

describe('a row without a partition', () => {
  it.each(['2026-11-22 18:00:00+00', '2026-11-09 00:00:00.123456+00', '2026-11-22 23:29:00+05:30', '2026-11-22 14:30:00-03:30'])(
    'for %s is an outage, and the error says what to do',
    (at) => {
      const outage = toOutage(refused(at), NOW_MS) as Error & { code: string };
      expect(outage.code).toBe('42P01');
      expect(outage.message).toMatch(/^no partition of relation "event" found for row: .*npm run cli -- migrate/);
    },
  );

  it.each([
    ['of a past week', refused('2026-07-22 18:00:00+00')],
    ['of a distant week', refused('2029-07-22 18:00:00+00')],
    ['without a time', refused('null')],
    ['that breaks a check', refused('2026-11-22 18:00:00+00', { constraint: 'delivery_status_check' })],
  ])('%s stays a fault of the row', (_, error) => {
    expect(codeOf(error)).toBe('23514');
  });

  it('does not change another error', () => {
    const other = Object.assign(new Error('duplicate key'), { code: '23505' });
    expect(toOutage(other, NOW_MS)).toBe(other);
    expect(toOutage(undefined, NOW_MS)).toBeUndefined();
  });
});
