import { idDigest } from '#libs/contracts';

// What has been applied is remembered as short digests, newest last: a scan or transfer that comes again gives nothing.
// Bounded, so that a state cannot grow without end; what is forgotten and comes again gives the same event ids as before.
export const MAX_SCANS = 256;
export const MAX_TRANSFERS = 64;

/** `applied` with `id`, or undefined when it is among them. */
export function rememberNew(applied: readonly string[], id: string, most: number): string[] | undefined {
  const digest = idDigest(id);
  return applied.includes(digest) ? undefined : [...applied, digest].slice(-most);
}

export const isApplied = (applied: readonly string[], id: string): boolean => applied.includes(idDigest(id));

export const remember = (applied: readonly string[], id: string, most: number): string[] => [...applied, idDigest(id)].slice(-most);
