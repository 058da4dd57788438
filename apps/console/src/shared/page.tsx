import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { HelpLink } from '../help/help-link.js';
import { words } from '../words/words.js';

interface Props {
  readonly title: string;
  readonly subtitle?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A view: its title also names the tab. */
export function Page({ title, subtitle, actions, children }: Props) {
  useEffect(() => {
    document.title = `${title} · ${words.shared.product}`;
  }, [title]);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ minWidth: 0 }}>
          <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          {subtitle && (
            <Text c="dimmed" component="div">
              {subtitle}
            </Text>
          )}
        </div>
        <Group gap="sm">
          <HelpLink />
          {actions}
        </Group>
      </Group>
      {children}
    </Stack>
  );
}
