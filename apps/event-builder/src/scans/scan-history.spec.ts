import { describe, expect, it } from '@jest/globals';
import { isApplied, remember, rememberNew } from './scan-history.js';

const MOST = 3;
const rememberAll = (ids: readonly string[]): readonly string[] =>
  ids.reduce<readonly string[]>((known, id) => remember(known, id, MOST), []);

describe('the history of applied scans', () => {
  it.each([
    [[], 'a', false],
    [['a'], 'a', true],
    [['a', 'b', 'c'], 'a', true],
    [['a', 'b', 'c'], 'b', true],
    [['a', 'b', 'c', 'd'], 'a', false], // only three are remembered
    [['a', 'b', 'c', 'd'], 'b', true],
  ])('%j contains %s: %s', (ids, id, expected) => {
    const known = rememberAll(ids);
    expect(isApplied(known, id)).toBe(expected);
    const grown = rememberNew(known, id, MOST);
    expect(grown).toEqual(expected ? undefined : remember(known, id, MOST));
  });

  it('is stored as short digests, no longer than the ids of carriers', () => {
    expect(rememberAll(['a', 'x'.repeat(200)]).map(({ length }) => length)).toEqual([11, 11]);
  });
});
