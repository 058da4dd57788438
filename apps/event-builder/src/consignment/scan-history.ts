import { hash } from 'node:crypto';

// What has been applied is remembered as short digests, newest last: a scan or transfer that comes again gives nothing.
// Bounded, so that a state cannot grow without end; what is forgotten and comes again gives the same event ids as before.
export const MAX_SCANS = 256;
export const MAX_TRANSFERS = 64;

const DIGEST_CHARS = 11;

const digestOf = (id: string): string => hash('sha256', id, 'base64url').slice(0, DIGEST_CHARS);

/** `applied` with `id`, or undefined when it is among them. */
export function rememberNew(applied: readonly string[], id: string, most: number): string[] | undefined {
  const digest = digestOf(id);
  return applied.includes(digest) ? undefined : [...applied, digest].slice(-most);
}

export const isApplied = (applied: readonly string[], id: string): boolean => applied.includes(digestOf(id));

export const remember = (applied: readonly string[], id: string, most: number): string[] => [...applied, digestOf(id)].slice(-most);
