import '@mantine/core/styles/Tabs.css';
import { Stack, Tabs, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../session/session.js';
import { Page } from '../shared/page.js';
import { accessWords } from '../words/access.words.js';
import { AddressesTab } from './addresses-tab.js';
import { AuditTab } from './audit-tab.js';
import { Limits } from './limits.js';
import { LinksTab } from './links-tab.js';
import { NeedsGenerate } from './needs-generate.js';
import { SessionsTab } from './sessions-tab.js';
import { TokensTab } from './tokens-tab.js';

const TABS = ['tokens', 'links', 'sessions', 'audit', 'addresses'] as const;
type Tab = (typeof TABS)[number];

/** Who and what may use the account, and what they did. */
export function AccessView() {
  const search = useSearch({ from: '/access' });
  const navigate = useNavigate({ from: '/access' });
  const mayManage = useMay('generate');
  const tab = TABS.find((name) => name === search.tab) ?? (mayManage ? 'tokens' : 'addresses');
  return (
    <Page title={accessWords.title}>
      <Limits />
      <Tabs value={tab} onChange={(next) => void navigate({ search: { tab: next ?? undefined } })} keepMounted={false}>
        <Tabs.List mb="lg" style={{ flexWrap: 'nowrap', overflowX: 'auto', overflowY: 'hidden' }}>
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name} style={{ flex: 'none' }}>
              {accessWords.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Panel tab="tokens">
          <NeedsGenerate>
            <TokensTab />
          </NeedsGenerate>
        </Panel>
        <Panel tab="links">
          <LinksTab />
        </Panel>
        <Panel tab="sessions">
          <NeedsGenerate>
            <SessionsTab />
          </NeedsGenerate>
        </Panel>
        <Panel tab="audit">
          <NeedsGenerate>
            <AuditTab />
          </NeedsGenerate>
        </Panel>
        <Panel tab="addresses">
          <AddressesTab />
        </Panel>
      </Tabs>
    </Page>
  );
}

function Panel({ tab, children }: { readonly tab: Tab; readonly children: ReactNode }) {
  return (
    <Tabs.Panel value={tab}>
      <Stack gap="lg">
        <Text c="dimmed" maw={720}>
          {accessWords[tab].intro}
        </Text>
        {children}
      </Stack>
    </Tabs.Panel>
  );
}
