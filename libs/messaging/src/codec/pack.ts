import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync } from 'node:zlib';
import { KIB } from '#libs/config';

/** At level 1, 100 KiB of JSON take 60 µs and shrink twenty times. Higher levels cost more time than they save bytes. */
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** Smaller records gain a few bytes, and cost as much time as records a hundred times larger. */
const LEAST_BYTES = 256;
/** Larger records would stop the event loop for longer than a millisecond. Only a single large message makes such a batch: see MAX_SEND_BYTES of the producer. */
const MOST_AT_ONCE_BYTES = 256 * KIB;

const packAside = promisify(zstdCompress);

/** Compresses to one frame of zstd. @returns undefined where the frame would not be smaller */
export async function pack(records: Buffer): Promise<Buffer | undefined> {
  if (records.length < LEAST_BYTES) return undefined;
  const packed = records.length > MOST_AT_ONCE_BYTES ? await packAside(records, OPTIONS) : zstdCompressSync(records, OPTIONS);
  return packed.length < records.length ? packed : undefined;
}
