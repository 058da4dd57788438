import { promisify } from 'node:util';
import { unzip, zstdDecompress } from 'node:zlib';
import { CompressionTypes } from 'kafkajs';
import { unpacksToMoreThan } from './room.js';

/** @throws NoRoom before it has allocated more than some times the limit, another error for what is no such thing */
export type Unpack = (packed: Buffer, mostBytes: number) => Buffer | Promise<Buffer>;

/** How snappy-java, and so every Java producer, begins; librdkafka writes one bare block. Then: two versions of 4 bytes, and blocks behind their length. */
const XERIAL = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0x00]);
const XERIAL_HEADER_BYTES = 16;

const { None, GZIP, Snappy, LZ4, ZSTD } = CompressionTypes;
/**
 * kafkajs reads gzip alone. How a producer compresses is its own matter, or that of the broker's `compression.type`: all kinds are read. A library is
 * loaded when the first such batch comes.
 */
const KINDS: Readonly<Record<number, { readonly name: string; readonly load: () => Unpack | Promise<Unpack> }>> = {
  [None]: { name: 'not compressed', load: () => (packed) => packed },
  [GZIP]: { name: 'gzip', load: () => ungzip },
  [Snappy]: { name: 'snappy', load: async () => unsnappyBy((await import('snappy')).uncompress) },
  [LZ4]: { name: 'lz4', load: async () => (await import('./lz4.js')).unlz4 },
  [ZSTD]: { name: 'zstd', load: () => unzstd },
};

export const nameOf = (kind: number): string => KINDS[kind]?.name ?? `kind ${kind}`;

export async function unpackOf(kind: number): Promise<Unpack> {
  const known = KINDS[kind];
  if (known) return known.load();
  return () => Promise.reject(new RangeError('such compression is unknown'));
}

interface Unpacked {
  readonly buffer: Buffer;
  /** `bytesWritten`: how much of the input it has read. */
  readonly engine: { readonly bytesWritten: number };
}
type Decoder = (packed: Buffer, options: { maxOutputLength: number; info: true }) => Promise<Unpacked>;

const gzipDecoder = promisify(unzip) as unknown as Decoder;
const zstdDecoder = promisify(zstdDecompress) as unknown as Decoder;

/** Producers write one frame per batch; each further frame costs a decoder of its own. */
const MOST_FRAMES = 1000;

async function ungzip(packed: Buffer, mostBytes: number): Promise<Buffer> {
  const { buffer } = await decode(gzipDecoder, packed, { bytes: 0, mostBytes });
  return buffer;
}

/**
 * A batch may be several frames, some of them skippable: Node.js stops after the first one. It refuses a frame whose window is larger than 128 MiB,
 * which is zstd's own default.
 */
async function unzstd(packed: Buffer, mostBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let [at, bytes] = [0, 0];
  while (at < packed.length) {
    if (parts.length === MOST_FRAMES) throw new RangeError(`more than ${MOST_FRAMES} zstd frames`);
    const { buffer, engine } = await decode(zstdDecoder, packed.subarray(at), { bytes, mostBytes });
    parts.push(buffer);
    bytes += buffer.length;
    at += engine.bytesWritten;
  }
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts, bytes);
}

/** @param filled the bytes that earlier frames unpacked to, and the limit */
async function decode(decoder: Decoder, packed: Buffer, filled: { bytes: number; mostBytes: number }): Promise<Unpacked> {
  const left = filled.mostBytes - filled.bytes;
  try {
    const unpacked = await decoder(packed, { maxOutputLength: Math.max(1, left), info: true }); // node:zlib takes no 0
    if (unpacked.buffer.length <= left) return unpacked;
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_BUFFER_TOO_LARGE') throw error;
  }
  throw unpacksToMoreThan(filled.mostBytes);
}

/** Each block begins with what it unpacks to; the library takes no block that lies. */
const unsnappyBy =
  (uncompress: (block: Buffer) => Promise<Buffer | string>): Unpack =>
  async (packed, mostBytes) => {
    const blocks = packed.subarray(0, XERIAL.length).equals(XERIAL) ? xerialBlocks(packed) : [packed];
    const bytes = blocks.reduce((sum, block) => sum + lengthIn(block), 0);
    if (bytes > mostBytes) throw unpacksToMoreThan(mostBytes);
    return Buffer.concat(await Promise.all(blocks.map(async (block) => (await uncompress(block)) as Buffer)));
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

/** Seven bits of each byte, the lowest first. */
function lengthIn(block: Buffer): number {
  let length = 0;
  for (let at = 0, byte = 0x80; byte >= 0x80; at++) {
    byte = block.readUInt8(at);
    length += (byte & 0x7f) * 2 ** (7 * at);
  }
  return length;
}
