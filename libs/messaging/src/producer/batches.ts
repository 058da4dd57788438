import type { RecordHeaders } from '../kafka.js';

export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

interface Sized {
  readonly key: string | Buffer | null;
  readonly value: string | Buffer | null;
  readonly headers?: RecordHeaders | undefined;
}

/** The offset, time and lengths of a record, and its share of the batch header. */
const RECORD_BYTES = 24;
/** The two lengths of a header. */
const HEADER_BYTES = 4;

/** Returns the approximate size of a message before compression. */
export function bytesOf({ key, value, headers }: Sized): number {
  let bytes = RECORD_BYTES + Buffer.byteLength(key ?? '') + Buffer.byteLength(value ?? '');
  for (const name in headers) bytes += headerBytes(name, headers[name]);
  return bytes;
}

/** The name is repeated before each value. */
function headerBytes(name: string, value: RecordHeaders[string]): number {
  if (Array.isArray(value)) return value.reduce((sum, each) => sum + headerBytes(name, each), 0);
  return HEADER_BYTES + Buffer.byteLength(name) + Buffer.byteLength(value ?? '');
}

/** Splits messages into consecutive chunks of at most `maxBytes`. A larger message is a chunk of its own. */
export function chunkByBytes<T extends Sized>(messages: readonly T[], maxBytes: number): T[][] {
  const chunks: T[][] = [];
  let chunk: T[] = [];
  let bytes = 0;
  for (const message of messages) {
    const size = bytesOf(message);
    if (chunk.length > 0 && bytes + size > maxBytes) {
      chunks.push(chunk);
      chunk = [];
      bytes = 0;
    }
    chunk.push(message);
    bytes += size;
  }
  if (chunk.length > 0) chunks.push(chunk);
  return chunks;
}
