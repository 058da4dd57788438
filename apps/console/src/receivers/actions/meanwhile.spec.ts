import { describe, expect, it } from '@jest/globals';
import { meanwhileRequests, questionOf } from './meanwhile.js';

const part = (status: 'missing' | 'cancelled' | 'exhausted' | 'expired', count: number, countIsExact = true) => ({
  status,
  count,
  countIsExact,
});

describe('the webhooks that a receiver missed while it was off', () => {
  it.each([
    [[part('missing', 12)], '12 events were missed: send them now?'],
    [[part('missing', 1), part('cancelled', 3)], '1 event was missed, and 3 deliveries were cancelled: send them now?'],
    [[part('cancelled', 1)], '1 delivery was cancelled: send it now?'],
    [[part('cancelled', 10_000, false)], 'More than 10,000 deliveries were cancelled: send them now?'],
    [[part('exhausted', 70), part('expired', 4)], '74 deliveries failed before: send them now?'],
  ])('%j', (parts, question) => {
    expect(questionOf({ parts, count: parts.reduce((sum, { count }) => sum + count, 0) })).toBe(question);
  });

  const fromOf = (createdAt: string) =>
    Object.fromEntries(
      meanwhileRequests({ receiverId: 'r1', createdAt, offSince: '2026-03-29T10:00:00Z' }).map((request) => [request.status, request.from]),
    );

  it('include no event from before the receiver was created', () => {
    expect(new Set(Object.values(fromOf('2026-03-29T09:59:40Z')))).toEqual(new Set(['2026-03-29T09:59:40.000Z']));
  });

  it('include deliveries that were under way when the receiver went off, and earlier failures', () => {
    expect(fromOf('2024-01-01T00:00:00Z')).toEqual({
      missing: '2026-03-29T09:59:00.000Z',
      cancelled: '2026-03-29T01:00:00.000Z',
      exhausted: '2025-11-29T10:00:00.000Z',
      expired: '2025-11-29T10:00:00.000Z',
    });
  });
});
