import { createHash } from 'node:crypto';

export const SECRET_BYTES = 32;
const FORM = /^[A-Za-z0-9_-]{43}$/;

/** The value of a cookie, or the code of a link. @param random 32 random bytes */
export const toSessionSecret = (random: Uint8Array): string => Buffer.from(random).toString('base64url');

/** A text of another form cannot be one, so the tables are not asked. */
export const isSessionSecret = (text: string): boolean => FORM.test(text);

/** The tables store this alone: 32 random bytes need no slow hash. */
export const hashSessionSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
