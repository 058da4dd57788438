// Writes and checks packages/cli-node/src/rehearse/lives.json, the parcels that `parcel-webhooks rehearse` plays.
import { describe, expect, it } from '@jest/globals';
import { EVENT_NAMES } from '#libs/contracts';
import { holdJson } from './held-document.js';
import { lives } from './lives.js';

describe('the lives of practice parcels', () => {
  const all = lives();
  const events = all.flatMap((life) => life.events);
  const named = (name: string) => all.find((life) => life.name === name)!.events;

  it('are published', () => holdJson('packages/cli-node/src/rehearse/lives.json', all));

  it('contain all eleven events', () => {
    expect(EVENT_NAMES.filter((name) => !events.some(({ event }) => event === name))).toEqual([]);
  });

  it('have parcels and orders whose numbers begin with TEST, and each life has its own', () => {
    const numbers = events.flatMap(({ references }) => [references.tracking_number, references.orderNo]);
    expect(numbers.filter((number) => !number.startsWith('TEST-'))).toEqual([]);
    const parcels = all.map((life) => [...new Set(life.events.map(({ references }) => references.tracking_number))]);
    expect(new Set(parcels.flat()).size).toBe(parcels.flat().length);
    expect(JSON.stringify(all)).not.toMatch(/0034\d{8}/);
  });

  it('have no eventid twice', () => {
    expect(new Set(events.map(({ eventid }) => eventid)).size).toBe(events.length);
  });

  it('go over both changes of summer time, and within one second', () => {
    expect(named('summer-time').map(({ timestamp }) => timestamp)).toContain('2026-03-29T07:05:00Z');
    expect(named('winter-time').map(({ timestamp }) => timestamp)).toEqual(
      expect.arrayContaining(['2026-10-25T00:50:00Z', '2026-10-25T01:10:00Z']),
    );
    const [before, after] = named('fractions')
      .slice(-2)
      .map(({ timestamp }) => timestamp);
    expect([Date.parse(before!) < Date.parse(after!), before! < after!]).toEqual([true, false]);
  });

  it('have a late scan after the delivery, and a return after a delivery', () => {
    expect(named('late-scan').map(({ event }) => event)).toEqual(['onCreated', 'onDispatch', 'onDelivered', 'onOutForDelivery']);
    const names = named('return-after-delivery').map(({ event }) => event);
    expect(names.slice(-2)).toEqual(['onDelivered', 'onReturn']);
  });

  it('has one order with several parcels', () => {
    const orders = new Set(named('split-order').map(({ references }) => references.orderNo));
    const parcels = new Set(named('split-order').map(({ references }) => references.tracking_number));
    expect([orders.size, parcels.size]).toEqual([1, 3]);
  });
});
