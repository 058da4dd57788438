import { Button, Group, Paper, Select, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Schemas } from '../api/schemas.js';
import { OPERATIONAL_EVENT_NAMES } from '../api/vocabulary.js';
import { StatusBadge } from '../delivery/status-badge.js';
import { EmptyState } from '../lists/empty-state.js';
import { ButtonLink, TextLink } from '../shared/links.js';
import { Page } from '../shared/page.js';
import { QueryView } from '../shared/query-view.js';
import { ReceiverLink } from '../shared/receiver-link.js';
import { nameOf, useKnownReceivers } from '../shared/use-receivers.js';
import { Instant } from '../times/instant.js';
import { ZoneSwitch } from '../times/zone-switch.js';
import { notificationsWords } from '../words/notifications.words.js';
import { entryText } from './notification-text.js';
import { noteSeen } from './seen.js';
import { Targets } from './targets.js';
import { endsOf, isNobodyTold, mailedOf, outageKey, toldOf } from './told.js';
import { useNotifications } from './use-notifications.js';
import { useTargets } from './use-targets.js';

type Notification = Schemas['Notification'];

const text = notificationsWords;

/** What happened to the receivers of the account, newest first, and who was told. */
export function NotificationsView() {
  return (
    <Page title={text.pageTitle} subtitle={text.hint} actions={<ZoneSwitch />}>
      <WhoIsTold />
      <Targets />
      <Events />
    </Page>
  );
}

/** Says for each type which receivers get it. */
function WhoIsTold() {
  const receivers = useKnownReceivers();
  const targets = useTargets().data?.targets ?? [];
  const isNobody = isNobodyTold({ receivers, targets });
  const namesOf = (type: Notification['type']): string =>
    [...toldOf(receivers, type), ...mailedOf(targets, type)].map(({ name }) => name).join(', ');
  return (
    <Paper withBorder radius="md" p="md" component="section" aria-label={text.told}>
      <Stack gap="xs">
        <Text fw={600}>{isNobody ? text.nobody : text.told}</Text>
        {isNobody ? (
          <Text size="sm">{text.nobodyHint}</Text>
        ) : (
          OPERATIONAL_EVENT_NAMES.map((type) => (
            <Text key={type} size="sm">
              {text.whatHappened[type]}: {namesOf(type) || text.nobodyShort}
            </Text>
          ))
        )}
        <Group>
          <ButtonLink to="/receivers/new" search={{ event: 'receiver.failing' }} variant={isNobody ? 'filled' : 'default'}>
            {text.tell}
          </ButtonLink>
        </Group>
      </Stack>
    </Paper>
  );
}

const ALL = 'all';

function Events() {
  const search = useSearch({ from: '/notifications' });
  const navigate = useNavigate({ from: '/notifications' });
  const type = OPERATIONAL_EVENT_NAMES.find((name) => name === search.type);
  const query = useNotifications(type);
  const all = query.data?.pages.flatMap(({ notifications }) => notifications) ?? [];
  const newest = type === undefined ? all[0]?.timestamp : undefined;
  useEffect(() => {
    if (newest !== undefined) noteSeen(newest);
  }, [newest]);
  const ends = endsOf(all);
  return (
    <Stack gap="sm">
      <Select
        aria-label={text.type}
        maw={320}
        allowDeselect={false}
        data={[
          { value: ALL, label: text.allTypes },
          ...OPERATIONAL_EVENT_NAMES.map((value) => ({ value, label: text.whatHappened[value] })),
        ]}
        value={type ?? ALL}
        onChange={(next) =>
          void navigate({ search: (before) => ({ ...before, type: next === ALL ? undefined : (next ?? undefined) }), replace: true })
        }
      />
      <QueryView query={query}>
        {() =>
          all.length === 0 ? (
            <EmptyState title={text.noneTitle}>{text.none}</EmptyState>
          ) : (
            <>
              {all.map((notification) => (
                <Event key={notification.eventid} notification={notification} ends={ends} />
              ))}
              {query.hasNextPage && (
                <Group>
                  <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                    {text.older}
                  </Button>
                </Group>
              )}
            </>
          )
        }
      </QueryView>
    </Stack>
  );
}

interface EventProps {
  readonly notification: Notification;
  /** When each outage ended, by outage. */
  readonly ends: ReadonlyMap<string, string>;
}

function Event({ notification: { type, timestamp, data, deliveries, deliveryCount, mails }, ends }: EventProps) {
  const receivers = useKnownReceivers();
  return (
    <Paper withBorder radius="md" p="md" component="article" aria-label={`${type} ${timestamp}`}>
      <Stack gap={6}>
        <Group justify="space-between" gap="sm">
          <Text fw={600}>
            {text.whatHappened[type]}{' '}
            <Text span size="xs" c="dimmed" fw={400}>
              {type}
            </Text>
          </Text>
          <Text size="sm" c="dimmed">
            <Instant at={timestamp} />
          </Text>
        </Group>
        {data.receivers.map((entry) => (
          <Text key={`${entry.receiverId} ${entry.certificate ?? ''}`} size="sm" style={{ overflowWrap: 'anywhere' }}>
            <TextLink to="/receivers/$receiverId" params={{ receiverId: entry.receiverId }} inherit underline="always">
              {nameOf(receivers, entry.receiverId)}
            </TextLink>
            : {entryText(type, entry)}
            <Times type={type} entry={entry} endedAt={ends.get(outageKey(entry))} />
          </Text>
        ))}
        {data.count > data.receivers.length && type !== 'delivery.exhausted' && (
          <Text size="sm" c="dimmed">
            {text.more(data.count - data.receivers.length)}
          </Text>
        )}
        <Text size="sm">{text.whatToDo[type]}</Text>
        <SentTo deliveries={deliveries} deliveryCount={deliveryCount} mails={mails} />
      </Stack>
    </Paper>
  );
}

/** Where the event went, and what became of it there. */
function SentTo({ deliveries, deliveryCount, mails }: Pick<Notification, 'deliveries' | 'deliveryCount' | 'mails'>) {
  const unlisted = deliveryCount - deliveries.length;
  if (deliveryCount + mails.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {text.toldNobody}
      </Text>
    );
  }
  return (
    <Group gap="md">
      {deliveries.map(({ deliveryId, receiverId, status }) => (
        <Group key={deliveryId} gap={6} wrap="nowrap">
          <Text size="sm" c="dimmed">
            {text.sentTo}
          </Text>
          <ReceiverLink receiverId={receiverId} />
          <TextLink to="/deliveries/$deliveryId" params={{ deliveryId }} aria-label={text.openDelivery}>
            <StatusBadge status={status} />
          </TextLink>
        </Group>
      ))}
      {unlisted > 0 && (
        <Text size="sm" c="dimmed">
          {text.more(unlisted)}
        </Text>
      )}
      {mails.map(({ targetId, name, state }) => (
        <Text key={targetId} size="sm">
          <Text span c="dimmed" inherit>
            {text.mailTo}
          </Text>{' '}
          {name}: {text.mailStates[state]}
        </Text>
      ))}
    </Group>
  );
}

interface TimesProps {
  readonly type: Notification['type'];
  readonly entry: Notification['data']['receivers'][number];
  readonly endedAt: string | undefined;
}

/** When it began and ended, or when a certificate expires. */
function Times({ type, entry: { since, disabledAt, notAfter }, endedAt }: TimesProps) {
  if (notAfter !== undefined) return <TimeOf before={text.on} at={notAfter} />;
  if (disabledAt !== undefined) return <TimeOf before={text.at} at={disabledAt} />;
  if (since === undefined) return null;
  return (
    <>
      <TimeOf before={type === 'receiver.recovered' ? text.failedSince : text.since} at={since} />
      {type === 'receiver.failing' && endedAt !== undefined && <TimeOf before={text.until} at={endedAt} />}
    </>
  );
}

const TimeOf = ({ before, at }: { readonly before: string; readonly at: string }) => (
  <>
    {' '}
    {before} <Instant at={at} />
  </>
);
