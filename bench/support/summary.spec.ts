import { describe, expect, it } from '@jest/globals';
import { toSummary } from './summary.js';

const rowOf = (figure: Parameters<typeof toSummary>[0][number]['figures'][number]): unknown =>
  toSummary([{ name: 'send', figures: [figure] }])[0];

describe('toSummary', () => {
  it('compares the median of the rounds with a lower limit', () => {
    expect(rowOf({ name: 'pace', rounds: [4100, 3000, 5000], unit: '/s', target: { atLeast: 4000 } })).toEqual({
      scenario: 'send',
      figure: 'pace',
      value: '4100/s',
      spread: '3000–5000',
      target: '≥ 4000/s',
      'of target': 1.02,
      '': 'ok',
    });
  });

  it.each([
    [60, 'ok'],
    [61, 'missed'],
  ])('compares %d ms with a target of at most 60: %s', (value, verdict) => {
    expect(rowOf({ name: 'p99', rounds: [value], unit: 'ms', target: { atMost: 60 } })).toMatchObject({ target: '≤ 60 ms', '': verdict });
  });

  it('accepts a ratio that equals its target', () => {
    expect(rowOf({ name: 'end / start', rounds: [0.9], unit: '', target: { atLeast: 0.9 } })).toMatchObject({ value: '0.9', '': 'ok' });
  });

  it('rejects a value that is not a number', () => {
    expect(rowOf({ name: 'pace', rounds: [Number.NaN], unit: '/s', target: { atLeast: 1 } })).toMatchObject({ '': 'missed' });
  });

  it('shows a broken scenario, a scenario without figures, and a figure without target', () => {
    const figures = [{ name: 'CPU', rounds: [1.5], unit: 's' }];
    expect(
      toSummary([
        { name: 'send', figures: [], broken: 'no broker' },
        { name: 'lists', figures: [] },
        { name: 'decide', figures },
      ]),
    ).toEqual([
      { scenario: 'send', figure: 'BROKEN: no broker' },
      { scenario: 'lists', figure: 'see its table' },
      { scenario: 'decide', figure: 'CPU', value: '1.5 s', spread: '' },
    ]);
  });
});
