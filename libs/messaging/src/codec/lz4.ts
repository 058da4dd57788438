import { KIB } from '#libs/config';
import { unpacksToMoreThan } from './decompression-budget.js';

const MAGIC = 0x184d2204;
/** The bit that marks the size of an uncompressed block. */
const AS_IT_IS = 0x80000000;
const SHORTEST_MATCH = 4;

/** The output so far. Matches point back into it, also into earlier blocks. */
interface Unpacked {
  buffer: Buffer;
  bytes: number;
  readonly mostBytes: number;
}

/** Unpacks one frame up to a limit; the libraries have no limit. The checksums are not compared: TCP and the broker protect the bytes. */
export function unlz4(frame: Buffer, mostBytes: number): Buffer {
  const out: Unpacked = { buffer: Buffer.allocUnsafe(Math.min(mostBytes, Math.max(64 * KIB, 4 * frame.length))), bytes: 0, mostBytes };
  const { start, checksumBytes } = readHeader(frame);
  for (let at = start; ;) {
    const size = frame.readUInt32LE(at);
    if (size === 0) break;
    const end = at + 4 + (size & ~AS_IT_IS);
    if (end > frame.length) throw new RangeError('an lz4 block ends beyond its frame');
    const block = frame.subarray(at + 4, end);
    if (size >= AS_IT_IS) {
      reserve(out, block.length);
      block.copy(out.buffer, out.bytes);
      out.bytes += block.length;
    } else unpackBlock(block, out);
    at = end + checksumBytes;
  }
  return out.buffer.subarray(0, out.bytes);
}

function readHeader(frame: Buffer): { start: number; checksumBytes: number } {
  if (frame.readUInt32LE(0) !== MAGIC) throw new RangeError('no lz4 frame');
  const flags = frame.readUInt8(4);
  const hasSize = (flags & 0x08) !== 0;
  const hasDictionary = (flags & 0x01) !== 0;
  if (flags >> 6 !== 1 || hasDictionary) throw new RangeError('an lz4 frame of another version, or with a dictionary');
  return { start: 7 + (hasSize ? 8 : 0), checksumBytes: (flags & 0x10) === 0 ? 0 : 4 };
}

/** A block is a list of pairs: literals, then a match in the output so far. The last pair has literals alone. */
function unpackBlock(block: Buffer, out: Unpacked): void {
  for (let at = 0; at < block.length;) {
    const token = block[at++]!;
    const [literals, start] = readLength(block, at, token >> 4);
    if (start + literals > block.length) throw new RangeError('an lz4 block ends within its literals');
    reserve(out, literals);
    for (at = start; at < start + literals; at++) out.buffer[out.bytes++] = block[at]!;
    if (at === block.length) return;
    const distance = block.readUInt16LE(at);
    const [more, next] = readLength(block, at + 2, token & 15);
    at = next;
    copyMatch(out, distance, more + SHORTEST_MATCH);
  }
}

/** A length of 15 or more continues in the next bytes. Each 255 means that one more byte follows. */
function readLength(block: Buffer, start: number, first: number): [length: number, at: number] {
  let [length, at] = [first, start];
  if (first < 15) return [length, at];
  for (let byte = 255; byte === 255;) {
    byte = block.readUInt8(at++);
    length += byte;
  }
  return [length, at];
}

/** Copies byte by byte, because a match may reach into its own output. */
function copyMatch(out: Unpacked, distance: number, length: number): void {
  if (distance === 0 || distance > out.bytes) throw new RangeError('an lz4 match lies before its beginning');
  reserve(out, length);
  const { buffer } = out;
  const end = out.bytes + length;
  for (let at = out.bytes; at < end; at++) buffer[at] = buffer[at - distance]!;
  out.bytes = end;
}

function reserve(out: Unpacked, bytes: number): void {
  const needed = out.bytes + bytes;
  if (needed <= out.buffer.length) return;
  if (needed > out.mostBytes) throw unpacksToMoreThan(out.mostBytes);
  const larger = Buffer.allocUnsafe(Math.min(out.mostBytes, Math.max(needed, 2 * out.buffer.length)));
  out.buffer.copy(larger, 0, 0, out.bytes);
  out.buffer = larger;
}
