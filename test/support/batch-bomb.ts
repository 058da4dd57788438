import { CompressionCodecs, CompressionTypes, Kafka, logLevel } from 'kafkajs';
import { testStack } from './test-stack.js';

const BLOCK_BYTES = 128 * 1024;
const ZSTD_HEADER = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38]);
const [STORED, REPEATED] = [0, 1];

/** A valid zstd frame of a few KB: so many records with values of so many blanks. */
export function zstdBomb({ records, valueBytes }: { readonly records: number; readonly valueBytes: number }): Buffer {
  const blocks = Array.from({ length: records }, (_, index) => recordBlocks(index, valueBytes)).flat();
  return Buffer.concat([ZSTD_HEADER, ...blocks, block(STORED, Buffer.alloc(0), 0, true)]);
}

/** Publishes as many empty messages as one batch, packed as these bytes, whatever they hold. */
export async function publishPacked(topic: string, packed: Buffer, records: number): Promise<void> {
  const known = CompressionCodecs[CompressionTypes.ZSTD];
  CompressionCodecs[CompressionTypes.ZSTD] = () => ({ compress: () => Promise.resolve(packed) });
  const producer = new Kafka({ brokers: testStack().kafkaBrokers.split(','), logLevel: logLevel.NOTHING }).producer();
  await producer.connect();
  try {
    const messages = Array.from({ length: records }, () => ({ key: null, value: null, partition: 0 }));
    await producer.send({ topic, acks: -1, compression: CompressionTypes.ZSTD, messages });
  } finally {
    CompressionCodecs[CompressionTypes.ZSTD] = known;
    await producer.disconnect();
  }
}

function recordBlocks(index: number, valueBytes: number): Buffer[] {
  const head = Buffer.concat([Buffer.from([0, 0]), varInt(index), varInt(-1), varInt(valueBytes)]);
  const length = varInt(head.length + valueBytes + 1);
  const blanks = Array.from({ length: Math.ceil(valueBytes / BLOCK_BYTES) }, (_, at) =>
    block(REPEATED, Buffer.from(' '), Math.min(BLOCK_BYTES, valueBytes - at * BLOCK_BYTES)),
  );
  return [stored(Buffer.concat([length, head])), ...blanks, stored(varInt(0))];
}

const stored = (bytes: Buffer): Buffer => block(STORED, bytes, bytes.length);

function block(kind: number, bytes: Buffer, size: number, isLast = false): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE(size * 8 + kind * 2 + Number(isLast), 0, 3);
  return Buffer.concat([header, bytes]);
}

/** Zigzag, seven bits in each byte. */
function varInt(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}
