import { describe, expect, it } from '@jest/globals';
import type { WebhookEventName } from '../api/schemas.js';
import { endsOf, isNobodyTold, outageKey, toldOf } from './told.js';

const receiver = (receiverId: string, events: WebhookEventName[], enabled = true) => ({ receiverId, enabled, events });

describe('who is told', () => {
  const watcher = receiver('w', ['receiver.failing']);

  it.each([
    ['a receiver that lists the type', [watcher], undefined, false],
    ['a receiver of the eleven events', [receiver('a', [])], undefined, true],
    ['a receiver of another type', [receiver('a', ['receiver.disabled'])], undefined, true],
    ['a receiver that is switched off', [receiver('w', ['receiver.failing'], false)], undefined, true],
    ['only the receiver itself', [watcher], 'w', true],
    ['another receiver', [watcher, receiver('v', ['receiver.failing'])], 'w', false],
    ['no receiver', [], undefined, true],
  ])('of a failure, with %s: nobody is told = %s', (_, receivers, about, nobody) => {
    expect(isNobodyTold({ receivers, targets: [] }, about)).toBe(nobody);
    expect(toldOf(receivers, 'receiver.failing', about).length === 0).toBe(nobody);
  });
});

describe('who is told by mail', () => {
  const target = { state: 'confirmed', types: ['receiver.failing'], receiverIds: null } as const;

  it.each([
    [target, undefined, false],
    [target, 'a', false],
    [{ ...target, receiverIds: ['a'] }, 'a', false],
    [{ ...target, receiverIds: ['b'] }, 'a', true],
    [{ ...target, state: 'unconfirmed' as const }, undefined, true],
    [{ ...target, types: ['receiver.disabled' as const] }, undefined, true],
  ])('target %j, receiver %s: nobody is told = %s', (each, about, nobody) => {
    const targets = [{ ...each, types: [...each.types], receiverIds: each.receiverIds === null ? null : [...each.receiverIds] }];
    expect(isNobodyTold({ receivers: [], targets }, about)).toBe(nobody);
  });
});

describe('the end of an outage', () => {
  const entry = (receiverId: string, since: string) => ({ receiverId, since, reason: 'errors' as const });
  const event = (type: 'receiver.failing' | 'receiver.recovered', timestamp: string, ...receivers: ReturnType<typeof entry>[]) => ({
    type,
    timestamp,
    data: { count: receivers.length, receivers },
  });

  it('is the event that says so of the same receiver and beginning', () => {
    const ends = endsOf([
      event('receiver.recovered', 't4', entry('a', 't2'), entry('b', 't3')),
      event('receiver.failing', 't3', entry('a', 't2')),
      event('receiver.recovered', 't1', entry('a', 't0')),
    ]);
    expect([entry('a', 't0'), entry('a', 't2'), entry('b', 't2'), entry('c', 't0')].map((each) => ends.get(outageKey(each)))).toEqual([
      't1',
      't4',
      undefined,
      undefined,
    ]);
  });
});
