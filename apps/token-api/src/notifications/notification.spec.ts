import { describe, expect, it } from '@jest/globals';
import { type Finding, type Notification, toAttempt, toEventFor, toNotifications } from './notification.js';

const since = '2026-03-29T09:00:00.000Z';
const failing = (receiverId: string, account = 1): Finding => ({
  account,
  event: 'receiver.failing',
  entry: { receiverId, reason: 'errors', since },
});
const exhausted = (receiverId: string, count: number): Finding => ({
  account: 1,
  event: 'delivery.exhausted',
  entry: { receiverId, count, deliveryIds: [`${receiverId}-1`] },
});
const only = (findings: readonly Finding[]): Notification => {
  const [notification, ...others] = toNotifications(findings);
  expect(others).toEqual([]);
  return { ...notification!, eventid: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', createdAt: new Date('2026-03-29T10:00:00.250Z') };
};
const many = Array.from({ length: 30 }, (_, index) => `r${index}`);

describe('findings', () => {
  it('of one account and type become one event', () => {
    const made = toNotifications([failing('a'), failing('b', 2), exhausted('a', 3), failing('c')]);
    expect(made.map(({ account, event, subjects }) => [account, event, subjects])).toEqual([
      [1, 'receiver.failing', ['a', 'c']],
      [2, 'receiver.failing', ['b']],
      [1, 'delivery.exhausted', ['a']],
    ]);
  });
});

describe('the event for a recipient', () => {
  it.each([
    ['lists other receivers', [failing('a'), failing('b')], 'x', 2, ['a', 'b']],
    ['lists other receivers without the recipient', [failing('a'), failing('b')], 'a', 1, ['b']],
    ['lists twenty of many receivers', many.map((id) => failing(id)), 'x', 30, many.slice(0, 20)],
    [
      'lists twenty of many receivers without the recipient',
      many.map((id) => failing(id)),
      'r3',
      29,
      many.filter((id) => id !== 'r3').slice(0, 20),
    ],
    ['does not count the recipient, even if it is not listed', many.map((id) => failing(id)), 'r29', 29, many.slice(0, 20)],
    ['counts the deliveries of other receivers', [exhausted('a', 5), exhausted('b', 2)], 'a', 2, ['b']],
  ])('%s', (_, findings, recipient, count, listed) => {
    const event = toEventFor(only(findings), recipient);
    expect(event?.data.count).toBe(count);
    expect(event?.data.receivers.map(({ receiverId }) => receiverId)).toEqual(listed);
  });

  it('does not exist if the event is only about the recipient', () => {
    expect(toEventFor(only([failing('a')]), 'a')).toBeUndefined();
    expect(toAttempt(only([failing('a')]), { receiverId: 'a', format: 'plain' }, { source: '', vendor: '' })).toBeUndefined();
  });

  it('makes the same attempt each time, under the made-up consignment of its account', () => {
    const recipient = { receiverId: '00000000-0000-4000-8000-000000000009', format: 'plain' } as const;
    const make = () => toAttempt(only([failing('a')]), recipient, { source: '', vendor: '' });
    expect(make()).toEqual(make());
    expect(make()).toMatchObject({ event: 'receiver.failing', references: { client: '' }, round: 1, attempt: 1 });
  });
});
