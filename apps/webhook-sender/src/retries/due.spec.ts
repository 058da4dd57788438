import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { attemptMessage, deliveryAttempt } from '../../../../test/builders/delivery-attempt.js';
import { trackingEvent } from '../../../../test/builders/tracking-event.js';
import { readDue } from './due.js';

const MINUTE = 60_000;
const NOW_MS = 600 * MINUTE;
const TIME = { nowMs: NOW_MS, retryDelayMs: 30 * MINUTE };

/** In minutes from now. */
const dueIn = (minutes: number, writtenIn = minutes - 30) => {
  const options = { attempt: 2, dueAtMs: NOW_MS + minutes * MINUTE };
  const attempt = deliveryAttempt(trackingEvent({ account: 1 }), randomUUID(), options);
  return { ...attemptMessage(attempt), timestampMs: NOW_MS + writtenIn * MINUTE };
};
const unreadable = { value: Buffer.from('{}'), headers: {}, timestampMs: NOW_MS };
/** Fails when it is looked at. */
const unseen = {
  timestampMs: NOW_MS,
  value: null,
  get headers(): Record<string, string> {
    throw new Error('read although what is in front of it is not due');
  },
};

const MILLISECOND = 1 / MINUTE;

describe('readDue', () => {
  it.each([
    ['nothing waits', [], [], Infinity],
    ['all are due', [dueIn(-9), dueIn(0)], ['due', 'due'], Infinity],
    ['the first is early by a millisecond', [dueIn(MILLISECOND), unseen], [], MILLISECOND],
    ['the rest waits behind the first that is not due', [dueIn(-1), dueIn(2), unseen], ['due'], 2],
    ['what cannot be read holds back nothing', [unreadable, dueIn(-1), dueIn(1)], ['unreadable', 'due'], 1],
    ['what was written by a clock ahead holds back nothing', [dueIn(80), dueIn(0), dueIn(1)], ['misdated', 'due'], 1],
    ['clocks that agree are a little apart', [dueIn(31), unseen], [], 31],
    ['a longer delay of before stays in force', [dueIn(600, -30), unseen], [], 600],
    ['what a clock ahead gave a short wait is no longer away than the others', [dueIn(10, 5), unseen], [], 10],
  ])('%s', (_, messages, kinds, untilMinutes) => {
    const { ripe, untilMs } = readDue(messages, TIME);
    expect([ripe.map(({ kind }) => kind), untilMs]).toEqual([kinds, NOW_MS + untilMinutes * MINUTE]);
  });

  it.each([
    ['as long as it was to wait', dueIn(110, 50), 60],
    ['not shorter than the others', dueIn(110, 100), 30],
  ])('what was written by a clock ahead waits from now on %s', (_, message, minutes) => {
    expect(readDue([message], TIME).ripe[0]?.attempt?.dueAtMs).toBe(NOW_MS + minutes * MINUTE);
  });
});
