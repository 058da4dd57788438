import { describe, expect, it } from '@jest/globals';
import { type Arrival, expectArrivals, missing, unexpected, withoutRepeats } from './arrivals.js';
import { type Sample } from './samples.js';

const sample: Sample = {
  title: '',
  courier: 'ups',
  trackingNumber: 'T1',
  language: 'en',
  steps: [],
  expected: ['onCreated', 'onOutForDelivery', 'onOutForDelivery'],
  deadLetters: 0,
};
const expected = expectArrivals(
  [sample],
  [
    { name: 'shop', events: [] },
    { name: 'mailer', events: ['onCreated'] },
  ],
);
const arrival = (event: Arrival['event'], eventid: string, receiver = 'shop'): Arrival => ({
  receiver,
  trackingNumber: 'T1',
  event,
  eventid,
  attempt: 1,
});

describe('arrivals', () => {
  it('expects for each receiver the events that pass its filter', () => {
    expect(expected.map(({ receiver, event }) => `${receiver} ${event}`)).toEqual([
      'shop onCreated',
      'shop onOutForDelivery',
      'shop onOutForDelivery',
      'mailer onCreated',
    ]);
  });

  it('counts an event as often as it is expected, and each eventid once', () => {
    const came = [
      arrival('onCreated', 'a'),
      arrival('onOutForDelivery', 'b'),
      arrival('onOutForDelivery', 'b'),
      arrival('onCreated', 'a', 'mailer'),
    ];
    expect(withoutRepeats(came)).toHaveLength(3);
    expect(missing(expected, came)).toEqual([{ receiver: 'shop', trackingNumber: 'T1', event: 'onOutForDelivery' }]);
  });

  it('names unexpected arrivals', () => {
    const came = [arrival('onCreated', 'a'), arrival('onCreated', 'b')];
    expect(unexpected(expected, came)).toEqual([arrival('onCreated', 'b')]);
  });
});
