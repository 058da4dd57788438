import { expect, it } from '@jest/globals';
import type { Schemas } from '../api/schemas.js';
import { numbersOf, numbersText } from './order-numbers.js';
import { byReceiver } from './receiver-orders.js';

type Order = Schemas['Redelivery'];
type Results = Partial<Order['results']>;

const order = (started: number, results: Results, changes: Partial<Order> = {}) =>
  ({
    redeliveryId: String(started),
    receiverId: 'r',
    deliveryId: null,
    status: 'exhausted',
    to: '2026-03-28T08:00:00.000Z',
    state: 'done',
    total: started,
    started,
    results: { pending: 0, delivered: 0, deliveredIsExact: true, failed: 0, cancelled: 0, ...results },
    ...changes,
  }) as Order;

it.each([
  ['all wait', [order(60, { pending: 142 }), order(82, { pending: 142 })], '0 of 142 delivered, 142 waiting.'],
  [
    'some wait',
    [order(60, { pending: 40, delivered: 20 }), order(82, { pending: 40, delivered: 42 })],
    'At least 42 of 142 delivered, 40 waiting.',
  ],
  [
    'one order does not count the other yet',
    [order(5, { pending: 5 }), order(100, { pending: 100 })],
    'At least 0 of 105 delivered, 100 waiting.',
  ],
  ['all are delivered', [order(60, { delivered: 60 }), order(82, { delivered: 82 })], '142 of 142 delivered.'],
  [
    'some failed again',
    [order(60, { failed: 10, delivered: 50 }), order(82, { failed: 10, delivered: 72 })],
    '132 of 142 delivered, 10 failed again.',
  ],
  ['one has not begun', [order(60, { pending: 60 }), order(0, {}, { state: 'running', total: 82 })], '0 of 142 delivered, 142 waiting.'],
  [
    'more failed than are counted',
    [order(20_000, { failed: 10_000, delivered: 7, deliveredIsExact: false }), order(9, { failed: 10_000 })],
    'At least 7 of 20,009 delivered, at least 10,000 failed again.',
  ],
] as const)('two orders of a receiver count each other’s webhooks, which count once: %s', (_, orders, text) => {
  const merged = byReceiver(orders);
  expect(merged).toHaveLength(1);
  expect(numbersText(numbersOf(merged))).toBe(text);
});

it('an order of another receiver, or for one delivery, stays alone', () => {
  const orders = [
    order(1, {}),
    order(2, {}, { receiverId: 'other' }),
    order(3, {}, { deliveryId: 'd' }),
    order(4, {}, { deliveryId: 'e' }),
  ];
  expect(byReceiver(orders)).toHaveLength(4);
});

it('names what each order sends, up to the latest end', () => {
  const orders = [order(3, {}, { to: '2026-03-28T09:00:00.000Z' }), order(1, {}, { status: 'missing', state: 'running', total: 4 })];
  expect(byReceiver(orders)).toMatchObject([
    {
      state: 'running',
      to: '2026-03-28T09:00:00.000Z',
      parts: [
        { status: 'exhausted', total: 3 },
        { status: 'missing', total: 4 },
      ],
    },
  ]);
});
