import { hash } from 'node:crypto';

const DIGEST_CHARS = 11;

/** The short form of a scan or transfer id that a consignment remembers: the beginning of its SHA-256. */
export const idDigest = (id: string): string => hash('sha256', id, 'base64url').slice(0, DIGEST_CHARS);
