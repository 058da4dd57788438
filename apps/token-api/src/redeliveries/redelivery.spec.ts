import { describe, expect, it } from '@jest/globals';
import { requestOfPeriod } from './redelivery.js';

const receiverId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const from = new Date('2026-03-28T00:00:00Z');

describe('the request for a period', () => {
  it('consists of receiver, instants and status', () => {
    expect(requestOfPeriod({ receiverId, from, to: undefined, status: 'expired' })).toBe(
      `receiver/${receiverId} 2026-03-28T00:00:00.000Z  expired`,
    );
    expect(requestOfPeriod({ receiverId, from, to: from, status: 'expired' })).toBe(
      `receiver/${receiverId} 2026-03-28T00:00:00.000Z 2026-03-28T00:00:00.000Z expired`,
    );
  });

  it('is the same for any spelling of the receiver id', () => {
    const order = { from, to: undefined, status: 'expired' };
    expect(requestOfPeriod({ ...order, receiverId: receiverId.toUpperCase() })).toBe(requestOfPeriod({ ...order, receiverId }));
  });
});
