import { Group, Stack, Text, Title } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { useMatches } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { words } from '../words/words.js';
import { documentOf } from './documents.js';
import { TextLink } from './links.js';

interface Props {
  readonly title: string;
  readonly subtitle?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a view. Its title is also the title of the browser tab. */
export function Page({ title, subtitle, actions, children }: Props) {
  useEffect(() => {
    document.title = `${title} · ${words.shared.product}`;
  }, [title]);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ minWidth: 0 }}>
          <Group gap="sm" wrap="nowrap" align="baseline">
            <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Title>
            <HelpLink />
          </Group>
          {subtitle && (
            <Text c="dimmed" component="div">
              {subtitle}
            </Text>
          )}
        </div>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

/** Links to the document about the present view. */
function HelpLink() {
  const route: string = useMatches({ select: (matches) => matches.at(-1)?.routeId ?? '' });
  const name = documentOf(route);
  if (route.startsWith('/help')) return null;
  return (
    <TextLink
      to="/help/$document"
      params={{ document: name }}
      size="sm"
      title={words.help.helpOn(words.help.titles[name])}
      style={{ whiteSpace: 'nowrap' }}
    >
      <IconHelpCircle size={14} aria-hidden style={{ verticalAlign: '-2px' }} /> {words.help.help}
    </TextLink>
  );
}
