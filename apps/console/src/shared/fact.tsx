import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A fact with its name above, in a list of facts (`dl`). */
export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div style={{ minWidth: 0 }}>
      <Text component="dt" size="xs" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </div>
  );
}
