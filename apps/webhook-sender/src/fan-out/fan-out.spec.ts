import { describe, expect, it } from '@jest/globals';
import { NO_FILTER, REFERENCE_KEYS, type TrackingEvent } from '#libs/contracts';
import { attemptMessage, attemptsIn } from '../../../../test/builders/delivery-attempt.js';
import { type EventToTell, fanOut } from './fan-out.js';
import type { FilteringReceiver } from '../receivers/receiver.js';

const receiver: FilteringReceiver = {
  receiverId: '11111111-1111-4111-8111-111111111111',
  account: 1,
  events: [],
  ...NO_FILTER,
  format: 'plain',
  etaUnknownForm: 'object',
};
const identity = { source: 'urn:x', vendor: 'acme' };

const event = {
  account: 1,
  consignmentId: '22222222-2222-4222-8222-222222222222',
  createdAtMs: 5,
  payload: {
    event: 'onDelivered',
    eventid: '33333333-3333-4333-8333-333333333333',
    timestamp: '2026-03-29T09:44:05Z',
    references: { client: 'shop' },
    data: { expected_delivery_date_raw: {} },
    reporting: {},
  },
} as unknown as TrackingEvent;

const told = { event, body: Buffer.from(JSON.stringify(event.payload)) };

describe('fanOut', () => {
  it('gives each receiver the first attempt of its own delivery', () => {
    const [attempt] = fanOut(told, [receiver], identity);
    expect(attempt).toMatchObject({
      round: 1,
      attempt: 1,
      deliveryCreatedAtMs: 5,
      receiverId: receiver.receiverId,
    });
    expect(attempt?.body).toBe(told.body); // the same bytes
  });

  it('writes each other form of the body once for all receivers', () => {
    const others = ['1', '5'].map((digit) => ({
      ...receiver,
      receiverId: receiver.receiverId.replaceAll('1', digit),
      format: 'cloudevents' as const,
    }));
    const [first, second] = fanOut(told, others, identity);
    expect(JSON.parse(String(first?.body))).toMatchObject({ specversion: '1.0', id: event.payload.eventid });
    expect(second?.body).toBe(first?.body);
  });

  it('keeps only the seven references, so that the attempt survives its topic unchanged', () => {
    const references = { ...Object.fromEntries(REFERENCE_KEYS.map((key) => [key, 'x'])), '../../etc/passwd': 'shop' };
    const more = { ...told, event: { ...event, payload: { ...event.payload, references } } } as unknown as EventToTell;
    const [attempt] = fanOut(more, [receiver], identity);
    expect(Object.keys(attempt?.references ?? {})).toEqual([...REFERENCE_KEYS]);
    expect(attemptsIn([attemptMessage(attempt!)])[0]?.references).toEqual(attempt?.references);
  });

  it('derives the delivery id from event and receiver', () => {
    const ids = [1, 2].map(() => fanOut(told, [receiver], identity)[0]?.deliveryId);
    expect(ids[0]).toBe(ids[1]);
    expect(fanOut(told, [{ ...receiver, receiverId: '44444444-4444-4444-8444-444444444444' }], identity)[0]?.deliveryId).not.toBe(ids[0]);
  });

  it.each([
    [{ events: ['onDelivered'] }, 1],
    [{ events: ['onCreated'] }, 0],
    [{ clients: ['shop'] }, 1],
    [{ clients: ['other'] }, 0],
    [{ clients: ['shop'], events: ['onCreated'] }, 0],
    [{ clients: ['shop'], returnReasons: ['Lost'] }, 1],
  ] as const)('a receiver with %j gets the event %d times', (filter, count) => {
    expect(fanOut(told, [{ ...receiver, ...filter }], identity)).toHaveLength(count);
  });
});
