import { createHash } from 'node:crypto';
import type { CarrierTexts } from './parse-carrier-files.js';

/** Returns the digest of a whole set of files: equal sets have equal digests. */
export function digestOf(layers: readonly CarrierTexts[]): string {
  return createHash('sha256')
    .update(JSON.stringify(layers.map(({ layer, texts, unreadable }) => [layer, [...texts], unreadable])))
    .digest('hex');
}

/** Returns the short name of a set that is stored with each scan; unique within one installation. */
export const ruleSetOf = (digest: string): string => digest.slice(0, 16);

/** The state of the watch between two looks, in digests. */
export interface Watched {
  readonly inForce: string;
  /** The set that was tried last and refused. */
  readonly refused?: string;
  /** The set that the previous look found. */
  readonly lastSeen: string;
}

/**
 * `unchanged`; `changing`: look again; `settled`: try the set now; `withdrawn`: the refused set is gone, and the folder contains the set in
 * force again.
 */
export type Finding = 'unchanged' | 'changing' | 'settled' | 'withdrawn';

/**
 * Makes one look at the folder. A set counts only when two looks in a row have found it: files that are copied one by one, or a folder that
 * is swapped during a read, must not mix two sets.
 */
export function lookAt(watched: Watched, seen: string): { readonly watched: Watched; readonly finding: Finding } {
  const { inForce, refused, lastSeen } = watched;
  if (seen === inForce) return { watched: { inForce, lastSeen: seen }, finding: refused === undefined ? 'unchanged' : 'withdrawn' };
  if (seen === refused) return { watched: { ...watched, lastSeen: seen }, finding: 'unchanged' };
  return { watched: { ...watched, lastSeen: seen }, finding: seen === lastSeen ? 'settled' : 'changing' };
}
