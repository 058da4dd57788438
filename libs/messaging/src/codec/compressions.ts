import { promisify } from 'node:util';
import { unzip, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import { KIB } from '#libs/config';
import { GZIP, LZ4, NOT_COMPRESSED, SNAPPY, ZSTD } from './batch-layout.js';
import { unpacksToMoreThan } from './decompression-budget.js';

export interface Unpacked {
  readonly bytes: Buffer;
  /** The part of the budget that the batch uses: its bytes, with a minimum for each frame or block. */
  readonly cost: number;
}

/** @throws BudgetExceeded before the output grows to several times the limit, and another error for damaged input */
export type Unpack = (packed: Buffer, mostBytes: number) => Unpacked | Promise<Unpacked>;

/** A block costs a call and a frame a decoder, however small they are. Java producers write 32 KiB into a block, and producers write one frame per batch. */
const [LEAST_OF_A_BLOCK, LEAST_OF_A_FRAME] = [16 * KIB, 128 * KIB];

/**
 * The first bytes that snappy-java writes, and thus every Java producer. Two versions of 4 bytes follow, then blocks with their lengths before them.
 * librdkafka writes one bare block.
 */
const XERIAL = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0x00]);
const XERIAL_HEADER_BYTES = 16;

/**
 * The producer chooses the compression, or the broker's `compression.type` does. kafkajs alone reads only gzip. A library is loaded when the first
 * batch needs it.
 */
const KINDS: Readonly<Record<number, { readonly name: string; readonly load: () => Unpack | Promise<Unpack> }>> = {
  [NOT_COMPRESSED]: { name: 'not compressed', load: () => (packed) => ({ bytes: packed, cost: 0 }) },
  [GZIP]: { name: 'gzip', load: () => ungzip },
  [SNAPPY]: { name: 'snappy', load: async () => unsnappyBy((await import('snappy')).uncompress) },
  [LZ4]: { name: 'lz4', load: loadUnlz4 },
  [ZSTD]: { name: 'zstd', load: () => unzstd },
};

async function loadUnlz4(): Promise<Unpack> {
  const { unlz4 } = await import('./lz4.js');
  return (packed, mostBytes) => asOne(unlz4(packed, mostBytes));
}

export const nameOf = (kind: number): string => KINDS[kind]?.name ?? `kind ${kind}`;

export async function unpackOf(kind: number): Promise<Unpack> {
  const known = KINDS[kind];
  if (known) return known.load();
  return () => Promise.reject(new RangeError('such compression is unknown'));
}

interface Decoded {
  readonly buffer: Buffer;
  /** `bytesWritten`: how much of the input the decoder has read. */
  readonly engine: { readonly bytesWritten: number };
}
type Decoder = (packed: Buffer, options: { maxOutputLength: number; info: true }) => Promise<Decoded>;

const gzipDecoder = promisify(unzip) as unknown as Decoder;
const zstdAside = promisify(zstdDecompress) as unknown as Decoder;

/**
 * Batches of our own producer are small enough to unpack on the event loop, which takes a fifth of the time of a round trip to a thread. A larger batch
 * would stop the event loop for too long.
 */
const [MOST_PACKED_AT_ONCE, MOST_UNPACKED_AT_ONCE] = [64 * KIB, 256 * KIB];

const zstdDecoder: Decoder = async (packed, options) => {
  if (packed.length > MOST_PACKED_AT_ONCE) return zstdAside(packed, options);
  const maxOutputLength = Math.min(options.maxOutputLength, MOST_UNPACKED_AT_ONCE);
  try {
    return zstdDecompressSync(packed, { ...options, maxOutputLength }) as unknown as Decoded;
  } catch (error) {
    if (isTooLarge(error) && maxOutputLength < options.maxOutputLength) return zstdAside(packed, options);
    throw error;
  }
};

async function ungzip(packed: Buffer, mostBytes: number): Promise<Unpacked> {
  return asOne((await decode(gzipDecoder, packed, { cost: 0, mostBytes })).buffer);
}

/** The result of a single frame or block. */
const asOne = (bytes: Buffer): Unpacked => ({ bytes, cost: bytes.length });

/**
 * Unpacks all frames of a batch, skippable ones included; Node.js stops after the first. Node.js refuses a frame whose window is larger than 128 MiB,
 * which is zstd's own default.
 */
async function unzstd(packed: Buffer, mostBytes: number): Promise<Unpacked> {
  const frames: Buffer[] = [];
  let [at, cost] = [0, 0];
  while (at < packed.length) {
    const { buffer, engine } = await decode(zstdDecoder, packed.subarray(at), { cost, mostBytes });
    cost += frames.length === 0 ? buffer.length : Math.max(buffer.length, LEAST_OF_A_FRAME);
    frames.push(buffer);
    at += engine.bytesWritten;
  }
  return { bytes: frames.length === 1 ? frames[0]! : Buffer.concat(frames), cost };
}

/** @param spent the cost of earlier frames, and the limit */
async function decode(decoder: Decoder, packed: Buffer, spent: { cost: number; mostBytes: number }): Promise<Decoded> {
  const left = spent.mostBytes - spent.cost;
  try {
    const unpacked = await decoder(packed, { maxOutputLength: Math.max(1, left), info: true }); // node:zlib refuses 0
    if (unpacked.buffer.length <= left) return unpacked;
  } catch (error) {
    if (!isTooLarge(error)) throw error;
  }
  throw unpacksToMoreThan(spent.mostBytes);
}

const isTooLarge = (error: unknown): boolean => (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';

/** Each block begins with its unpacked size, and the library refuses a block with a wrong size. Blocks are unpacked in turn to bound the memory. */
const unsnappyBy =
  (uncompress: (block: Buffer) => Promise<Buffer | string>): Unpack =>
  async (packed, mostBytes) => {
    const blocks = packed.subarray(0, XERIAL.length).equals(XERIAL) ? xerialBlocks(packed) : [packed];
    const cost = blocks.reduce(
      (sum, block) => sum + (blocks.length === 1 ? lengthIn(block) : Math.max(lengthIn(block), LEAST_OF_A_BLOCK)),
      0,
    );
    if (cost > mostBytes) throw unpacksToMoreThan(mostBytes);
    const parts: Buffer[] = [];
    for (const block of blocks) parts.push((await uncompress(block)) as Buffer);
    return { bytes: Buffer.concat(parts), cost };
  };

function xerialBlocks(compressed: Buffer): Buffer[] {
  const blocks: Buffer[] = [];
  for (let start = XERIAL_HEADER_BYTES; start < compressed.length;) {
    const end = start + 4 + compressed.readUInt32BE(start);
    blocks.push(compressed.subarray(start + 4, end));
    start = end;
  }
  return blocks;
}

/** The unpacked size of a block: seven bits of each byte, the lowest first. */
function lengthIn(block: Buffer): number {
  let length = 0;
  for (let at = 0, byte = 0x80; byte >= 0x80; at++) {
    byte = block.readUInt8(at);
    length += (byte & 0x7f) * 2 ** (7 * at);
  }
  return length;
}
