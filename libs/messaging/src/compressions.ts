import kafkajs, { CompressionTypes } from 'kafkajs';

/** What kafkajs asks of a codec; we write nothing compressed. */
interface Decompression {
  decompress(compressed: Buffer): Promise<Buffer>;
}

/** How snappy-java, and so every Java producer, begins; librdkafka writes one bare block. Then: two versions of 4 bytes, and blocks behind their length. */
const XERIAL = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0x00]);
const XERIAL_HEADER_BYTES = 16;

/**
 * kafkajs reads gzip alone, and a batch that it cannot read stops its whole consumer, each time anew. How a producer compresses is its own matter, or
 * that of the broker's `compression.type`: from here on all four kinds are read. Holds for all clients of this process. A library is loaded when the
 * first such batch comes.
 */
export function readAllCompressions(): void {
  const { Snappy, LZ4, ZSTD } = CompressionTypes;
  const codecs: Record<number, () => Decompression> = {
    [Snappy]: () => ({ decompress: unsnappy }),
    [LZ4]: () => ({ decompress: async (frame) => (await import('lz4-napi')).decompressFrame(frame) }),
    [ZSTD]: () => ({ decompress: async (frame) => Buffer.from((await import('fzstd')).decompress(frame)) }),
  };
  Object.assign(kafkajs.CompressionCodecs, codecs);
}

async function unsnappy(compressed: Buffer): Promise<Buffer> {
  const { uncompress } = await import('snappy');
  const blocks = compressed.subarray(0, XERIAL.length).equals(XERIAL) ? xerialBlocks(compressed) : [compressed];
  return Buffer.concat(await Promise.all(blocks.map(async (block) => (await uncompress(block)) as Buffer)));
}

function xerialBlocks(compressed: Buffer): Buffer[] {
  const blocks: Buffer[] = [];
  for (let start = XERIAL_HEADER_BYTES; start < compressed.length;) {
    const end = start + 4 + compressed.readUInt32BE(start);
    blocks.push(compressed.subarray(start + 4, end));
    start = end;
  }
  return blocks;
}
