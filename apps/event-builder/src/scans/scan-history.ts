import { idDigest } from '#libs/contracts';

// Applied scans and transfers are remembered as short digests, newest last, so that a repeated message has no effect. The list is limited;
// a forgotten message that comes again gives the same event ids as before.
export const MAX_SCANS = 256;
export const MAX_TRANSFERS = 64;

/** Returns `applied` with `id` added; undefined when it contains `id` already. */
export function rememberNew(applied: readonly string[], id: string, most: number): string[] | undefined {
  const digest = idDigest(id);
  return applied.includes(digest) ? undefined : [...applied, digest].slice(-most);
}

export const isApplied = (applied: readonly string[], id: string): boolean => applied.includes(idDigest(id));

export const remember = (applied: readonly string[], id: string, most: number): string[] => [...applied, idDigest(id)].slice(-most);
