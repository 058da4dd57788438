import { describe, expect, it } from '@jest/globals';
import { changedFields } from './audit-entry.js';
import { parseAuditCursor, toAuditCursor, toAuditFilter } from './audit-log.dto.js';

const encode = (text: string): string => Buffer.from(text).toString('base64url');

describe('changedFields', () => {
  it('returns the fields that differ, also in lists and objects', () => {
    const before = { a: 1, b: [1, 2], c: { d: 1 }, gone: true };
    expect(changedFields(before, { a: 1, b: [1], c: { d: 2 }, come: false })).toEqual({
      before: { b: [1, 2], c: { d: 1 }, gone: true },
      after: { b: [1], c: { d: 2 }, come: false },
    });
  });
});

describe('a cursor of the audit log', () => {
  it('is parsed back into the id', () => {
    expect(parseAuditCursor(toAuditCursor(123))).toBe(123);
  });

  it.each(['', 'x', encode('audit|0'), encode('audit|-1'), encode('audit|1x'), encode('other|1'), encode(`audit|${'9'.repeat(20)}`)])(
    'cannot be %s',
    (text) => {
      expect(parseAuditCursor(text)).toBeUndefined();
    },
  );
});

describe('the filter of the audit log', () => {
  it('always has the account, and reads instants whose plus sign became a blank', () => {
    expect(toAuditFilter(7, {})).toMatchObject({ account: 7, limit: 50 });
    expect(toAuditFilter(7, { from: '2026-03-29T10:00:00 02:00', limit: '3', cursor: toAuditCursor(9) })).toMatchObject({
      account: 7,
      fromMs: Date.parse('2026-03-29T08:00:00Z'),
      limit: 3,
      beforeId: 9,
    });
  });
});
