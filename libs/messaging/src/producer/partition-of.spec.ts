import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Partitioners } from 'kafkajs';
import { partitionOf } from './partition-of.js';

describe('partitionOf', () => {
  // Told by Kafka's own tests of its Java client (UtilsTest.testMurmur2) with all bits kept.
  it.each([
    ['21', -973932308],
    ['foobar', -790332482],
    ['a-little-bit-long-string', -985981536],
    ['a-little-bit-longer-string', -1486304829],
    ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
    ['abc', 479470107],
  ])('%s as the Java client', (key, murmur2) => {
    expect(partitionOf(Buffer.from(key), 2 ** 31)).toBe(murmur2 & 0x7fffffff);
  });

  it('any key as kafkajs, which other producers of these topics may use', () => {
    const choose = Partitioners.DefaultPartitioner();
    const metadata = (count: number): { partitionId: number; leader: number; partitionErrorCode: number; replicas: []; isr: [] }[] =>
      Array.from({ length: count }, (_, partitionId) => ({ partitionId, leader: 0, partitionErrorCode: 0, replicas: [], isr: [] }));
    const anyKey = fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes));
    fc.assert(
      fc.property(anyKey, fc.integer({ min: 1, max: 64 }), (key, count) => {
        const chosen = choose({ topic: 't', partitionMetadata: metadata(count), message: { key, value: null } });
        expect(partitionOf(key, count)).toBe(chosen);
      }),
    );
  });
});
