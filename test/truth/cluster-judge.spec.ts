import { describe, expect, it } from '@jest/globals';
import { type Book, faultsOf, summaryOf } from '../cluster/judge.js';

const SINCE_MS = 1_000_000;
/** Returns the book of a client with the events a, b, c; its receiver gets each of them the given ms after the scans began. */
const book = (heard: readonly (readonly [string, number])[], changes: Partial<Book> = {}): Book => ({
  account: 101,
  wanted: 3,
  decided: ['a', 'b', 'c'],
  heard: heard.map(([eventid, atMs]) => ({ eventid, atMs: SINCE_MS + atMs })),
  ...changes,
});
const IN_TIME = [
  ['a', 500],
  ['b', 1_000],
  ['c', 1_500],
] as const;

describe('the judge of the cluster test', () => {
  it('finds no fault if each event arrives once', () => {
    expect(faultsOf(book(IN_TIME), SINCE_MS)).toEqual([]);
  });

  it.each([
    ['an event that never arrived', book(IN_TIME.slice(0, 2)), 'never heard: 1 (c)'],
    ['an event that arrived twice', book([...IN_TIME, ['b', 1_600]]), 'heard again: 1 (b)'],
    ['a webhook without an event', book([...IN_TIME, ['x', 1_600]]), 'never decided: 1 (x)'],
    ['a scan without an event', book(IN_TIME, { wanted: 4 }), '3 events instead of 4'],
    [
      'a silence of 60 s at the beginning',
      book([['a', 60_000], ...IN_TIME.slice(1).map(([id]) => [id, 60_100] as const)]),
      'nothing heard for 60.0 s',
    ],
    ['a silence of 60 s in the middle', book([...IN_TIME.slice(0, 2), ['c', 61_000]]), 'nothing heard for 60.0 s'],
  ])('finds %s', (_, faulty, fault) => {
    expect(faultsOf(faulty, SINCE_MS)).toEqual([`account 101: ${fault}`]);
  });

  it('does not count silence from before the scans began', () => {
    expect(faultsOf(book([['a', -600_000], ...IN_TIME.slice(1)]), SINCE_MS)).toEqual([]);
  });

  it('prints the longest gap of each receiver', () => {
    const slow = book([...IN_TIME.slice(0, 2), ['c', 5_400]]);
    expect(summaryOf([book(IN_TIME), slow], SINCE_MS)).toMatch(/^6 events, .*: 0\.5 4\.4$/);
  });
});
