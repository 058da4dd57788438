import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { attemptMessage, deliveryAttempt } from '../../../../test/builders/delivery-attempt.js';
import { trackingEvent } from '../../../../test/builders/tracking-event.js';
import { readDue } from './due.js';

const MINUTE = 60_000;
const NOW_MS = 600 * MINUTE;
const TIME = { nowMs: NOW_MS, retryDelayMs: 30 * MINUTE };

/** Returns a retry that is due this many minutes from now. */
const dueIn = (minutes: number, writtenIn = minutes - 30) => {
  const options = { attempt: 2, dueAtMs: NOW_MS + minutes * MINUTE };
  const attempt = deliveryAttempt(trackingEvent({ account: 1 }), randomUUID(), options);
  return { ...attemptMessage(attempt), timestampMs: NOW_MS + writtenIn * MINUTE };
};
const unreadable = { value: Buffer.from('{}'), headers: {}, timestampMs: NOW_MS };
/** Fails the test when it is read. */
const unseen = {
  timestampMs: NOW_MS,
  value: null,
  get headers(): Record<string, string> {
    throw new Error('read although an earlier message is not due');
  },
};

const MILLISECOND = 1 / MINUTE;

describe('readDue', () => {
  it.each([
    ['nothing waits', [], [], Infinity],
    ['all retries are due', [dueIn(-9), dueIn(0)], ['due', 'due'], Infinity],
    ['the first is early by a millisecond', [dueIn(MILLISECOND), unseen], [], MILLISECOND],
    ['the rest waits behind the first retry that is not due', [dueIn(-1), dueIn(2), unseen], ['due'], 2],
    ['an unreadable message holds back nothing', [unreadable, dueIn(-1), dueIn(1)], ['unreadable', 'due'], 1],
    ['a retry from a clock that is ahead holds back nothing', [dueIn(80), dueIn(0), dueIn(1)], ['misdated', 'due'], 1],
    ['small differences between clocks are accepted', [dueIn(31), unseen], [], 31],
    ['an earlier, longer delay stays in force', [dueIn(600, -30), unseen], [], 600],
    ['a short wait from a clock that is ahead is due no later than the others', [dueIn(10, 5), unseen], [], 10],
  ])('%s', (_, messages, kinds, untilMinutes) => {
    const { ripe, untilMs } = readDue(messages, TIME);
    expect([ripe.map(({ kind }) => kind), untilMs]).toEqual([kinds, NOW_MS + untilMinutes * MINUTE]);
  });

  it.each([
    ['for its whole original wait', dueIn(110, 50), 60],
    ['no shorter than the others', dueIn(110, 100), 30],
  ])('a retry from a clock that is ahead waits from now %s', (_, message, minutes) => {
    expect(readDue([message], TIME).ripe[0]?.attempt?.dueAtMs).toBe(NOW_MS + minutes * MINUTE);
  });
});
