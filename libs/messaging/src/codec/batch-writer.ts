import { crc32c } from '@node-rs/crc32';
import { BATCH_HEADER_BYTES, BEFORE_LENGTH_BYTES, MAGIC, MAGIC_AT, NOT_COMPRESSED, ZSTD } from './batch-layout.js';
import { pack } from './pack.js';

type Bytes = Buffer | null;
type Text = Buffer | string | null | undefined;

/** A message that is to be written, as kafkajs hands it over. */
export interface Writable {
  readonly key?: Text;
  readonly value: Text;
  readonly headers?: Readonly<Record<string, Text | readonly Text[]>> | undefined;
}

/** The parts of a record as bytes, with the size of the record. */
interface Sized {
  readonly key: Bytes;
  readonly value: Bytes;
  /** Names and values in turn. */
  readonly headers: readonly (Buffer | string | null)[];
  /** The bytes behind the length field of the record. */
  readonly size: number;
}

/** The records of a batch, ready to be sent. */
export interface PackedBatch {
  readonly count: number;
  /** The number of the compression in the protocol. */
  readonly compression: number;
  readonly records: Buffer;
}

const CHECKSUM_AT = 17;
const CHECKED_FROM = 21;
/** The producer id of a batch without an idempotent producer. Epoch and sequence are 0, as kafkajs writes them. */
const NO_PRODUCER = -1n;
/** One byte of attributes and one of timestamp delta, which is 0 in each record. */
const FIXED_BYTES = 2;

/** @param options.compresses whether the broker takes zstd: each broker does that knows version 7 of the produce request */
export async function packBatch(messages: readonly Writable[], { compresses }: { compresses: boolean }): Promise<PackedBatch> {
  const sized = messages.map(sizeRecord);
  const records = Buffer.allocUnsafe(sized.reduce((sum, { size }) => sum + sizeOfVarint(size) + size, 0));
  sized.reduce((next, record, index) => writeRecord(record, index, { target: records, at: next }), 0);
  const packed = compresses ? await pack(records) : undefined;
  return { count: messages.length, ...(packed ? { compression: ZSTD, records: packed } : { compression: NOT_COMPRESSED, records }) };
}

export const sizeOfBatch = ({ records }: PackedBatch): number => BATCH_HEADER_BYTES + records.length;

function sizeRecord({ key, value, headers }: Writable, index: number): Sized {
  const [keyBytes, valueBytes] = [toBytes(key), toBytes(value)];
  const flat = flatten(headers);
  let size = FIXED_BYTES + sizeOfVarint(index) + sizeOf(keyBytes) + sizeOf(valueBytes) + sizeOfVarint(flat.length / 2);
  for (const each of flat) size += sizeOf(each);
  return { key: keyBytes, value: valueBytes, headers: flat, size };
}

function flatten(headers: Writable['headers']): (Buffer | string | null)[] {
  const flat: (Buffer | string | null)[] = [];
  for (const name in headers) {
    const values = headers[name];
    if (!Array.isArray(values)) flat.push(name, (values as Text) ?? null);
    else for (const value of values as readonly Text[]) flat.push(name, value ?? null);
  }
  return flat;
}

/**
 * Writes a record batch of version 2. All its records get the same timestamp.
 * @returns the end of the batch in `target`
 */
export function writeBatch(batch: PackedBatch, target: Buffer, { at, atMs }: { at: number; atMs: number }): number {
  const { count, compression, records } = batch;
  target.writeBigInt64BE(0n, at);
  target.writeInt32BE(sizeOfBatch(batch) - BEFORE_LENGTH_BYTES, at + 8);
  target.writeInt32BE(0, at + 12); // epoch of the leader
  target.writeInt8(MAGIC, at + MAGIC_AT);
  target.writeInt16BE(compression, at + CHECKED_FROM); // attributes
  target.writeInt32BE(count - 1, at + 23);
  target.writeBigInt64BE(BigInt(atMs), at + 27);
  target.writeBigInt64BE(BigInt(atMs), at + 35);
  target.writeBigInt64BE(NO_PRODUCER, at + 43);
  target.writeInt16BE(0, at + 51);
  target.writeInt32BE(0, at + 53);
  target.writeInt32BE(count, at + 57);
  records.copy(target, at + BATCH_HEADER_BYTES);
  const end = at + sizeOfBatch(batch);
  target.writeUInt32BE(crc32c(target.subarray(at + CHECKED_FROM, end)), at + CHECKSUM_AT);
  return end;
}

function writeRecord({ key, value, headers, size }: Sized, index: number, { target, at }: { target: Buffer; at: number }): number {
  let next = writeVarint(target, at, size);
  target[next++] = 0; // attributes
  target[next++] = 0; // timestamp delta
  next = writeVarint(target, next, index);
  next = writeNullable(target, next, key);
  next = writeNullable(target, next, value);
  next = writeVarint(target, next, headers.length / 2);
  for (const each of headers) next = typeof each === 'string' ? writeText(target, next, each) : writeNullable(target, next, each);
  return next;
}

export const toBytes = (text: Text): Bytes => (typeof text === 'string' ? Buffer.from(text) : (text ?? null));

const NULL_SIZE = -1;

function sizeOf(part: Bytes | string): number {
  if (part === null) return 1;
  const length = typeof part === 'string' ? Buffer.byteLength(part) : part.length;
  return sizeOfVarint(length) + length;
}

function writeText(target: Buffer, at: number, text: string): number {
  const start = writeVarint(target, at, Buffer.byteLength(text));
  return start + target.write(text, start);
}

function writeNullable(target: Buffer, at: number, bytes: Bytes): number {
  if (bytes === null) return writeVarint(target, at, NULL_SIZE);
  const start = writeVarint(target, at, bytes.length);
  return start + bytes.copy(target, start);
}

/** The zigzag code of the protocol: the sign is the lowest bit. */
const zigzag = (value: number): number => ((value << 1) ^ (value >> 31)) >>> 0;

const sizeOfVarint = (value: number): number => Math.max(1, Math.ceil((32 - Math.clz32(zigzag(value))) / 7));

/** Seven bits in each byte, the lowest first. */
function writeVarint(target: Buffer, at: number, value: number): number {
  let [left, next] = [zigzag(value), at];
  for (; left >= 0x80; left >>>= 7) target[next++] = (left & 0x7f) | 0x80;
  target[next++] = left;
  return next;
}
