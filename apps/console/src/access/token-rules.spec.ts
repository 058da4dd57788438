import { describe, expect, it } from '@jest/globals';
import type { Schemas } from '../api/schemas.js';
import { isLastGenerate, isUsedRecently } from './token-rules.js';

const NOW_MS = Date.parse('2026-03-29T10:00:00Z');

const token = (tokenId: number, scope: Schemas['Token']['scope'], lastUsedAt: string | null = null): Schemas['Token'] => ({
  tokenId,
  scope,
  note: '',
  createdAt: '2026-03-01T10:00:00Z',
  lastUsedAt,
});

describe('the warnings before a token is revoked', () => {
  it.each([
    [[token(1, 'generate'), token(2, 'write')], true],
    [[token(1, 'generate'), token(2, 'generate')], false],
  ])('the first of %o is the last token of scope generate: %s', (tokens, isLast) => {
    expect(isLastGenerate(tokens[0]!, tokens)).toBe(isLast);
  });

  it('a token of a lower scope is not the last one', () => {
    expect(isLastGenerate(token(1, 'read'), [token(1, 'read')])).toBe(false);
  });

  it.each([
    [null, false],
    ['2026-03-29T09:30:00Z', true],
    ['2026-03-29T08:30:00Z', false],
  ])('a token that was last used at %s was used recently: %s', (lastUsedAt, isRecent) => {
    expect(isUsedRecently(token(1, 'read', lastUsedAt), NOW_MS)).toBe(isRecent);
  });
});
