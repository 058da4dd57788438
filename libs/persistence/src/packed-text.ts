// Packed JSON texts in the columns event.payload and consignment.state.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { DICTIONARY } from './packed-dictionary.js';

/** Bytes of the head: the form, then the length of the text in bytes, big-endian. SQL reads it, too. */
const HEAD = 4;
/** The plain text in UTF-8, for rows that SQL writes. */
const PLAIN = 0;
/** deflate with the dictionary. Another dictionary needs another form. */
const DEFLATED = 1;
/** Far more than a message can have, and the most that a head can express. */
const MOST_BYTES = 2 ** 24 - 1;

const dictionary = Buffer.from(DICTIONARY);
/** The window just covers the dictionary. A longer window or a higher level costs more time than the saved bytes are worth. */
const PACKING = { dictionary, level: 1, windowBits: 12, memLevel: 5, chunkSize: 1024 };
/** The most bytes that are allocated before unpacking, because a damaged head may claim any length. */
const MOST_AT_ONCE = 16 * 1024;

/** @param text bytes must be UTF-8 @throws when the text has more than 16 MB */
export function packText(text: string | Buffer): Buffer {
  const plain = typeof text === 'string' ? Buffer.from(text) : text;
  if (plain.length > MOST_BYTES) throw new Error(`a text of ${plain.length} bytes is too long to be stored: at most ${MOST_BYTES}`);
  const head = Buffer.allocUnsafe(HEAD);
  head.writeUInt32BE(DEFLATED * 2 ** 24 + plain.length);
  return Buffer.concat([head, deflateRawSync(plain, PACKING)]);
}

/** Returns the original text. It never takes more memory than the head says. @throws when the bytes do not come from `packText` */
export function unpackText(packed: Uint8Array): string {
  const { form, length } = headOf(packed);
  const body = packed.subarray(HEAD);
  const plain = form === PLAIN ? body : inflated(body, length);
  if (plain.length !== length) throw new Error(`a stored text is damaged: it has ${plain.length} bytes, its head says ${length}`);
  return Buffer.from(plain.buffer, plain.byteOffset, plain.length).toString();
}

/** Returns the parsed JSON of a packed text. @throws like `unpackText`, and when the text is not JSON */
export const unpackJson = <T>(packed: Uint8Array): T => JSON.parse(unpackText(packed)) as T;

function headOf(packed: Uint8Array): { readonly form: number; readonly length: number } {
  if (packed.length < HEAD) throw new Error(`a stored text is damaged: ${packed.length} bytes are no head`);
  const head = Buffer.from(packed.buffer, packed.byteOffset, HEAD).readUInt32BE();
  const [form, length] = [head >>> 24, head & MOST_BYTES];
  if (form !== PLAIN && form !== DEFLATED)
    throw new Error(`a stored text has form ${form}: a newer version has written it, or it is damaged`);
  return { form, length };
}

function inflated(body: Uint8Array, length: number): Buffer {
  try {
    const chunkSize = Math.max(64, Math.min(length + 1, MOST_AT_ONCE));
    return inflateRawSync(body, { dictionary, windowBits: PACKING.windowBits, chunkSize, maxOutputLength: Math.max(1, length) });
  } catch (error) {
    throw new Error('a stored text is damaged: it does not unpack', { cause: error });
  }
}

/** Returns SQL for the length in bytes of a packed column's text. */
export const unpackedBytes = (column: string): string =>
  `(get_byte(${column}, 1) * 65536 + get_byte(${column}, 2) * 256 + get_byte(${column}, 3))`;

/** Returns SQL that packs a text in its plain form, for rows that SQL writes. @param text an expression of type text */
export const packedInSql = (text: string): string => `(int4send(octet_length(${text})) || convert_to(${text}, 'UTF8'))`;
