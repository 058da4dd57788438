import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#libs/contracts';
import { aRecord, aScan, names, ParcelWorld } from '../../../../test/builders/parcel-world.js';
import { lockOf, parcelOf } from './parcel.js';

const [ONE, OTHER] = [
  { courier: 'acme', tracking_number: 'X:1' },
  { courier: 'acme:X', tracking_number: '1' },
];
const recordsOfBoth = (): JsonObject[] => [aRecord({ account: 1, references: ONE }), aRecord({ account: 2, references: OTHER })];
const delivered = (): JsonObject => aScan('Delivered', '2026-03-28T10:00:00Z', ONE);

/** Two parcels with the same topic key, `acme:X:1`. */
describe('a parcel', () => {
  it('is distinct from every other, unlike its topic key and its lock', () => {
    const [one, other] = [ONE, OTHER].map((each) => ({ courier: each.courier, trackingNumber: each.tracking_number }));
    expect(parcelOf(one!)).not.toBe(parcelOf(other!));
    expect(lockOf(one!)).toBe(lockOf(other!));
  });

  it('gets only its own scans in a batch with the other parcel', () => {
    const told = new ParcelWorld().take(...recordsOfBoth(), delivered());
    expect(told.map(({ event, references }) => `${references.courier} ${event}`)).toEqual([
      'acme onCreated',
      'acme:X onCreated',
      'acme onDispatch',
      'acme onDelivered',
    ]);
  });

  it('gets only its own scans when the other parcel is known', () => {
    const world = new ParcelWorld();
    world.take(...recordsOfBoth());
    expect(names(world.take(delivered()))).toEqual(['onDispatch', 'onDelivered']);
  });

  it('replays only its own scans', () => {
    const world = new ParcelWorld();
    world.take(delivered());
    const [record, other] = recordsOfBoth();
    expect(names(world.take(other!))).toEqual(['onCreated']);
    expect(names(world.take(record!))).toEqual(['onCreated', 'onDispatch', 'onDelivered']);
  });
});
