import { describe, expect, it } from '@jest/globals';
import { digestOf, type Finding, lookAt, type Watched } from './watch-files.js';

/** Makes the looks one after another; a settled set is used or, if it begins with "bad", refused. */
function findings(...seen: readonly string[]): Finding[] {
  let watched: Watched = { inForce: 'first', lastSeen: 'first' };
  return seen.map((each) => {
    const look = lookAt(watched, each);
    watched = look.watched;
    if (look.finding === 'settled') watched = each.startsWith('bad') ? { ...watched, refused: each } : { inForce: each, lastSeen: each };
    return look.finding;
  });
}

describe('the operator’s folder', () => {
  it.each([
    ['nothing changed', ['first', 'first'], ['unchanged', 'unchanged']],
    ['a new set is tried after it is seen twice', ['new', 'new', 'new'], ['changing', 'settled', 'unchanged']],
    ['half of a set is never tried', ['half', 'new', 'new'], ['changing', 'changing', 'settled']],
    ['a change that is undone at once is ignored', ['half', 'first', 'half'], ['changing', 'unchanged', 'changing']],
    ['a refused set is refused once', ['bad', 'bad', 'bad', 'bad'], ['changing', 'settled', 'unchanged', 'unchanged']],
    ['another bad set is refused again', ['bad1', 'bad1', 'bad2', 'bad2'], ['changing', 'settled', 'changing', 'settled']],
    ['a good set follows a bad one', ['bad', 'bad', 'new', 'new', 'new'], ['changing', 'settled', 'changing', 'settled', 'unchanged']],
    ['the old set comes back after a bad one', ['bad', 'bad', 'first', 'first'], ['changing', 'settled', 'withdrawn', 'unchanged']],
    [
      'a bad set comes back after the old one',
      ['bad', 'bad', 'first', 'bad', 'bad'],
      ['changing', 'settled', 'withdrawn', 'changing', 'settled'],
    ],
    ['the first set after another', ['new', 'new', 'first', 'first'], ['changing', 'settled', 'changing', 'settled']],
  ])('%s', (_, seen, expected) => {
    expect(findings(...seen)).toEqual(expected);
  });

  it('gives equal contents the same digest', () => {
    const texts = (...entries: [string, string][]): string => digestOf([{ layer: 'operator', texts: new Map(entries), unreadable: [] }]);
    expect(texts(['a', '1'])).toBe(texts(['a', '1']));
    expect(new Set([texts(), texts(['a', '1']), texts(['a', '2']), texts(['b', '1']), texts(['a', ''], ['1', ''])]).size).toBe(5);
    expect(digestOf([{ layer: 'operator', texts: new Map(), unreadable: ['a cannot be read'] }])).not.toBe(texts());
  });
});
