import { describe, expect, it } from '@jest/globals';
import { orderPercent, orderSentence } from './order-sentence.js';

describe('how far an order is', () => {
  it.each([
    [{ state: 'running', done: 200, total: 10_000 }, '200 of 10,000 webhooks handed over for sending.', 2],
    [{ state: 'running', done: 0, total: 0 }, '0 of 0 webhooks handed over for sending.', 0],
    [
      { state: 'done', done: 1, total: 1 },
      '1 webhook handed over for sending. Each has its own attempts; follow them in the deliveries.',
      100,
    ],
    [{ state: 'done', done: 0, total: 0 }, 'Nothing was left to send.', 100],
    [
      { state: 'cancelled', done: 3, total: 12 },
      'Stopped after 3 of 12 webhooks: the receiver was paused or deleted meanwhile. Resume it and order again.',
      25,
    ],
  ] as const)('%o', (order, sentence, percent) => {
    expect([orderSentence(order), orderPercent(order)]).toEqual([sentence, percent]);
  });
});
