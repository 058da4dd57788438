import { beforeEach, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#libs/contracts';
import { aRecord, aScan, ParcelWorld } from '../../../../test/builders/parcel-world.js';

let world: ParcelWorld;
beforeEach(() => {
  world = new ParcelWorld();
  world.take(aRecord({ occurred_at: '2026-03-01T08:00:00Z' }));
});

const MESSAGE = '2026-10-30T12:00:00Z';

function timestampOf(time: JsonObject, messageTimestamp = MESSAGE): string | undefined {
  const { occurred_at: _, ...scan } = aScan('OutForDelivery', '', { message_timestamp: messageTimestamp, ...time });
  return world.take({ ...scan, ...time }).at(-1)?.timestamp;
}

const berlin = (local: string): JsonObject => ({ occurred_at_local: local, time_zone: 'Europe/Berlin' });

describe('the times of scans', () => {
  it.each([
    ['21: in the gap', berlin('2026-03-29T02:30:00'), '2026-03-29T01:30:00Z'],
    ['21: in the doubled hour', berlin('2026-10-25T02:30:00'), '2026-10-25T00:30:00Z'],
    ['23: +0200', { occurred_at: '2026-03-28T12:00:00+0200' }, '2026-03-28T10:00:00Z'],
    ['23: +02:00', { occurred_at: '2026-03-28T12:00:00+02:00' }, '2026-03-28T10:00:00Z'],
    ['23: Z', { occurred_at: '2026-03-28T12:00:00Z' }, '2026-03-28T12:00:00Z'],
    ['23: nine digits', { occurred_at: '2026-03-28T12:00:00.123456789Z' }, '2026-03-28T12:00:00.123Z'],
    ['24: two hours ahead', { occurred_at: '2026-10-30T14:00:00Z', received_at: '2026-10-30T11:59:00Z' }, '2026-10-30T11:59:00Z'],
  ])('edge case %s', (_, time, expected) => {
    expect(timestampOf(time)).toBe(expected);
  });

  it.each([
    ['22: no zone', { occurred_at: '2026-03-28T12:00:00' }],
    ['23: a leap second', { occurred_at: '2026-06-30T23:59:60Z' }],
    ['23: 30 February', { occurred_at: '2026-02-30T12:00:00Z' }],
    ['23: T24:00', { occurred_at: '2026-03-28T24:00:00Z' }],
    ['24: three days ahead', { occurred_at: '2026-11-02T12:00:00Z' }],
  ])('edge case %s is refused', (_, time) => {
    expect(timestampOf(time)).toBeUndefined();
    expect(world.refused.map(({ reason }) => reason)).toEqual(['E_TIME']);
  });
});

describe('keys', () => {
  it('a message without a key is accepted and counted', () => {
    expect(world.remarks).toEqual([{ kind: 'keyless' }]);
  });
});
