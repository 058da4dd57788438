import { describe, expect, it } from '@jest/globals';
import { actorText, auditChanges, changesSummary } from './audit-changes.js';

describe('what an entry of the audit log says', () => {
  it('names each field once, with its values as texts', () => {
    expect(auditChanges({ enabled: true, name: 'a' }, { enabled: false, events: ['onDelay'] })).toEqual([
      { field: 'enabled', before: 'true', after: 'false' },
      { field: 'events', before: undefined, after: '["onDelay"]' },
      { field: 'name', before: 'a', after: undefined },
    ]);
  });

  it.each([
    [null, null, '–'],
    [{ enabled: true }, { enabled: false }, 'enabled: true → false'],
    [null, { note: 'shop' }, 'note: shop'],
    [{ note: 'shop' }, null, 'note: shop → –'],
    [null, { a: 1, b: 2 }, 'a, b'],
    [null, { note: 'x'.repeat(80) }, `note: ${'x'.repeat(54)}…`],
  ])('%o → %o in one line: %s', (before, after, text) => {
    expect(changesSummary(auditChanges(before, after))).toBe(text);
  });

  it.each([
    [{ tokenId: 7, requestId: 'r' }, 'Token 7'],
    [{ tokenId: 7, sessionId: 's' }, 'Session of token 7'],
    [{ command: 'token:create' }, 'Operator: token:create'],
    [{}, 'The service'],
  ])('%o did it: %s', (by, text) => {
    expect(actorText(by)).toBe(text);
  });
});
