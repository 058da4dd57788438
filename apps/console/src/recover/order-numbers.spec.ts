import { describe, expect, it } from '@jest/globals';
import { endOf, numbersOf, numbersText } from './order-numbers.js';

const NOTHING = { pending: 0, delivered: 0, deliveredIsExact: true, failed: 0, cancelled: 0 };

describe('the results of orders', () => {
  it.each([
    [
      'one has just begun',
      [{ state: 'running', started: 0, total: 74, results: NOTHING }],
      { state: 'open', total: 74, delivered: 0, waiting: 74, failed: 0, atLeast: [] },
      '0 of 74 delivered, 74 waiting.',
    ],
    [
      'all are handed over, some wait for another attempt',
      [
        { state: 'done', started: 74, total: 74, results: { ...NOTHING, delivered: 60, pending: 14 } },
        { state: 'done', started: 6, total: 5, results: { ...NOTHING, delivered: 4, failed: 2 } },
      ],
      { state: 'open', total: 80, delivered: 64, waiting: 14, failed: 2, atLeast: [] },
      '64 of 80 delivered, 14 waiting, 2 failed again.',
    ],
    [
      'some are in hand',
      [{ state: 'running', started: 40, total: 74, results: { ...NOTHING, delivered: 30, pending: 20 } }],
      { state: 'open', total: 74, delivered: 30, waiting: 44, failed: 0, atLeast: [] },
      '30 of 74 delivered, 44 waiting.',
    ],
    [
      'all have arrived',
      [{ state: 'done', started: 1, total: 1, results: { ...NOTHING, delivered: 1 } }],
      { state: 'done', total: 1, delivered: 1, waiting: 0, failed: 0, atLeast: [] },
      '1 of 1 delivered.',
    ],
    [
      'nothing was left',
      [{ state: 'done', started: 0, total: 0, results: NOTHING }],
      { state: 'done', total: 0, delivered: 0, waiting: 0, failed: 0, atLeast: [] },
      'Nothing was left to send.',
    ],
    [
      'the receiver was switched off meanwhile',
      [{ state: 'cancelled', started: 3, total: 12, results: { ...NOTHING, delivered: 2, cancelled: 1 } }],
      { state: 'stopped', total: 3, delivered: 2, waiting: 0, failed: 1, atLeast: [] },
      '2 of 3 delivered, 1 failed again. The receiver was switched off or deleted meanwhile. Switch it on and send the rest again.',
    ],
    [
      'more wait than are counted',
      [{ state: 'done', started: 50_000, total: 50_000, results: { ...NOTHING, pending: 10_000, failed: 2 } }],
      { state: 'open', total: 50_000, delivered: 0, waiting: 10_000, failed: 2, atLeast: ['waiting'] },
      '0 of 50,000 delivered, at least 10,000 waiting, 2 failed again.',
    ],
    [
      'more failed than are counted, beside others that were delivered at once',
      [{ state: 'done', started: 50_000, total: 50_000, results: { ...NOTHING, delivered: 7, deliveredIsExact: false, failed: 10_000 } }],
      { state: 'done', total: 50_000, delivered: 7, waiting: 0, failed: 10_000, atLeast: ['delivered', 'failed'] },
      'At least 7 of 50,000 delivered, at least 10,000 failed again.',
    ],
    [
      'more are meant than are counted',
      [{ state: 'running', started: 200, total: 10_000, results: { ...NOTHING, delivered: 200 } }],
      { state: 'open', total: 10_000, delivered: 200, waiting: 9800, failed: 0, atLeast: ['total', 'waiting'] },
      '200 of at least 10,000 delivered, at least 9,800 waiting.',
    ],
  ] as const)('%s', (_, orders, numbers, text) => {
    expect(numbersOf(orders)).toEqual(numbers);
    expect(numbersText(numbersOf(orders))).toBe(text);
  });
});

it.each([
  [{ state: 'running' }, 'running'],
  [{ results: { ...NOTHING, pending: 9 } }, 'waiting'],
  [{ results: { ...NOTHING, delivered: 3 } }, 'delivered'],
  [{ results: { ...NOTHING, delivered: 3, failed: 1 } }, 'partly'],
  [{ results: { ...NOTHING, cancelled: 1 } }, 'failed'],
  [{}, 'nothing'],
  [{ state: 'cancelled' }, 'cancelled'],
] as const)('an order that is handed over is not delivered: %j is %s', (changes, end) => {
  expect(endOf({ state: 'done', started: 9, total: 9, results: NOTHING, ...changes })).toBe(end);
});
