import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { crc32c } from '@node-rs/crc32';
import { compressSync } from 'snappy';
import { testStack } from './test-stack.js';

/** Bytes that repeat: a batch consists of such runs, one after the other. */
export interface Run {
  readonly bytes: Buffer;
  readonly times: number;
}

export type Codec = 'gzip' | 'snappy' | 'lz4' | 'zstd';
/** Their numbers in the attributes of a batch (Kafka protocol: record batch). */
const KINDS: Readonly<Record<Codec, number>> = { gzip: 1, snappy: 2, lz4: 3, zstd: 4 };

export const single = (bytes: Buffer): Run => ({ bytes, times: 1 });
const wholeOf = (runs: readonly Run[]): Buffer => Buffer.concat(runs.map(({ bytes, times }) => Buffer.alloc(bytes.length * times, bytes)));
/** Joins runs into one run that does not repeat. */
export const joined = (runs: readonly Run[]): Run => single(wholeOf(runs));
const sizeOf = (runs: readonly Run[]): number => runs.reduce((sum, { bytes, times }) => sum + bytes.length * times, 0);

export function pack(codec: Codec, runs: readonly Run[]): Buffer {
  if (codec === 'lz4') return lz4(runs);
  const whole = wholeOf(runs);
  if (codec === 'gzip') return gzipSync(whole);
  return codec === 'zstd' ? zstdCompressSync(whole) : compressSync(whole);
}

/** Returns a record as it lies in a batch; its content may be longer than a buffer can be. */
export function record({ index = 0, key = [], value = [], headers = 0, ofHeaders = [] }: RecordOptions = {}): Run[] {
  const body = [
    single(Buffer.concat([Buffer.from([0, 0]), varInt(index)])),
    ...sized(key),
    ...sized(value),
    single(varInt(headers)),
    ...ofHeaders,
  ];
  return [single(varInt(sizeOf(body))), ...body];
}

export interface RecordOptions {
  readonly index?: number;
  readonly key?: readonly Run[];
  readonly value?: readonly Run[];
  readonly headers?: number;
  /** The headers: names and values, each after its length. */
  readonly ofHeaders?: readonly Run[];
}

export const sized = (runs: readonly Run[]): Run[] => (runs.length === 0 ? [single(varInt(-1))] : [single(varInt(sizeOf(runs))), ...runs]);

/** Encodes a number as a zigzag varint, with seven bits per byte. */
export function varInt(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}

interface PackedBatch {
  readonly codec: Codec | undefined;
  readonly packed: Buffer;
  /** The number of records that the batch claims, whatever it contains. */
  readonly records: number;
}

/**
 * Writes a batch into partition 0, byte for byte, because no client writes such batches. @throws with the broker's error if the broker
 * refuses the batch
 */
export async function publishPacked(topic: string, batch: PackedBatch, times = 1): Promise<void> {
  const [host, port] = testStack().kafkaBrokers.split(',')[0]!.split(':');
  const socket = connect({ host: host!, port: Number(port) });
  const request = produceRequest(topic, batchBytes(batch));
  try {
    for (let time = 0; time < times; time++) {
      socket.write(request);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      const code = answer.readInt16BE(answer.length - LENGTH_BEHIND_ERROR);
      if (code !== 0) throw new Error(`the broker answers ${code}`);
    }
  } finally {
    socket.destroy();
  }
}

/** Kafka protocol: Produce, version 7, the first one that may bring zstd. */
const PRODUCE_V7 = Buffer.from([0, 0, 0, 7]);
/** Bytes after the error code: two offsets, a time, and the throttle time. */
const LENGTH_BEHIND_ERROR = 2 + 8 + 8 + 8 + 4;
const WITHIN_MS = 30_000;

function produceRequest(topic: string, batch: Buffer): Buffer {
  const [name, none, one] = [Buffer.from(topic), int16(-1), int32(1)];
  const head = [PRODUCE_V7, int32(1), none]; // Request number 1, no client id.
  const body = [none, int16(-1), int32(WITHIN_MS), one, int16(name.length), name, one, int32(0), int32(batch.length), batch];
  const request = Buffer.concat([...head, ...body]);
  return Buffer.concat([int32(request.length), request]);
}

/** Kafka protocol: record batch, version 2. */
function batchBytes({ codec, packed, records }: PackedBatch): Buffer {
  const nowMs = BigInt(Date.now());
  const checked = [
    int16(codec === undefined ? 0 : KINDS[codec]),
    int32(records - 1),
    int64(nowMs),
    int64(nowMs),
    int64(-1n),
    int16(-1),
    int32(-1),
    int32(records),
    packed,
  ];
  const rest = Buffer.concat(checked);
  const fromEpoch = Buffer.concat([int32(-1), Buffer.from([2]), int32(crc32c(rest) | 0), rest]);
  return Buffer.concat([int64(0n), int32(fromEpoch.length), fromEpoch]);
}

/** Blocks of 4 MiB that do not refer to each other, and the checksum of exactly these flags (LZ4 frame format, 1.6.3). */
const LZ4_HEADER = Buffer.from([0x04, 0x22, 0x4d, 0x18, 0x60, 0x70, 0x73]);
const LZ4_BLOCK_BYTES = 4 * 1024 * 1024;
const AS_IT_IS = 0x80000000;
const SHORT_RUN_BYTES = 1024;
/** A match never covers the last bytes of a block. */
const LZ4_TAIL_BYTES = 12;

function lz4(runs: readonly Run[]): Buffer {
  return Buffer.concat([LZ4_HEADER, ...together(runs).flatMap(lz4Blocks), uint32(0)]);
}

/** Joins short runs that follow each other: a block costs 4 bytes. */
function together(runs: readonly Run[]): Run[] {
  const all: Run[] = [];
  let short: Run[] = [];
  const join = (): void => {
    if (short.length > 0) all.push(joined(short));
    short = [];
  };
  for (const run of runs) {
    if (sizeOf([run]) < SHORT_RUN_BYTES) short.push(run);
    else {
      join();
      all.push(run);
    }
  }
  join();
  return all;
}

function lz4Blocks({ bytes, times }: Run): Buffer[] {
  if (times === 1) return lz4Stored(bytes);
  const most = Math.floor(LZ4_BLOCK_BYTES / bytes.length);
  const blocks = Array.from({ length: Math.ceil(times / most) }, (_, at) => lz4Repeated(bytes, Math.min(most, times - at * most)));
  return blocks.flatMap((block) => [uint32(block.length), block]);
}

function lz4Stored(bytes: Buffer): Buffer[] {
  return bytes.length === 0 ? [] : [uint32(AS_IT_IS + bytes.length), bytes];
}

/** Encodes the bytes, a match that repeats them, and a literal end. */
function lz4Repeated(bytes: Buffer, times: number): Buffer {
  const tail = bytes.length * Math.ceil(LZ4_TAIL_BYTES / bytes.length);
  const match = bytes.length * times - bytes.length - tail;
  const distance = Buffer.from([bytes.length & 0xff, bytes.length >> 8]);
  return Buffer.concat([
    Buffer.from([(Math.min(15, bytes.length) << 4) | 15]),
    lz4Length(bytes.length),
    bytes,
    distance,
    lz4Length(match - 4),
    Buffer.from([Math.min(15, tail) << 4]),
    lz4Length(tail),
    Buffer.alloc(tail, bytes),
  ]);
}

/** Encodes the part of a length that exceeds the 15 in the token. */
function lz4Length(length: number): Buffer {
  if (length < 15) return Buffer.alloc(0);
  const rest = length - 15;
  return Buffer.concat([Buffer.alloc(Math.floor(rest / 255), 255), Buffer.from([rest % 255])]);
}

function written(size: number, write: (bytes: Buffer) => unknown): Buffer {
  const bytes = Buffer.alloc(size);
  write(bytes);
  return bytes;
}

const int16 = (value: number): Buffer => written(2, (bytes) => bytes.writeInt16BE(value));
const int32 = (value: number): Buffer => written(4, (bytes) => bytes.writeInt32BE(value));
const int64 = (value: bigint): Buffer => written(8, (bytes) => bytes.writeBigInt64BE(value));
const uint32 = (value: number): Buffer => written(4, (bytes) => bytes.writeUInt32LE(value));
