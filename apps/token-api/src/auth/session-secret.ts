import { createHash } from 'node:crypto';

export const SECRET_BYTES = 32;
const FORM = /^[A-Za-z0-9_-]{43}$/;

/** Makes the value of a cookie, or the code of a link. @param random 32 random bytes */
export const toSessionSecret = (random: Uint8Array): string => Buffer.from(random).toString('base64url');

/** False when the text cannot be a secret: then no table is asked. */
export const isSessionSecret = (text: string): boolean => FORM.test(text);

/** The tables store only this hash. A slow hash is not needed for 32 random bytes. */
export const hashSessionSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
