import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { words } from '../words/words.js';
import { EmptyState } from './empty-state.js';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  readonly onClear: () => void;
}

/** Stands in place of a list that its filters leave empty. */
export function NoMatch({ title, children, onClear }: Props) {
  return (
    <EmptyState
      title={title}
      action={
        <Button variant="default" onClick={onClear}>
          {words.shared.clearFilters}
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}
