import { describe, expect, it } from '@jest/globals';
import { grainOf, toBoundaries, toPieces } from './time-buckets.js';

const at = (text: string): number => Date.parse(`2026-${text}Z`);
const texts = (boundaries: readonly number[] | undefined): string[] | undefined =>
  boundaries?.map((ms) => new Date(ms).toISOString().slice(5, 16));

describe('toBoundaries', () => {
  it.each([
    ['minute', 'UTC', '03-29T10:00:30', '03-29T10:02:00', ['03-29T10:00', '03-29T10:01', '03-29T10:02']],
    ['hour', 'UTC', '03-29T10:20', '03-29T12:00', ['03-29T10:00', '03-29T11:00', '03-29T12:00']],
    ['hour', 'Asia/Kathmandu', '03-29T10:20', '03-29T11:20', ['03-29T10:15', '03-29T11:15', '03-29T12:15']],
    ['day', 'UTC', '03-28T10:00', '03-29T10:00', ['03-28T00:00', '03-29T00:00', '03-30T00:00']],
    // days of 23 and 25 hours
    ['day', 'Europe/Berlin', '03-28T23:00', '03-30T22:00', ['03-28T23:00', '03-29T22:00', '03-30T22:00']],
    ['day', 'Europe/Berlin', '10-24T22:00', '10-26T23:00', ['10-24T22:00', '10-25T23:00', '10-26T23:00']],
    // the clock changes by half an hour
    [
      'hour',
      'Australia/Lord_Howe',
      '04-04T13:00',
      '04-04T18:00',
      ['04-04T13:00', '04-04T14:00', '04-04T14:30', '04-04T15:30', '04-04T16:30', '04-04T17:30', '04-04T18:30'],
    ],
    // this day begins at one o'clock
    ['day', 'Africa/Cairo', '04-23T12:00', '04-24T12:00', ['04-22T22:00', '04-23T22:00', '04-24T21:00']],
  ] as const)('%s in %s from %s to %s', (interval, timeZone, from, to, expected) => {
    expect(texts(toBoundaries({ fromMs: at(from), toMs: at(to) }, { interval, timeZone, most: 1500 }))).toEqual(expected);
  });

  it('returns at most the allowed number of buckets', () => {
    const period = { fromMs: at('03-29T00:00'), toMs: at('03-30T01:00') };
    expect(toBoundaries(period, { interval: 'minute', timeZone: 'UTC', most: 1500 })).toHaveLength(1501);
    expect(toBoundaries({ ...period, toMs: period.toMs + 1 }, { interval: 'minute', timeZone: 'UTC', most: 1500 })).toBeUndefined();
    expect(toBoundaries({ fromMs: 0, toMs: at('03-29T00:00') }, { interval: 'minute', timeZone: 'UTC', most: 1500 })).toBeUndefined();
  });

  it('begins every bucket on a quarter of an hour in every zone', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const odd = zones.filter((timeZone) =>
      (['hour', 'day'] as const).some((interval) => {
        const found = toBoundaries({ fromMs: at('03-27T10:20'), toMs: at('03-30T10:20') }, { interval, timeZone, most: 1500 });
        return found!.some((ms, index) => ms % 900_000 !== 0 || ms <= (found![index - 1] ?? 0));
      }),
    );
    expect(zones.length).toBeGreaterThan(300);
    expect(odd).toEqual([]);
  });
});

describe('toPieces', () => {
  const until = { quartersUntilMs: 300, daysUntilMs: 200 };

  it.each([
    [
      'day',
      [
        ['day', 100, 200],
        ['quarter', 200, 300],
        ['minute', 300, 400],
      ],
    ],
    [
      'quarter',
      [
        ['quarter', 100, 300],
        ['minute', 300, 400],
      ],
    ],
    ['minute', [['minute', 100, 400]]],
  ] as const)('with the grain %s', (grain, expected) => {
    expect(toPieces({ fromMs: 100, toMs: 400 }, grain, until)).toEqual(
      expected.map(([each, fromMs, toMs]) => ({ grain: each, fromMs, toMs })),
    );
  });

  it.each([
    [100, 150, [{ grain: 'day', fromMs: 100, toMs: 150 }]],
    [250, 280, [{ grain: 'quarter', fromMs: 250, toMs: 280 }]],
    [350, 380, [{ grain: 'minute', fromMs: 350, toMs: 380 }]],
  ])('from %i to %i', (fromMs, toMs, expected) => {
    expect(toPieces({ fromMs, toMs }, 'day', until)).toEqual(expected);
  });
});

describe('grainOf', () => {
  it.each([
    ['minute', 'Europe/Berlin', 'minute'],
    ['hour', 'UTC', 'quarter'],
    ['day', 'Etc/UTC', 'day'],
    ['day', 'Europe/Berlin', 'quarter'],
  ] as const)('%s in %s: %s', (interval, timeZone, expected) => {
    expect(grainOf(interval, timeZone)).toBe(expected);
  });
});
