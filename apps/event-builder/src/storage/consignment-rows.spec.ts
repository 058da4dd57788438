import { describe, expect, it } from '@jest/globals';
import { toWantedScans } from './consignment-rows.js';
import type { RecordArrival } from '../consignment/arrival.js';

const recordOf = (account: number, trackingNumber: string): RecordArrival =>
  ({ parcel: `acme:${trackingNumber}`, record: { account, courier: 'acme', trackingNumber } }) as RecordArrival;

describe('toWantedScans', () => {
  it('asks for the carriers’ scans of each parcel once, and separately for each account’s own scans', () => {
    const [couriers, trackingNumbers, whose, places] = toWantedScans([
      recordOf(7, 'A'),
      recordOf(8, 'A'),
      recordOf(7, 'A'),
      recordOf(7, 'B'),
    ]);
    const wanted = places.map((place, index) => `${place} ${couriers[index]} ${trackingNumbers[index]} ${whose[index]}`);
    expect(wanted.toSorted()).toEqual(['0 acme A ', '0 acme A account:7:', '1 acme A account:8:', '3 acme B ', '3 acme B account:7:']);
  });
});
