import '@mantine/core/styles/Tabs.css';
import { Alert, Button, Group, Modal, Stack, Tabs, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconInfoCircle } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay, useSession } from '../api/session.js';
import { EmptyState } from '../lists/empty-state.js';
import { SignInForm } from '../session/sign-in-form.js';
import { Page } from '../shared/page.js';
import { accessWords } from '../words/access.words.js';
import { AddressesTab } from './addresses-tab.js';
import { AuditTab } from './audit-tab.js';
import { LinksTab } from './links-tab.js';
import { SessionsTab } from './sessions-tab.js';
import { TokensTab } from './tokens-tab.js';

const TABS = ['tokens', 'links', 'sessions', 'audit', 'addresses'] as const;
type Tab = (typeof TABS)[number];

/** The people and programs that may use the account, and the audit log of their changes. */
export function AccessView() {
  const search = useSearch({ from: '/access' });
  const navigate = useNavigate({ from: '/access' });
  const mayManage = useMay('generate');
  const tab = TABS.find((name) => name === search.tab) ?? (mayManage ? 'tokens' : 'addresses');
  return (
    <Page title={accessWords.title}>
      <Limits />
      <Tabs value={tab} onChange={(next) => void navigate({ search: { tab: next ?? undefined } })} keepMounted={false}>
        <Tabs.List mb="lg">
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
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

/** Says above the tabs what the session cannot do, and lets the person sign in with a token instead. */
function Limits() {
  const { account, openedBy } = useSession();
  const [isOpen, { open, close }] = useDisclosure();
  if (useMay('generate')) return null;
  return (
    <Alert color="blue" icon={<IconInfoCircle />} role="note">
      <Group justify="space-between" gap="sm">
        <Text size="sm" style={{ flex: '1 1 320px' }}>
          {accessWords.limited[openedBy === 'link' ? 'link' : 'token']}
        </Text>
        <Button size="xs" onClick={open}>
          {accessWords.signIn}
        </Button>
      </Group>
      <Modal opened={isOpen} onClose={close} title={accessWords.signIn}>
        <SignInForm account={account} />
      </Modal>
    </Alert>
  );
}

/** Shows its children to a session of scope `generate`. Any other session sees the reason why not. */
function NeedsGenerate({ children }: { readonly children: ReactNode }) {
  if (useMay('generate')) return children;
  return <EmptyState title={accessWords.needsTitle}>{accessWords.needs}</EmptyState>;
}
