import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { serialiseDeliveryAttempt } from '#libs/contracts';
import { deliveryAttempt } from '../../../../test/builders/delivery-attempt.js';
import { trackingEvent } from '../../../../test/builders/tracking-event.js';
import { readDue } from './hold-until-due.js';

const dueAt = (dueAtMs: number): { value: Buffer } => ({
  value: Buffer.from(serialiseDeliveryAttempt(deliveryAttempt(trackingEvent({ account: 1 }), randomUUID(), { attempt: 2, dueAtMs }))),
});
const unreadable = { value: Buffer.from('no JSON') };
/** Fails when it is looked at. */
const unseen = {
  get value(): Buffer {
    throw new Error('read although what is in front of it is not due');
  },
};

describe('readDue', () => {
  it.each([
    ['nothing waits', [], 0, Infinity],
    ['all are due', [dueAt(1), dueAt(10)], 2, Infinity],
    ['the first is early by a millisecond', [dueAt(11), unseen], 0, 11],
    ['the rest waits behind the first that is not due', [dueAt(9), dueAt(12), unseen], 1, 12],
    ['what cannot be read holds back nothing', [unreadable, dueAt(9), dueAt(11)], 2, 11],
  ])('%s', (_, messages, count, untilMs) => {
    const read = readDue(messages, 10);
    expect([read.due.length, read.untilMs]).toEqual([count, untilMs]);
  });
});
