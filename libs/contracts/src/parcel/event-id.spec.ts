import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { v5 as uuidv5 } from 'uuid';
import { consignmentIdOf, eventIdOf } from './event-id.js';

describe('an id', () => {
  it('is the UUID version 5 of the event’s identity', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.string({ unit: 'grapheme' }), (consignmentId, id) => {
        const name = JSON.stringify(['onDelay', 'scan', id]);
        expect(eventIdOf(consignmentId, 'onDelay', { kind: 'scan', id })).toBe(uuidv5(name, consignmentId));
      }),
    );
  });

  it('never changes', () => {
    const consignmentId = consignmentIdOf({ account: 100, courier: 'ups', trackingNumber: '1Z', generation: 1 });
    expect(consignmentId).toBe(uuidv5('[100,"ups","1Z",1]', 'b6f7a1de-3c57-5d0e-9a44-1f0e7c2d8b60'));
    expect(eventIdOf(consignmentId, 'onCreated', { kind: 'once' })).toBe(uuidv5('["onCreated","once"]', consignmentId));
  });
});
