import { Group, Stack, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../api/schemas.js';
import { REFRESH_MS, useStatistics } from '../receivers/shared/receiver-queries.js';
import { EmptyState } from '../shared/empty-state.js';
import { ButtonLink } from '../shared/links.js';
import { Page } from '../shared/page.js';
import { QueryView } from '../shared/query-view.js';
import { useNow } from '../shared/use-now.js';
import { useReceivers } from '../shared/use-receivers.js';
import { words } from '../words/words.js';
import { Legend } from './bars.js';
import { lastDay } from './last-day.js';
import { activityOf, areHoursFew, filterRows, lastSuccessMs, toRows } from './overview-rows.js';
import { ReceiverTable } from './receiver-table.js';
import { Totals } from './totals.js';

/** A filter helps where the list is longer than a screen. */
const FEW = 10;
const MANY = 100;

/** Whether webhooks flow, of the whole account and of each receiver. */
export function OverviewView() {
  const receivers = useReceivers(REFRESH_MS);
  return (
    <Page
      title={words.overview.title}
      subtitle={words.overview.subtitle}
      actions={<ButtonLink to="/receivers/new">{words.receivers.newReceiver}</ButtonLink>}
    >
      <QueryView query={receivers}>{(list) => (list.length === 0 ? <NoReceiver /> : <Flow receivers={list} />)}</QueryView>
    </Page>
  );
}

function Flow({ receivers }: { readonly receivers: readonly Schemas['ListedReceiver'][] }) {
  const nowMs = useNow(10_000);
  const { from, to, timeZone } = lastDay(nowMs);
  const day = { from, to, timeZone, interval: 'day' } as const;
  const isIdle = useIsIdle(receivers);
  const isSeldom = isIdle || receivers.length > MANY;
  const total = useStatistics(day, { isSeldom: isIdle });
  const days = useStatistics({ ...day, groupBy: 'receiver' }, { isSeldom });
  const areFew = areHoursFew(receivers);
  const hours = useStatistics({ from, to, interval: 'hour', groupBy: 'receiver' }, { enabled: areFew, isSeldom });
  const rows = toRows(receivers, { from, hours: areFew ? hours.data?.points : undefined, day: days.data?.points });
  const isUnused = receivers.every(({ health }) => health.lastSuccessAt === null && health.last24h.attempts === 0);
  return (
    <Stack gap="lg">
      <Totals point={total.data?.points[0]} receivers={receivers} />
      {isUnused && <NoEvent receiverId={receivers[0]!.receiverId} />}
      <FilteredRows rows={rows} />
    </Stack>
  );
}

/** The statistics count an attempt seconds after the receivers do, or a minute later. */
const COUNTED_WITHIN_MS = 90_000;

/** Whether nothing was attempted lately: then the receivers alone are asked for, and tell when something is. */
function useIsIdle(receivers: readonly Schemas['ListedReceiver'][]): boolean {
  const activity = activityOf(receivers);
  const [last, setLast] = useState(() => ({ activity, atMs: lastSuccessMs(receivers) }));
  const nowMs = useNow(10_000);
  if (last.activity !== activity) setLast({ activity, atMs: Date.now() });
  return nowMs - last.atMs > COUNTED_WITHIN_MS;
}

function FilteredRows({ rows }: { readonly rows: ReturnType<typeof toRows> }) {
  const [text, setText] = useState('');
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="flex-end" gap="xs">
        <Title order={2} size="h4">
          {words.overview.receivers}
        </Title>
        <Legend />
      </Group>
      {rows.length > FEW && (
        <TextInput
          type="search"
          aria-label={words.overview.filter}
          placeholder={words.overview.filter}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <ReceiverTable rows={filterRows(rows, text)} />
    </Stack>
  );
}

function NoReceiver() {
  return (
    <EmptyState
      title={words.overview.noReceiverTitle}
      action={<ButtonLink to="/receivers/new">{words.overview.noReceiverAction}</ButtonLink>}
    >
      {words.overview.noReceiver}
    </EmptyState>
  );
}

function NoEvent({ receiverId }: { readonly receiverId: string }) {
  return (
    <EmptyState
      title={words.overview.noEventTitle}
      action={
        <ButtonLink to="/receivers/$receiverId" params={{ receiverId }} search={{ tab: 'test' }}>
          {words.overview.noEventAction}
        </ButtonLink>
      }
    >
      {words.overview.noEvent}
    </EmptyState>
  );
}
