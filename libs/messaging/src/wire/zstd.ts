import { Decompress } from 'fzstd';
import { KIB } from '#libs/config';
import { MOST_UNPACKED_BYTES, unpacksToMoreThan } from './room.js';

const MAGIC = 0xfd2fb528;
const SKIPPABLE = 0x184d2a50;
const MOST_IN_BLOCK = 128 * KIB;
/** The library moves its window for each block: full blocks with any usual window stay far below it, a byte in each with a window of 2 GB does not. */
const MOST_MOVED_BYTES = 128 * MOST_UNPACKED_BYTES;

interface Frame {
  readonly end: number;
  readonly isSkippable: boolean;
  readonly blocks: number;
  /** It unpacks to so much at most. */
  readonly bound: number;
  /** How far back it may look, as it says. */
  readonly window: number;
  /** Its window is all that it unpacks to. */
  readonly isSingle: boolean;
}

/** Reads frame by frame, up to a limit that the library does not know. */
export function unzstd(packed: Buffer, mostBytes: number): Buffer {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const take = (part: Uint8Array): void => {
    bytes += part.length;
    if (bytes > mostBytes) throw unpacksToMoreThan(mostBytes);
    parts.push(part);
  };
  for (let start = 0; start < packed.length;) {
    const frame = frameIn(packed, start);
    if (!frame.isSkippable) new Decompress(take).push(withSmallWindow(packed.subarray(start, frame.end), frame, mostBytes), true);
    start = frame.end;
  }
  return Buffer.concat(parts, bytes);
}

/** The library allocates the window that a frame asks for, which needs to be no larger than what it can unpack to. */
function withSmallWindow(packed: Buffer, frame: Frame, mostBytes: number): Buffer {
  const enough = Math.min(frame.bound, mostBytes);
  if (frame.isSingle && frame.window > frame.bound) throw new RangeError('a zstd frame that holds less than it says');
  if (frame.isSingle && frame.window > mostBytes) throw unpacksToMoreThan(mostBytes);
  const exponent = Math.max(0, Math.ceil(Math.log2(enough / KIB)));
  const window = Math.min(frame.window, KIB * 2 ** exponent);
  if (window * frame.blocks > MOST_MOVED_BYTES)
    throw new RangeError(`${frame.blocks} zstd blocks with a window of ${window} bytes take too long`);
  if (window === frame.window) return packed;
  const smaller = Buffer.from(packed);
  smaller[5] = exponent << 3;
  return smaller;
}

function frameIn(packed: Buffer, start: number): Frame {
  const magic = packed.readUInt32LE(start);
  if ((magic & ~15) >>> 0 === SKIPPABLE)
    return { end: start + 8 + packed.readUInt32LE(start + 4), isSkippable: true, blocks: 0, bound: 0, window: 0, isSingle: false };
  if (magic !== MAGIC) throw new RangeError('no zstd frame');
  const flags = packed.readUInt8(start + 4);
  const isSingle = (flags & 0x20) !== 0;
  const sizeAt = start + (isSingle ? 5 : 6) + [0, 1, 2, 4][flags & 3]!;
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][flags >> 6]!;
  const window = isSingle ? sizeIn(packed, sizeAt, sizeBytes) : windowOf(packed.readUInt8(start + 5));
  const { end, ...blocks } = blocksIn(packed, sizeAt + sizeBytes, Math.min(MOST_IN_BLOCK, window));
  return { ...blocks, end: end + ((flags & 0x04) === 0 ? 0 : 4), isSkippable: false, window, isSingle };
}

function sizeIn(packed: Buffer, at: number, bytes: number): number {
  if (bytes === 8) return Number(packed.readBigUInt64LE(at));
  return packed.readUIntLE(at, bytes) + (bytes === 2 ? 256 : 0);
}

/** Eighths of a power of two. */
const windowOf = (descriptor: number): number => KIB * 2 ** (descriptor >> 3) * (1 + (descriptor & 7) / 8);

function blocksIn(packed: Buffer, start: number, mostInBlock: number): Pick<Frame, 'end' | 'blocks' | 'bound'> {
  let [end, blocks, bound] = [start, 0, 0];
  for (let isLast = false; !isLast;) {
    const header = packed.readUIntLE(end, 3);
    const [kind, size] = [(header >> 1) & 3, header >> 3];
    const isRepeated = kind === 1; // of one byte
    isLast = (header & 1) === 1;
    end += 3 + (isRepeated ? 1 : size);
    bound += kind === 2 ? mostInBlock : size;
    blocks++;
  }
  return { end, blocks, bound };
}
