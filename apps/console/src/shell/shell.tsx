import { AppShell, Burger, Group, ScrollArea, Text } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { SearchBox } from '../search/search-box.js';
import { ApiUnreachableBanner } from '../shared/api-unreachable-banner.js';
import { TextLink } from '../shared/links.js';
import { Mark } from '../shared/mark.js';
import { words } from '../words/words.js';
import { Navigation } from './navigation.js';
import { SessionMenu } from './session-menu.js';
import classes from './shell.module.css';

const Palette = lazy(() => import('./palette.js').then(({ Palette }) => ({ default: Palette })));
const Shortcuts = lazy(() => import('./shortcuts.js').then(({ Shortcuts }) => ({ default: Shortcuts })));

/** The frame around every view. */
export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(close, [path, close]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <a className={classes.skip} href="#content">
        {words.shared.skipToContent}
      </a>
      <AppShell.Header aria-label={words.shared.product}>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={words.shared.menu} aria-expanded={isOpen} />
          <TextLink to="/" underline="never" c="inherit" visibleFrom="sm" w={180}>
            <Group gap={10} wrap="nowrap">
              <Mark size={26} />
              <Text span fw={650} size="lg">
                {words.shared.product}
              </Text>
            </Group>
          </TextLink>
          <SearchBox />
          <SessionMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" className={classes.page} aria-label={words.shared.navigation}>
        <AppShell.Section grow component={ScrollArea}>
          <Navigation />
        </AppShell.Section>
      </AppShell.Navbar>
      <Keyboard />
      <AppShell.Main id="content" tabIndex={-1} className={classes.page}>
        <ApiUnreachableBanner />
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}

/** The keys that work on every view. The palette and the list of shortcuts load when somebody asks for them. */
function Keyboard() {
  // each number is one request, so that pressing again opens the palette again
  const [palette, setPalette] = useState(0);
  const [areShown, setShown] = useState(false);
  useHotkeys([['mod+K', () => setPalette((count) => count + 1)]], []);
  useHotkeys([['shift+?', () => setShown(true)]]);
  return (
    <Suspense fallback={null}>
      {palette > 0 && <Palette request={palette} onShortcuts={() => setShown(true)} />}
      {areShown && <Shortcuts onClose={() => setShown(false)} />}
    </Suspense>
  );
}
