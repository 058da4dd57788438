import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { v5 } from 'uuid';
import { uuidV5 } from './uuid-v5.js';

describe('a UUID version 5', () => {
  it('equals the result of another implementation', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.uuid(), (name, namespace) =>
        expect(uuidV5(name, namespace)).toBe(v5(name, namespace)),
      ),
    );
  });
});
