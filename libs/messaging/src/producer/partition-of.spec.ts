import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foreignPartitionOf } from '../../../../test/support/foreign-publisher.js';
import { partitionOf } from './partition-of.js';

describe('partitionOf', () => {
  // From Kafka's own test of its Java client (UtilsTest.testMurmur2), which keeps all bits.
  it.each([
    ['21', -973932308],
    ['foobar', -790332482],
    ['a-little-bit-long-string', -985981536],
    ['a-little-bit-longer-string', -1486304829],
    ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
    ['abc', 479470107],
  ])('places %s as the Java client does', (key, murmur2) => {
    expect(partitionOf(Buffer.from(key), 2 ** 31)).toBe(murmur2 & 0x7fffffff);
  });

  it('places any key as kafkajs does, which other producers of these topics may use', () => {
    const anyKey = fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes));
    fc.assert(
      fc.property(anyKey, fc.integer({ min: 1, max: 64 }), (key, count) => {
        expect(partitionOf(key, count)).toBe(foreignPartitionOf(key, count));
      }),
    );
  });
});
