import { describe, expect, it } from '@jest/globals';
import { wants, wantsClient, wantsEvent } from './receiver-filter.js';

const event = { event: 'onDelivered', references: { client: 'shop' } } as const;

describe('a receiver', () => {
  it.each([
    [{ events: [], clients: [] }, true, true],
    [{ events: ['onDelivered'], clients: ['other', 'shop'] }, true, true],
    [{ events: ['onCreated'], clients: ['shop'] }, false, true],
    [{ events: ['onDelivered'], clients: ['other'] }, true, false],
    [{ events: [], clients: ['Shop'] }, true, false],
    [{ events: ['onCreated'], clients: ['other'] }, false, false],
    [{ events: ['receiver.failing'], clients: [] }, false, true],
    [{ events: ['receiver.failing', 'onDelivered'], clients: [] }, true, true],
  ] as const)('with %j matches the event: %s, the client: %s', (filter, isEvent, isClient) => {
    expect([wantsEvent(filter, event), wantsClient(filter, event)]).toEqual([isEvent, isClient]);
    expect(wants(filter, event)).toBe(isEvent && isClient);
  });
});
