import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly children?: ReactNode;
  /** The next step, as a button or link. */
  readonly action?: ReactNode;
}

/** Stands in place of a list without rows, and names the next step. */
export function EmptyState({ title, children, action }: Props) {
  return (
    <Paper withBorder p="xl" radius="md">
      <Stack align="center" gap="sm">
        <Title order={2} size="h4" ta="center">
          {title}
        </Title>
        {children && (
          <Text c="dimmed" ta="center" maw={520} component="div">
            {children}
          </Text>
        )}
        {action}
      </Stack>
    </Paper>
  );
}
