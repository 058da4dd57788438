import { describe, expect, it } from '@jest/globals';
import type { EventName } from '../api/schemas.js';
import { changedEvents, subscriptionOf } from './subscription.js';

const ALL: readonly EventName[] = ['onCreated', 'onDelay', 'onDelivered'];

describe('whether a receiver gets an event', () => {
  it.each([
    [[], { kind: 'all', without: ['onCreated', 'onDelivered'] }],
    [['onDelay', 'onDelivered'], { kind: 'listed', without: ['onDelivered'] }],
    [['onDelay', 'onDelay'], { kind: 'only' }],
    [['onDelivered'], { kind: 'absent', withIt: ['onDelivered', 'onDelay'] }],
  ] as const)('list %o', (events, subscription) => {
    expect(subscriptionOf({ events, event: 'onDelay', all: ALL })).toEqual(subscription);
  });

  it.each([
    [[], ['onCreated', 'onDelivered'], undefined],
    [['onDelay', 'onDelivered'], ['onDelivered'], undefined],
    [['onDelivered'], undefined, ['onDelivered', 'onDelay']],
  ] as const)('list %o changes to %o without it, to %o with it', (events, without, withIt) => {
    const subscription = subscriptionOf({ events, event: 'onDelay', all: ALL });
    expect([changedEvents(subscription, false), changedEvents(subscription, true)]).toEqual([without, withIt]);
  });

  it('adds an operational event to an empty list beside the eleven, and never says that an empty list has it', () => {
    const subscription = subscriptionOf({ events: [], event: 'receiver.failing', all: ALL });
    expect(subscription).toEqual({ kind: 'absent', withIt: [...ALL, 'receiver.failing'] });
    expect(subscriptionOf({ events: [...ALL, 'receiver.failing'], event: 'receiver.failing', all: ALL })).toEqual({
      kind: 'listed',
      without: ALL,
    });
  });

  it('never empties a list, because that means all events', () => {
    const only = subscriptionOf({ events: ['onDelay'], event: 'onDelay', all: ALL });
    expect(changedEvents(only, false)).toBeUndefined();
  });
});
