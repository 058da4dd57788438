import type { ReactNode } from 'react';
import { useMay } from '../session/session.js';
import { EmptyState } from '../shared/empty-state.js';
import { accessWords } from '../words/access.words.js';

/** What only a session of scope `generate` may see; others see why. */
export function NeedsGenerate({ children }: { readonly children: ReactNode }) {
  if (useMay('generate')) return children;
  return <EmptyState title={accessWords.needsTitle}>{accessWords.needs}</EmptyState>;
}
