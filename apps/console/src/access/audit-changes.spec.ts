import { describe, expect, it } from '@jest/globals';
import { actorText, auditChanges, changesSummary } from './audit-changes.js';

describe('the summary of an audit entry', () => {
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
    [{ enabled: true, name: 'a' }, { enabled: false, name: 'a' }, 'enabled: true → false'],
    [{ events: [], maxPerSecond: 1 }, { events: null, maxPerSecond: 2 }, 'maxPerSecond: 1 → 2'],
    [{ a: 1, b: 1, name: 'x' }, { a: 2, b: 2, name: 'y' }, 'a, b, name'],
    [null, { auth: { type: 'none' }, clients: [], description: '', name: 'Shop', url: 'https://a.example' }, 'name: Shop'],
    [{ auth: { type: 'none' }, name: 'Shop', url: 'https://a.example' }, null, 'name: Shop → –'],
    [null, { linkId: 'l', openedBy: 'link', scope: 'read' }, 'openedBy: link, scope: read'],
    [null, { note: 'x'.repeat(80) }, `note: ${'x'.repeat(54)}…`],
  ])('puts %o → %o into one line: %s', (before, after, text) => {
    expect(changesSummary(auditChanges(before, after))).toBe(text);
  });

  it.each([
    [{ tokenId: 7, requestId: 'r' }, 'Shop server · Token 7'],
    [{ tokenId: 8, requestId: 'r' }, 'Token 8'],
    [{ tokenId: 7, sessionId: 's' }, 'Session of token 7'],
    [{ tokenId: 7, sessionId: 's', opener: { tokenId: 7, note: '' } }, 'Session of token 7'],
    [{ tokenId: 7, sessionId: 's', opener: { tokenId: 7, note: 'Ann' } }, 'Ann · Session of token 7'],
    [{ command: 'token:create' }, 'Operator: token:create'],
    [{ command: 'webhook-sender' }, 'The service'],
    [{}, 'The service'],
  ])('names the actor %o: %s', (by, text) => {
    expect(actorText(by, new Map([[7, 'Shop server']]))).toBe(text);
  });
});
