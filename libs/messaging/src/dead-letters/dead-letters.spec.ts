import { describe, expect, it } from '@jest/globals';
import { PARK_REASONS } from '#libs/contracts';
import { failsAgain, parseDlqListArgs, parseDlqReplayArgs } from './dead-letter-args.js';
import { count, letterText, talliesText, type Tally } from './dead-letter-texts.js';

describe('what dlq:replay is asked for', () => {
  it.each([
    [['records'], { topic: 'records', reason: undefined, all: false, dryRun: false }],
    [['records.dlq', '--dry-run'], { topic: 'records', reason: undefined, all: false, dryRun: true }],
    [['scans', '--reason', 'E_LINK'], { topic: 'scans', reason: 'E_LINK', all: false, dryRun: false }],
    [['scans', '--reason=E_JSON', '--all'], { topic: 'scans', reason: 'E_JSON', all: true, dryRun: false }],
  ])('%j', (argv, expected) => {
    expect(parseDlqReplayArgs(argv)).toEqual(expected);
  });

  it.each([
    [[], 'name the topic that the messages came from: scans, records, events'],
    [['scans', 'records'], 'name the topic'],
    [['parcels'], 'there is no topic "parcels": choose one of scans'],
    [['scans', '--reason', 'E_JSON'], 'E_JSON would fail again'],
    [['scans', '--colour'], "Unknown option '--colour'"],
  ])('%j is refused', (argv, sentence) => {
    expect(() => parseDlqReplayArgs(argv)).toThrow(sentence);
  });

  it('of the faults of a message only a missing link can mend itself', () => {
    expect([...PARK_REASONS, 'E_NEW'].filter((reason) => !failsAgain(reason))).toEqual(['E_LINK', 'E_INTERNAL', 'E_NEW']);
  });
});

describe('what dlq:list is asked for', () => {
  it('is one topic or all of them', () => {
    expect(parseDlqListArgs([]).topics).toHaveLength(5);
    expect(parseDlqListArgs(['scans', '--messages', '--reason', 'E_TIME'])).toEqual({
      topics: ['scans'],
      reason: 'E_TIME',
      messages: true,
    });
    expect(() => parseDlqListArgs(['scans', 'records'])).toThrow('name one topic');
  });
});

describe('what is told of dead letters', () => {
  const letter = {
    partition: 1,
    offset: '7',
    key: 'acme:1',
    reason: 'E_LINK',
    detail: 'no\nlink\u001b[2J',
    firstSeen: '2026-03-02',
    isReplayed: false,
  };

  it('counts by reason', () => {
    const tallies = new Map<string, Tally>();
    const letters = [letter, { ...letter, firstSeen: '2026-03-01', isReplayed: true }, { ...letter, reason: 'E_JSON' }];
    letters.forEach((each) => count(tallies, each));
    expect(talliesText('records', tallies)).toEqual([
      'records  E_LINK  2 parked, 1 of them not replayed; the oldest first seen 2026-03-01',
      'records  E_JSON  1 parked, 1 of them not replayed; the oldest first seen 2026-03-02; would fail again',
    ]);
  });

  it('in one line, whatever others wrote', () => {
    expect(letterText('records', letter)).toBe('records[1]@7  E_LINK  acme:1  2026-03-02  waiting  no link [2J');
  });
});
