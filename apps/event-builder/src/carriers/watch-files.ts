import { createHash } from 'node:crypto';
import type { CarrierTexts } from './parse-carrier-files.js';

/** One short text for a whole set of files: equal sets have equal ones. */
export function digestOf(layers: readonly CarrierTexts[]): string {
  return createHash('sha256')
    .update(JSON.stringify(layers.map(({ layer, texts, unreadable }) => [layer, [...texts], unreadable])))
    .digest('hex');
}

/** How a set is named where it is stored with each scan: short, and still never the same for two sets of one installation. */
export const ruleSetOf = (digest: string): string => digest.slice(0, 16);

/** What is known of the folder between two looks, in digests. */
export interface Watched {
  readonly inForce: string;
  /** The set that was tried last and could not be used. */
  readonly refused?: string;
  /** What the look before has found. */
  readonly lastSeen: string;
}

/**
 * unchanged · changing: look again · settled: to be tried now · withdrawn: what was refused is gone, the folder holds again what is in force.
 */
export type Finding = 'unchanged' | 'changing' | 'settled' | 'withdrawn';

/**
 * One look at the folder. A set counts only when two looks in a row have found it: files that are copied one after another,
 * or a folder that is swapped between two reads, must not become half of one set and half of another.
 */
export function lookAt(watched: Watched, seen: string): { readonly watched: Watched; readonly finding: Finding } {
  const { inForce, refused, lastSeen } = watched;
  if (seen === inForce) return { watched: { inForce, lastSeen: seen }, finding: refused === undefined ? 'unchanged' : 'withdrawn' };
  if (seen === refused) return { watched: { ...watched, lastSeen: seen }, finding: 'unchanged' };
  return { watched: { ...watched, lastSeen: seen }, finding: seen === lastSeen ? 'settled' : 'changing' };
}
