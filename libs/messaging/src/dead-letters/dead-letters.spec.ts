import { describe, expect, it } from '@jest/globals';
import { readArguments } from '#libs/command-line';
import { PARK_REASONS } from '#libs/contracts';
import { failsAgain } from './dead-letter-args.js';
import { COMMAND as LIST } from './dlq-list.command.js';
import { COMMAND as REPLAY } from './dlq-replay.command.js';
import { count, letterText, talliesText, type Tally } from './dead-letter-texts.js';

describe('the arguments of dlq:replay', () => {
  it.each([
    [['records'], { topic: 'records', reason: undefined, all: false, dryRun: false }],
    [['records.dlq', '--dry-run'], { topic: 'records', reason: undefined, all: false, dryRun: true }],
    [['scans', '--reason', 'E_LINK'], { topic: 'scans', reason: 'E_LINK', all: false, dryRun: false }],
    [['scans', '--reason=E_JSON', '--all'], { topic: 'scans', reason: 'E_JSON', all: true, dryRun: false }],
  ])('%j', (argv, expected) => {
    expect(readArguments(REPLAY, argv)).toEqual(expected);
  });

  it.each([
    [[], '<topic> is missing'],
    [['scans', 'records'], 'too many arguments'],
    [['parcels'], '<topic> must be one of scans'],
    [['scans', '--colour'], "unknown option '--colour'"],
  ])('%j is refused', (argv, sentence) => {
    expect(() => readArguments(REPLAY, argv)).toThrow(sentence);
  });

  it('leave out reasons that fail again: only E_LINK and E_INTERNAL can be fixed without the producer', () => {
    expect([...PARK_REASONS, 'E_NEW'].filter((reason) => !failsAgain(reason))).toEqual(['E_LINK', 'E_INTERNAL', 'E_NEW']);
  });
});

describe('the arguments of dlq:list', () => {
  it('name one topic or none', () => {
    expect(readArguments(LIST, [])).toEqual({ topic: undefined, reason: undefined, messages: false });
    expect(readArguments(LIST, ['scans.dlq', '--messages', '--reason', 'E_TIME'])).toEqual({
      topic: 'scans',
      reason: 'E_TIME',
      messages: true,
    });
    expect(() => readArguments(LIST, ['scans', 'records'])).toThrow('too many arguments');
  });
});

describe('the texts of dead letters', () => {
  const letter = {
    partition: 1,
    offset: '7',
    key: 'acme:1',
    reason: 'E_LINK',
    detail: 'no\nlink\u001b[2J',
    firstSeen: '2026-03-02',
    isReplayed: false,
  };

  it('count by reason', () => {
    const tallies = new Map<string, Tally>();
    const letters = [letter, { ...letter, firstSeen: '2026-03-01', isReplayed: true }, { ...letter, reason: 'E_JSON' }];
    letters.forEach((each) => count(tallies, each));
    expect(talliesText('records', tallies)).toEqual([
      'records  E_LINK  2 in all, 1 of them not replayed; the oldest first seen 2026-03-01',
      'records  E_JSON  1 in all, 1 of them not replayed; the oldest first seen 2026-03-02; would fail again',
    ]);
  });

  it('have one line each, whatever the producer wrote', () => {
    expect(letterText('records', letter)).toBe('records[1]@7  E_LINK  acme:1  2026-03-02  waiting  no link [2J');
  });
});
