import { describe, expect, it } from '@jest/globals';
import { pairsFigures, pairsRows, ratiosOf, roundsRows } from './pairs.js';
import type { Measurement } from './scenario.js';

const pace = (value: number | undefined): Measurement => ({
  variant: '1 account',
  figure: 'pace',
  unit: '/s',
  value,
  ratioTarget: { atLeast: 0.9 },
});
const rows = (value: number | undefined): Measurement => ({ variant: '1 account', figure: 'rows written', unit: 'rows', value });
const roundsOf = (...values: readonly (number | undefined)[]): Measurement[][] => values.map((value) => [pace(value)]);

describe('ratiosOf', () => {
  it.each([
    [
      [2, 3],
      [1, 2],
      [2, 1.5],
    ],
    [[2, undefined], [1, 2], [2]],
    [[2, 3], [undefined, 2], [1.5]],
    [[2], [0], []],
    [[2, 3], [1], [2]],
  ])('of %j and %j are %j', (ours, theirs, ratios) => {
    expect(ratiosOf(ours, theirs)).toEqual(ratios);
  });
});

describe('rows of pairs', () => {
  it('have the medians of both commits, and the median and spread of the ratios of the pairs', () => {
    const measured = { ours: roundsOf(100, 150, 120), theirs: roundsOf(200, 100, 120), commit: 'main' };
    const label = { variant: '1 account', figure: 'pace', unit: '/s' };
    expect(pairsRows(measured)).toEqual([{ ...label, 'this clone': 120, main: 120, ratio: 1, 'ratios of the pairs': '0.5–1.5' }]);
  });

  it('show "none" when a commit lacks the figure', () => {
    const both = { ours: [[rows(undefined)]], theirs: [[rows(7)]], commit: 'main' };
    expect(pairsRows(both)).toMatchObject([{ 'this clone': 'none', main: 7, ratio: 'none', 'ratios of the pairs': '' }]);
  });

  it('keep a figure that only the other commit has', () => {
    expect(pairsRows({ ours: [[]], theirs: [[rows(7)]], commit: 'main' })).toMatchObject([
      { figure: 'rows written', 'this clone': 'none', main: 7 },
    ]);
  });
});

it('the summary contains the ratios of figures with a target', () => {
  const ours = [[pace(90), rows(5)]];
  const figures = pairsFigures({ ours, theirs: [[pace(100), rows(10)]], commit: 'main' });
  expect(figures).toEqual([{ name: '1 account: pace, by main', rounds: [0.9], unit: '×', target: { atLeast: 0.9 } }]);
  expect(pairsFigures({ ours, theirs: [[pace(undefined), rows(10)]], commit: 'main' })).toEqual([]);
});

it('rows of one commit have the median of its rounds, and the spread of several rounds', () => {
  const label = { variant: '1 account', figure: 'pace', unit: '/s' };
  expect(roundsRows(roundsOf(1234.5))).toEqual([{ ...label, value: 1230 }]);
  expect(roundsRows(roundsOf(1, 5, undefined))).toEqual([{ ...label, value: 3, spread: '1–5' }]);
});
