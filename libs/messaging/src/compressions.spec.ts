import { describe, expect, it } from '@jest/globals';
import kafkajs, { CompressionTypes } from 'kafkajs';
import { compress } from 'snappy';
import { readAllCompressions } from './compressions.js';

readAllCompressions();
const TEXT = Buffer.from('one parcel after the other, '.repeat(5_000));
const unsnappy = (compressed: Buffer): Promise<Buffer> => kafkajs.CompressionCodecs[CompressionTypes.Snappy]().decompress(compressed);

// What the broker's own Java libraries write is read in test/int/compressions.int.spec.ts.
describe('snappy', () => {
  it('of librdkafka is one bare block', async () => {
    expect((await unsnappy(await compress(TEXT))).equals(TEXT)).toBe(true);
  });

  it('of Java that ends within a block is refused', async () => {
    const block = await compress(TEXT);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(block.length);
    const header = Buffer.from('\u0082SNAPPY\0\0\0\0\x01\0\0\0\x01', 'latin1');
    const whole = Buffer.concat([header, length, block, length, block]);
    expect((await unsnappy(whole)).equals(Buffer.concat([TEXT, TEXT]))).toBe(true);
    await expect(unsnappy(whole.subarray(0, -9))).rejects.toThrow();
  });
});
