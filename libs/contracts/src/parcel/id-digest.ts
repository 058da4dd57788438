import { hash } from 'node:crypto';

const DIGEST_CHARS = 11;

/** As which a consignment remembers the id of a scan or transfer: the beginning of its SHA-256. */
export const idDigest = (id: string): string => hash('sha256', id, 'base64url').slice(0, DIGEST_CHARS);
