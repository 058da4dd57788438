import { describe, expect, it } from '@jest/globals';
import { CompressionTypes } from 'kafkajs';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { compress } from 'snappy';
import { KIB, MIB } from '#libs/config';
import { unpackOf } from './compressions.js';
import { BudgetExceeded } from './decompression-budget.js';

const TEXT = Buffer.from('one parcel after the other, '.repeat(5_000));
const unpack = async (kind: CompressionTypes, packed: Buffer, mostBytes = MIB): Promise<Buffer> =>
  (await (await unpackOf(kind))(packed, mostBytes)).bytes;
const unsnappy = (packed: Buffer): Promise<Buffer> => unpack(CompressionTypes.Snappy, packed);

/** Repetitive text, compressed by the programs `lz4` and `zstd`. */
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

// test/int/compressions.int.spec.ts reads what the broker's Java libraries write.
describe('snappy', () => {
  it('of librdkafka is read as one bare block', async () => {
    expect((await unsnappy(await compress(TEXT))).equals(TEXT)).toBe(true);
  });

  it('of Java is refused when it ends within a block', async () => {
    const block = await compress(TEXT);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(block.length);
    const header = Buffer.from('\u0082SNAPPY\0\0\0\0\x01\0\0\0\x01', 'latin1');
    const whole = Buffer.concat([header, length, block, length, block]);
    expect((await unsnappy(whole)).equals(Buffer.concat([TEXT, TEXT]))).toBe(true);
    await expect(unsnappy(whole.subarray(0, -9))).rejects.toThrow();
  });
});

describe('compressed bytes', () => {
  const unpacked = async (): Promise<[CompressionTypes, string, Buffer][]> => [
    [CompressionTypes.GZIP, '', gzipSync(TEXT)],
    [CompressionTypes.Snappy, '', await compress(TEXT)],
    ...WRITTEN.map(([kind, options, packed]): [CompressionTypes, string, Buffer] => [kind, options, Buffer.from(packed, 'base64')]),
  ];

  it('are unpacked up to the limit and no further', async () => {
    for (const [kind, options, packed] of await unpacked()) {
      const exact = await unpack(kind, packed, TEXT.length);
      expect([kind, options, exact.equals(TEXT)]).toEqual([kind, options, true]);
      const error: unknown = await unpack(kind, packed, TEXT.length - 1).catch((reason: unknown) => reason);
      expect([kind, options, String(error)]).toEqual([kind, options, `Error: it unpacks to more than ${TEXT.length - 1} bytes`]);
    }
  });

  it('are refused when they end too early, or are of another kind', async () => {
    for (const [kind, , packed] of await unpacked()) {
      await expect(unpack(kind, packed.subarray(0, packed.length >> 1))).rejects.toThrow();
      await expect(unpack(kind, Buffer.alloc(100, 'x'))).rejects.toThrow();
    }
    await expect(unpack(7 as CompressionTypes, TEXT)).rejects.toThrow('unknown');
  });
});

describe('gzip', () => {
  it('is refused as too large, not as unreadable, when no byte is left', async () => {
    await expect(unpack(CompressionTypes.GZIP, gzipSync(TEXT), 0)).rejects.toThrow(BudgetExceeded);
  });
});

describe('zstd', () => {
  const unzstd = (packed: Buffer, mostBytes?: number): Promise<Buffer> => unpack(CompressionTypes.ZSTD, packed, mostBytes);
  const frame = (window: number, block: readonly number[], blocks: number): Buffer =>
    Buffer.concat([
      Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, window << 3]),
      ...Array.from({ length: blocks }, () => Buffer.from(block)),
      LAST,
    ]);
  const LAST = Buffer.from([1, 0, 0]);
  const ONE_BLANK = [0x0a, 0, 0, 0x20];
  const THREE_BLANKS = frame(0, ONE_BLANK, 3); // without a content size
  const EMPTY = zstdCompressSync(Buffer.alloc(0));
  const SKIPPABLE = Buffer.concat([Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 5, 0, 0, 0]), Buffer.from('aside')]);
  /** The size of one piece of node:zlib's output. */
  const PIECE = Buffer.alloc(16 * KIB, 'x');

  it.each<[string, Buffer[], string]>([
    ['nothing', [], ''],
    ['an empty frame', [EMPTY], ''],
    ['a frame without a content size', [THREE_BLANKS], '   '],
    ['several frames', [zstdCompressSync(TEXT), THREE_BLANKS, EMPTY, zstdCompressSync(TEXT)], `${TEXT.toString()}   ${TEXT.toString()}`],
    ['frames that end with a piece of output', [zstdCompressSync(PIECE), zstdCompressSync(PIECE)], PIECE.toString().repeat(2)],
    ['skippable frames', [SKIPPABLE, zstdCompressSync(TEXT), SKIPPABLE, SKIPPABLE, THREE_BLANKS, SKIPPABLE], `${TEXT.toString()}   `],
    ['a skippable frame alone', [SKIPPABLE], ''],
  ])('reads %s to the end', async (_, frames, text) => {
    expect((await unzstd(Buffer.concat(frames))).toString()).toBe(text);
  });

  it.each<[string, Buffer[], string]>([
    ['garbage behind a frame', [THREE_BLANKS, Buffer.from('garbage')], 'Unknown frame descriptor'],
    ['an incomplete frame behind a frame', [THREE_BLANKS, THREE_BLANKS.subarray(0, 3)], 'unexpected end of file'],
    ['a second frame that ends too early', [THREE_BLANKS, THREE_BLANKS.subarray(0, -1)], 'unexpected end of file'],
    ['a skippable frame that ends too early', [THREE_BLANKS, SKIPPABLE.subarray(0, -1)], 'unexpected end of file'],
  ])('refuses %s', async (_, parts, message) => {
    await expect(unzstd(Buffer.concat(parts))).rejects.toThrow(message);
  });

  it('of several frames is unpacked up to the limit and no further', async () => {
    const frames = Buffer.concat([THREE_BLANKS, zstdCompressSync(TEXT)]);
    expect(await unzstd(frames, 3 + TEXT.length)).toHaveLength(3 + TEXT.length);
    for (const mostBytes of [2 + TEXT.length, TEXT.length, 2, 0]) {
      const error: unknown = await unzstd(frames, mostBytes).catch((reason: unknown) => reason);
      expect([error instanceof BudgetExceeded, String(error)]).toEqual([true, `Error: it unpacks to more than ${mostBytes} bytes`]);
    }
  });

  it('is refused at the limit, without taking the memory of the unpacked bytes', async () => {
    const bomb = frame(7, [0x02, 0, 0x10, 0x20], 4096); // blocks of 128 KiB of blanks, 512 MiB in all
    const before = process.resourceUsage().maxRSS; // KiB
    await expect(unzstd(bomb, MIB)).rejects.toThrow(BudgetExceeded);
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(32 * KIB);
  });

  it('is read with a window of 128 MiB and refused with a larger window', async () => {
    expect((await unzstd(frame(17, ONE_BLANK, 3))).toString()).toBe('   ');
    for (const window of [18, 21, 31]) await expect(unzstd(frame(window, ONE_BLANK, 3))).rejects.toThrow('requires too much memory');
  });
});

describe('many small parts', () => {
  const xerial = (blocks: number): Buffer =>
    Buffer.concat([Buffer.from('\u0082SNAPPY\0\0\0\0\x01\0\0\0\x01', 'latin1'), ...Array.from({ length: blocks }, () => EMPTY_BLOCK)]);
  const EMPTY_BLOCK = Buffer.from([0, 0, 0, 1, 0]);
  const frames = (count: number): Buffer => Buffer.concat(Array.from({ length: count }, () => zstdCompressSync(Buffer.alloc(0))));

  it.each<[string, CompressionTypes, Buffer, Buffer]>([
    ['frames of zstd', CompressionTypes.ZSTD, frames(9), frames(11)],
    ['blocks of snappy', CompressionTypes.Snappy, xerial(64), xerial(65)],
  ])('%s each cost a minimum, and are refused beyond the limit', async (_, kind, most, more) => {
    const unpackParts = await unpackOf(kind);
    expect(await unpackParts(most, MIB)).toEqual({ bytes: Buffer.alloc(0), cost: MIB });
    const error: unknown = await Promise.resolve(unpackParts(more, MIB)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(BudgetExceeded);
  });
});
