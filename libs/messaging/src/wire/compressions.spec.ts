import { describe, expect, it } from '@jest/globals';
import { CompressionTypes } from 'kafkajs';
import { gzipSync } from 'node:zlib';
import { compress } from 'snappy';
import { MIB } from '#libs/config';
import { unpackOf } from './compressions.js';

const TEXT = Buffer.from('one parcel after the other, '.repeat(5_000));
const unpack = async (kind: CompressionTypes, packed: Buffer, mostBytes = MIB): Promise<Buffer> =>
  (await unpackOf(kind))(packed, mostBytes);
const unsnappy = (packed: Buffer): Promise<Buffer> => unpack(CompressionTypes.Snappy, packed);

/** Blocks of text that repeats, written by the programs `lz4` and `zstd`. */
const WRITTEN: [kind: CompressionTypes, options: string, packed: string][] = [
  [
    CompressionTypes.LZ4,
    '-1',
    'BCJNGGRQCEsCAAD/DW9uZSBwYXJjZWwgYWZ0ZXIgdGhlIG90aGVyLCAcAP//////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////0FBoZXIsIAAAAABNdcrr',
  ],
  [
    CompressionTypes.LZ4,
    '-B4 -BD -BX --content-size',
    'BCJNGFRAricBAAD/DW9uZSBwYXJjZWwgYWZ0ZXIgdGhlIG90aGVyLCAcAP/////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////MUGFmdGVyVVkK3QoBAAAP8P//////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////6FAgb25lICbEr7dJAAAA/w1wYXJjZWwgYWZ0ZXIgdGhlIG90aGVyLCBvbmUgHAD/////////////////////////////////////////////zlBoZXIsIG8u/hgAAAAATXXK6w==',
  ],
  [CompressionTypes.ZSTD, '-3', 'KLUv/QRYJAEA4G9uZSBwYXJjZWwgYWZ0ZXIgdGhlIG90aGVyLCABAIT/fz6dRQAACHABANyCB0J0i+iq'],
  [CompressionTypes.ZSTD, '-19 --no-check', 'KLUv/QBoHAEAwkEGC9A96XJy5SrQIkJbhZvyasreOdGyPLC2CwEAhP9/Pp1FAAAAAQDd4vkJBA=='],
  [
    CompressionTypes.ZSTD,
    '-3 --stream-size=140000',
    'KLUv/aTgIgIAJAEA4G9uZSBwYXJjZWwgYWZ0ZXIgdGhlIG90aGVyLCABAIT/fz6dRQAACHABANyCB0J0i+iq',
  ],
];

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

describe('what is packed', () => {
  const unpacked = async (): Promise<[CompressionTypes, string, Buffer][]> => [
    [CompressionTypes.GZIP, '', gzipSync(TEXT)],
    [CompressionTypes.Snappy, '', await compress(TEXT)],
    ...WRITTEN.map(([kind, options, packed]): [CompressionTypes, string, Buffer] => [kind, options, Buffer.from(packed, 'base64')]),
  ];

  it('is unpacked to the limit, and not beyond it', async () => {
    for (const [kind, options, packed] of await unpacked()) {
      const exact = await unpack(kind, packed, TEXT.length);
      expect([kind, options, exact.equals(TEXT)]).toEqual([kind, options, true]);
      const error: unknown = await unpack(kind, packed, TEXT.length - 1).catch((reason: unknown) => reason);
      expect([kind, options, String(error)]).toEqual([kind, options, `Error: it unpacks to more than ${TEXT.length - 1} bytes`]);
    }
  });

  it('is refused when it ends too early, or is something else', async () => {
    for (const [kind, , packed] of await unpacked()) {
      await expect(unpack(kind, packed.subarray(0, packed.length >> 1))).rejects.toThrow();
      await expect(unpack(kind, Buffer.alloc(100, 'x'))).rejects.toThrow();
    }
    await expect(unpack(7 as CompressionTypes, TEXT)).rejects.toThrow('unknown');
  });
});

describe('zstd', () => {
  const frame = (window: number, block: readonly number[], blocks: number): Buffer =>
    Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, window << 3]), ...Array.from({ length: blocks }, () => Buffer.from(block))]);
  const LAST = Buffer.from([1, 0, 0]);
  const ONE_BLANK = [0x0a, 0, 0, 0x20];

  it('takes no more memory than it fills for the window that it asks for', async () => {
    const packed = Buffer.concat([frame(31, ONE_BLANK, 3), LAST]);
    expect(String(await unpack(CompressionTypes.ZSTD, packed))).toBe('   ');
  });

  it('of so many tiny blocks that its window would be moved for minutes is refused', async () => {
    const packed = Buffer.concat([frame(17, ONE_BLANK, 250_000), LAST]);
    await expect(unpack(CompressionTypes.ZSTD, packed)).rejects.toThrow('250001 zstd blocks');
  });
});
