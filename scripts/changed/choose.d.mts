import type { Change } from './changes.mjs';
import type { Facts } from './records.mjs';

export type Reason = 'all' | 'jest' | 'imports' | 'starts' | 'reads' | 'unrecorded' | 'doubt';
export const REASONS: Readonly<Record<Reason, string>>;
export function choose(
  tree: { readonly root: string; readonly files: readonly string[] },
  changes: readonly Change[],
  facts: { readonly recordOf: (test: string) => Facts | undefined; readonly related: readonly string[] },
): Map<string, Reason>;
