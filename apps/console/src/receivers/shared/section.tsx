import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A framed part of a tab. */
export function Section({ title, hint, aside, children }: Props) {
  return (
    <Paper component="section" aria-label={title} withBorder radius="md" p="md" style={{ minWidth: 0 }}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="xs">
          <div>
            <Title order={2} size="h5">
              {title}
            </Title>
            {hint && (
              <Text size="sm" c="dimmed" component="div">
                {hint}
              </Text>
            )}
          </div>
          {aside}
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
