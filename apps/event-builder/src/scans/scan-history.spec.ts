import { describe, expect, it } from '@jest/globals';
import { isApplied, remember, rememberNew } from './scan-history.js';

const MOST = 3;
const rememberAll = (ids: readonly string[]): readonly string[] =>
  ids.reduce<readonly string[]>((known, id) => remember(known, id, MOST), []);

describe('what has been applied', () => {
  it.each([
    [[], 'a', false],
    [['a'], 'a', true],
    [['a', 'b', 'c'], 'a', true],
    [['a', 'b', 'c'], 'b', true],
    [['a', 'b', 'c', 'd'], 'a', false], // so many are remembered, no more
    [['a', 'b', 'c', 'd'], 'b', true],
  ])('%j: is %s among it? %s', (ids, id, expected) => {
    const known = rememberAll(ids);
    expect(isApplied(known, id)).toBe(expected);
    const grown = rememberNew(known, id, MOST);
    expect(grown).toEqual(expected ? undefined : remember(known, id, MOST));
  });

  it('is kept as short digests, which are not longer than the ids that carriers give', () => {
    expect(rememberAll(['a', 'x'.repeat(200)]).map(({ length }) => length)).toEqual([11, 11]);
  });
});
