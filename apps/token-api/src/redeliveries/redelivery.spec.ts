import { describe, expect, it } from '@jest/globals';
import { isSameRequest, requestOfPeriod } from './redelivery.js';

const receiverId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const from = new Date('2026-03-28T00:00:00Z');

describe('the request for a period', () => {
  it('is told by receiver, instants and status', () => {
    expect(requestOfPeriod({ receiverId, from, to: undefined, status: 'expired' })).toBe(
      `receiver/${receiverId} 2026-03-28T00:00:00.000Z  expired`,
    );
    expect(requestOfPeriod({ receiverId, from, to: from, status: 'expired' })).toBe(
      `receiver/${receiverId} 2026-03-28T00:00:00.000Z 2026-03-28T00:00:00.000Z expired`,
    );
  });

  it.each([
    `receiver/${receiverId} 2026-03-28T00:00:00Z  expired`,
    `receiver/${receiverId} 2026-03-28T01:00:00+01:00  expired`,
    `receiver/${receiverId.toUpperCase()} 2026-03-28T00:00:00.000Z  expired`,
  ])('is the same as one kept as it was written: %s', (kept) => {
    expect(isSameRequest(kept, requestOfPeriod({ receiverId, from, to: undefined, status: 'expired' }))).toBe(true);
  });

  it.each([
    `receiver/${receiverId} 2026-03-28T00:00:01Z  expired`,
    `receiver/${receiverId} 2026-03-28T00:00:00Z  exhausted`,
    `receiver/${receiverId} 2026-03-28T00:00:00Z 2026-03-28T00:00:00Z expired`,
    `receiver/${receiverId.replace('3', '4')} 2026-03-28T00:00:00Z  expired`,
  ])('is another one than %s', (kept) => {
    expect(isSameRequest(kept, requestOfPeriod({ receiverId, from, to: undefined, status: 'expired' }))).toBe(false);
  });
});
