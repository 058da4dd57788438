import { describe, expect, it } from '@jest/globals';
import { chosenZone, knownZone, offeredZones } from './zone-choice.js';

const BERLIN = { browser: 'Europe/Berlin', account: 'America/New_York' };

describe('the zone of all times', () => {
  it.each([
    [undefined, BERLIN, 'Europe/Berlin'],
    ['utc', BERLIN, 'UTC'],
    ['UTC', BERLIN, 'UTC'],
    ['account', BERLIN, 'America/New_York'],
    ['account', { ...BERLIN, account: undefined }, 'Europe/Berlin'],
    ['mars', BERLIN, 'Europe/Berlin'],
  ])('?zone=%s of %j is %s', (text, zones, zone) => {
    expect(chosenZone(text, zones)).toBe(zone);
  });

  it.each([
    [BERLIN, ['own', 'account', 'utc']],
    [{ ...BERLIN, account: undefined }, ['own', 'utc']],
    [{ ...BERLIN, account: 'Europe/Berlin' }, ['own', 'utc']],
    [{ ...BERLIN, account: 'UTC' }, ['own', 'utc']],
    [{ browser: 'UTC', account: 'Europe/Berlin' }, ['own', 'account']],
    [{ browser: 'UTC', account: undefined }, ['own']],
  ])('%j offers %j', (zones, choices) => {
    expect(offeredZones(zones)).toEqual(choices);
  });

  it.each([
    ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['europe/berlin', 'Europe/Berlin'],
    ['Etc/UTC', 'UTC'],
    ['Mars/Base', undefined],
    [null, undefined],
  ])('%s is known as %s', (name, known) => {
    expect(knownZone(name, 'Europe/Berlin')).toBe(known);
  });
});
