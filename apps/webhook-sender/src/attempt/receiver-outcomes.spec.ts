import { describe, expect, it } from '@jest/globals';
import { ReceiverOutcomes } from './receiver-outcomes.js';

const MINUTE = 60_000;

describe('ReceiverOutcomes', () => {
  it('counts each receiver once, by its last attempt', () => {
    const outcomes = new ReceiverOutcomes();
    for (const outcome of ['tls', 'tls', 'accepted'] as const) outcomes.learn('a', outcome, 0);
    for (const receiverId of ['b', 'c']) outcomes.learn(receiverId, 'tls', 0);
    expect([...outcomes.counts(0)]).toEqual([
      ['accepted', 1],
      ['tls', 2],
    ]);
  });

  it('keeps a failing receiver until its next retry, and forgets a receiver that gets nothing any more', () => {
    const outcomes = new ReceiverOutcomes();
    outcomes.learn('a', 'auth', 0);
    expect(outcomes.counts(31 * MINUTE).get('auth')).toBe(1);
    expect(outcomes.counts(46 * MINUTE).size).toBe(0);
    outcomes.learn('a', 'accepted', 47 * MINUTE);
    expect([...outcomes.counts(47 * MINUTE)]).toEqual([['accepted', 1]]);
  });

  it('remembers fifty thousand receivers at most', () => {
    const outcomes = new ReceiverOutcomes();
    for (let index = 0; index < 60_000; index++) outcomes.learn(`receiver ${index}`, 'accepted', 0);
    expect(outcomes.counts(0).get('accepted')).toBe(50_000);
  });
});
