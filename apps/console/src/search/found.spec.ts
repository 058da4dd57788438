import { describe, expect, it } from '@jest/globals';
import type { Schemas } from '../api/schemas.js';
import { foundParcels, isUuid } from './found.js';

const parcel = (changes: Partial<Schemas['ListedConsignment']> = {}): Schemas['ListedConsignment'] => ({
  consignmentId: '0f1d2c3b-4a59-5687-8796-a5b4c3d2e1f0',
  courier: 'gls',
  trackingNumber: 'A1',
  generation: 1,
  isCurrent: true,
  orderNo: 'O-1',
  client: 'shop',
  status: 'Pending',
  statusAt: null,
  expectedDelivery: null,
  isReturn: false,
  isCancelled: false,
  createdAt: '2026-03-29T08:00:00.000Z',
  updatedAt: '2026-03-29T08:00:00.000Z',
  ...changes,
});

describe('the search', () => {
  it('tells an id from a number', () => {
    expect([isUuid('0F1d2c3b-4a59-5687-8796-a5b4c3d2e1f0'), isUuid('00340434161094042557')]).toEqual([true, false]);
  });

  it('opens the only parcel', () => {
    expect(foundParcels([parcel()])).toEqual({ kind: 'parcel', courier: 'gls', trackingNumber: 'A1' });
  });

  it('lists several parcels, and a parcel whose number a newer parcel has', () => {
    expect([foundParcels([parcel(), parcel()]).kind, foundParcels([parcel({ isCurrent: false })]).kind]).toEqual(['several', 'several']);
  });

  it('finds nothing', () => {
    expect(foundParcels([])).toEqual({ kind: 'nothing' });
  });
});
