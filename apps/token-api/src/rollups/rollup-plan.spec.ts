import { describe, expect, it } from '@jest/globals';
import { planRollups, type Progress, type Range, toRanges } from './rollup-plan.js';

const at = (text: string): number => Date.parse(`2026-03-${text}Z`);
const range = (from: string, to: string): Range => ({ fromMs: at(from), toMs: at(to) });

const PROGRESS: Progress = {
  recordedUntilMs: at('29T10:20'),
  quartersUntilMs: at('29T10:15'),
  daysUntilMs: at('29T00:00'),
};

const plan = (touched: readonly string[], until: string) => {
  const { minutes, quarters, quartersOfRecord, days } = planRollups({
    touchedMs: touched.map(at),
    progress: PROGRESS,
    untilMs: at(until),
    nowMs: at(until),
  });
  return { minutes, quarters, quartersOfRecord, days };
};
const NOTHING = { minutes: [], quarters: [], quartersOfRecord: [], days: [] };

describe('planRollups', () => {
  it.each([
    ['nothing new', [], '29T10:21', NOTHING],
    ['minutes of the current quarter', ['29T10:20', '29T10:21'], '29T10:22', { ...NOTHING, minutes: [range('29T10:20', '29T10:22')] }],
    ['a quarter that has ended', [], '29T10:31', { ...NOTHING, quarters: [range('29T10:15', '29T10:30')] }],
    [
      'a minute of a quarter that already has its row',
      ['29T10:03'],
      '29T10:21',
      { ...NOTHING, minutes: [range('29T10:03', '29T10:04')], quarters: [range('29T10:00', '29T10:15')] },
    ],
    [
      'a minute of yesterday',
      ['28T23:59'],
      '29T10:21',
      {
        minutes: [range('28T23:59', '29T00:00')],
        quarters: [range('28T23:45', '29T00:00')],
        quartersOfRecord: [],
        days: [range('28T00:00', '29T00:00')],
      },
    ],
    [
      'a minute that is no longer kept',
      ['26T08:07'],
      '29T10:21',
      { minutes: [], quarters: [], quartersOfRecord: [range('26T08:00', '26T08:15')], days: [range('26T00:00', '27T00:00')] },
    ],
    [
      'a day that has ended',
      [],
      '30T00:01',
      { ...NOTHING, quarters: [range('29T10:15', '30T00:00')], days: [range('29T00:00', '30T00:00')] },
    ],
  ])('%s', (_, touched, until, expected) => {
    expect(plan(touched, until)).toEqual(expected);
  });

  it('leaves out attempts that were recorded more than 30 days later, because the quarters of the day are deleted', () => {
    const touchedMs = [Date.parse('2026-02-20T10:00Z'), Date.parse('1970-01-01T00:00Z')];
    const found = planRollups({ touchedMs, progress: PROGRESS, untilMs: at('29T10:21'), nowMs: at('29T10:21') });
    expect(found).toMatchObject(NOTHING);
  });
});

describe('toRanges', () => {
  it.each([
    [[], []],
    [[3, 1, 2, 2], [{ fromMs: 1, toMs: 4 }]],
    [
      [1, 5, 6],
      [
        { fromMs: 1, toMs: 2 },
        { fromMs: 5, toMs: 7 },
      ],
    ],
  ])('%j', (beginnings, expected) => {
    expect(toRanges(beginnings, 1)).toEqual(expected);
  });
});
