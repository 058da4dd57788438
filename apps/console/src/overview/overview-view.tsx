import { Group, Stack, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.js';
import { answerOf } from '../api/fault.js';
import { REFRESH_MS } from '../api/queries.js';
import type { Schemas } from '../api/schemas.js';
import { EmptyState } from '../lists/empty-state.js';
import { ExportButton } from '../lists/export-button.js';
import { fileRequest } from '../lists/spreadsheet.js';
import { ButtonLink } from '../shared/links.js';
import { Page } from '../shared/page.js';
import { QueryView } from '../shared/query-view.js';
import { useReceivers } from '../shared/use-receivers.js';
import { useStatistics } from '../statistics/use-statistics.js';
import { useNow } from '../times/use-now.js';
import { useZone } from '../times/use-zone.js';
import { words } from '../words/words.js';
import { NobodyTold } from '../notifications/nobody-told.js';
import { NeedsList } from './needs-list.js';
import { NotificationsList } from './notifications-list.js';
import { activityOf, areBarsFew, filterRows, lastSuccessMs, toRows } from './overview-rows.js';
import { BARS, barLabel, rangeQuery, toRange } from './ranges.js';
import { ReceiverTable } from './receiver-table.js';
import { Totals } from './totals.js';
import { TrafficChart } from './traffic-chart.js';

/** A longer list has a filter. */
const FEW = 10;

/** Shows whether webhooks flow, for the whole account and for each receiver. */
export function OverviewView() {
  const receivers = useReceivers(REFRESH_MS);
  return (
    <Page title={words.overview.title} actions={<ButtonLink to="/receivers/new">{words.receivers.newReceiver}</ButtonLink>}>
      <QueryView query={receivers}>{(list) => (list.length === 0 ? <NoReceiver /> : <Flow receivers={list} />)}</QueryView>
    </Page>
  );
}

function Flow({ receivers }: { readonly receivers: readonly Schemas['ListedReceiver'][] }) {
  const range = toRange(useSearch({ from: '/' }).range);
  const zone = useZone();
  const query = rangeQuery(range, useNow(10_000), zone);
  const isIdle = useIsIdle(receivers);
  const all = useStatistics(query, { isSeldom: isIdle });
  const areFew = areBarsFew(receivers, BARS[range]);
  const each = useStatistics({ ...query, groupBy: 'receiver' }, { enabled: areFew, isSeldom: isIdle });
  const begins = all.data?.points.map(({ from }) => from) ?? [];
  const rows = toRows(receivers, { begins, points: areFew ? each.data?.points : undefined });
  const isUnused = receivers.every(({ health }) => health.lastSuccessAt === null && health.last24h.attempts === 0);
  return (
    <Stack gap="lg">
      <NeedsList rows={rows} />
      <NobodyTold />
      {isUnused && <NoEvent receiverId={receivers[0]!.receiverId} />}
      <Totals range={range} view={all.data} receivers={receivers} />
      <TrafficChart view={all.data} range={range} timeZone={zone} />
      <Notifications receivers={receivers} />
      <FilteredRows rows={rows} label={barLabel(all.data?.interval ?? 'hour', zone)} />
    </Stack>
  );
}

const NOTIFICATIONS = 5;

function Notifications({ receivers }: { readonly receivers: readonly Schemas['ListedReceiver'][] }) {
  const { data } = useQuery({
    queryKey: ['notifications', 'newest'],
    queryFn: () => answerOf(api.GET('/notifications', { params: { query: { limit: NOTIFICATIONS } } })),
    refetchInterval: REFRESH_MS,
  });
  const newest = data?.notifications ?? [];
  return newest.length > 0 && <NotificationsList newest={newest} receivers={receivers} />;
}

/** The statistics count an attempt later than the receivers do: by seconds, or by a minute. */
const COUNTED_WITHIN_MS = 90_000;

/** Whether no attempt was made lately. Then only the receivers are polled often, and they show the next attempt. */
function useIsIdle(receivers: readonly Schemas['ListedReceiver'][]): boolean {
  const activity = activityOf(receivers);
  const [last, setLast] = useState(() => ({ activity, atMs: lastSuccessMs(receivers) }));
  const nowMs = useNow(10_000);
  if (last.activity !== activity) setLast({ activity, atMs: Date.now() });
  return nowMs - last.atMs > COUNTED_WITHIN_MS;
}

interface RowsProps {
  readonly rows: ReturnType<typeof toRows>;
  readonly label: (from: string) => string;
}

function FilteredRows({ rows, label }: RowsProps) {
  const { q: text = '' } = useSearch({ from: '/' });
  const navigate = useNavigate({ from: '/' });
  const isFilterShown = rows.length > FEW || text !== '';
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="sm">
        <Title order={2} size="h4">
          {words.overview.receivers}
        </Title>
        <ExportButton name="receivers" load={() => fileOf(text)} />
      </Group>
      {isFilterShown && (
        <TextInput
          type="search"
          aria-label={words.overview.filter}
          placeholder={words.overview.filter}
          value={text}
          onChange={({ currentTarget: { value } }) =>
            void navigate({ search: (before) => ({ ...before, q: value === '' ? undefined : value }), replace: true, resetScroll: false })
          }
        />
      )}
      <ReceiverTable rows={filterRows(rows, text)} label={label} />
    </Stack>
  );
}

const fileOf = (text: string): Promise<Blob> => answerOf(api.GET('/exports/receivers.csv', fileRequest(text === '' ? {} : { q: text })));

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
