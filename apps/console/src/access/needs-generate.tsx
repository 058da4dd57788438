import type { ReactNode } from 'react';
import { useMay } from '../session/session.js';
import { EmptyState } from '../shared/empty-state.js';
import { words } from '../words/words.js';

/** What only a session of scope `generate` may see; others see why. */
export function NeedsGenerate({ children }: { readonly children: ReactNode }) {
  if (useMay('generate')) return children;
  return <EmptyState title={words.access.needsTitle}>{words.access.needs}</EmptyState>;
}
