import { Center, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { ApiUnreachableBanner } from '../shared/api-unreachable-banner.js';
import { Mark } from '../shared/mark.js';
import { words } from '../words/words.js';

interface Props {
  readonly title: string;
  readonly intro?: string;
  readonly children: ReactNode;
}

/** The frame of a page that stands in place of the views until a person has a session. */
export function EntryPage({ title, intro, children }: Props) {
  useEffect(() => {
    document.title = `${title} · ${words.shared.product}`;
  }, [title]);
  return (
    <>
      <ApiUnreachableBanner />
      <Center mih="100vh" p="md" bg="var(--page-background)">
        <Paper component="main" withBorder radius="md" p="xl" w="100%" maw={460}>
          <Stack>
            <Mark size={36} />
            <div>
              <Title order={1} size="h3">
                {title}
              </Title>
              {intro && (
                <Text c="dimmed" size="sm">
                  {intro}
                </Text>
              )}
            </div>
            {children}
          </Stack>
        </Paper>
      </Center>
    </>
  );
}
