import { createHash, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'pew_';
export const SECRET_BYTES = 32;
const CHECKSUM_LENGTH = 6;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Finds tokens in any text. docs/tokens.md publishes this pattern for scanners of leaked secrets. */
export const TOKEN_PATTERN = 'pew_[A-Za-z0-9_-]{43}[0-9A-Za-z]{6}';
const FORM = new RegExp(`^${TOKEN_PATTERN}$`);

/**
 * Makes `pew_` + 43 characters base64url + 6 characters checksum. A scanner of leaked secrets recognises such a token, and a mistyped
 * token is refused without a query to the database.
 * @param random 32 random bytes
 */
export function toTokenSecret(random: Uint8Array): string {
  const body = PREFIX + Buffer.from(random).toString('base64url');
  return body + checksumOf(body);
}

export const isTokenSecret = (text: string): boolean =>
  FORM.test(text) && checksumOf(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);

/** Returns the hash that is stored and looked up. 32 random bytes need no slow hash (domain D.9). */
export const hashTokenSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Compares in constant time. */
export const isHashOf = (secret: string, hash: Uint8Array): boolean => {
  const expected = hashTokenSecret(secret);
  return hash.length === expected.length && timingSafeEqual(hash, expected);
};

/** CRC-32 in base 62, padded: 62^6 holds every value. */
function checksumOf(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text = BASE62.charAt(rest % BASE62.length) + text;
    rest = Math.floor(rest / BASE62.length);
  }
  return text;
}
