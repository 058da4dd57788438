import '@mantine/core/styles/Tabs.css';
import { Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { api } from '../api/client.js';
import { answerOf, ApiFault } from '../api/fault.js';
import { REFRESH_MS } from '../api/queries.js';
import type { Schemas } from '../api/schemas.js';
import { oldestDay } from '../recover/recover-options.js';
import { CopyText } from '../shared/copy-text.js';
import { NotFoundView } from '../shared/error-view.js';
import { ButtonLink } from '../shared/links.js';
import { Page } from '../shared/page.js';
import { Loading, QueryView } from '../shared/query-view.js';
import { words } from '../words/words.js';
import { ChecklistTab } from './checklist/checklist-tab.js';
import { CredentialsTab } from './credentials/credentials-tab.js';
import { SwitchOffButton } from './actions/switch-off-button.js';
import { SwitchOnButton } from './actions/switch-on-button.js';
import { wishOf } from './filter/wish.js';
import { SettingsTab } from './settings/settings-tab.js';
import { TestTab } from './test/test-tab.js';

/** Charts are large, so they load only when they are shown. */
const HealthTab = lazy(() => import('./health/health-tab.js').then(({ HealthTab }) => ({ default: HealthTab })));

const TABS = ['health', 'settings', 'credentials', 'test', 'checklist'] as const;
type Tab = (typeof TABS)[number];

/** The API answers so if the account has no such receiver, or if the text is no id. */
const UNKNOWN = [400, 404];

/** Everything about one receiver. */
export function ReceiverView() {
  const { receiverId } = useParams({ from: '/receivers/$receiverId' });
  const receiver = useReceiver(receiverId);
  if (receiver.data === undefined && receiver.error instanceof ApiFault && UNKNOWN.includes(receiver.error.status)) return <NotFoundView />;
  return (
    <QueryView query={receiver}>
      {(found) => (
        // forms, secrets and charts of one receiver must not show under another
        <Page
          key={found.receiverId}
          title={found.name}
          subtitle={<Subtitle receiver={found} />}
          actions={<ReceiverActions receiver={found} />}
        >
          <ReceiverTabs receiver={found} />
        </Page>
      )}
    </QueryView>
  );
}

function Subtitle({ receiver }: { readonly receiver: Schemas['ReceiverDetail'] }) {
  return (
    <>
      <CopyText text={receiver.url} />
      <Text size="sm">{wishOf(receiver) ?? words.receivers.wantsAll}</Text>
    </>
  );
}

const useReceiver = (receiverId: string) =>
  useQuery({
    queryKey: ['receivers', receiverId],
    queryFn: () => answerOf(api.GET('/receivers/{receiverId}', { params: { path: { receiverId } } })),
    refetchInterval: REFRESH_MS,
  });

function ReceiverTabs({ receiver }: { readonly receiver: Schemas['ReceiverDetail'] }) {
  const search = useSearch({ from: '/receivers/$receiverId' });
  const navigate = useNavigate({ from: '/receivers/$receiverId' });
  const open = TABS.find((tab) => tab === search.tab) ?? 'health';
  return (
    <Tabs
      value={open}
      onChange={(tab) => void navigate({ search: (before) => ({ ...before, tab: tab ?? 'health' }), replace: true })}
      keepMounted={false}
    >
      <Tabs.List mb="lg">
        {TABS.map((tab) => (
          <Tabs.Tab key={tab} value={tab} px={{ base: 8, sm: 'md' }}>
            {words.receivers.tabs[tab]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={open}>
        <Panel tab={open} receiver={receiver} />
      </Tabs.Panel>
    </Tabs>
  );
}

function Panel({ tab, receiver }: { readonly tab: Tab; readonly receiver: Schemas['ReceiverDetail'] }) {
  switch (tab) {
    case 'health':
      return (
        <Suspense fallback={<Loading />}>
          <HealthTab receiver={receiver} />
        </Suspense>
      );
    case 'settings':
      return <SettingsTab receiver={receiver} />;
    case 'credentials':
      return <CredentialsTab receiver={receiver} />;
    case 'test':
      return <TestTab receiver={receiver} />;
    case 'checklist':
      return <ChecklistTab receiver={receiver} />;
    default:
      return tab satisfies never;
  }
}

function ReceiverActions({ receiver }: { readonly receiver: Schemas['ReceiverDetail'] }) {
  const { receiverId, enabled } = receiver;
  return (
    <>
      <ButtonLink to="/deliveries" search={{ receiverId }} variant="default">
        {words.receivers.deliveries}
      </ButtonLink>
      <ButtonLink to="/recover" search={{ receiverId, status: 'failed', from: oldestDay(Date.now()) }} variant="default">
        {words.receivers.recover}
      </ButtonLink>
      {enabled && <SwitchOffButton receiver={receiver} />}
      <SwitchOnButton receiver={receiver} />
    </>
  );
}
