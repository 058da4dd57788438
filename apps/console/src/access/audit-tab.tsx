import { Box, Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.js';
import { answerOf } from '../api/fault.js';
import type { Schemas } from '../api/schemas.js';
import { activeFilters } from '../lists/active-filters.js';
import { EmptyState } from '../lists/empty-state.js';
import { ExportButton } from '../lists/export-button.js';
import { FilterBar } from '../lists/filter-bar.js';
import { type Change, FilterSelect, FilterText } from '../lists/filter-fields.js';
import { FilterPeriod } from '../lists/filter-period.js';
import { fileRequest } from '../lists/spreadsheet.js';
import { moreOf } from '../lists/virtual-table.js';
import { FaultAlert } from '../shared/fault-alert.js';
import { Loading } from '../shared/query-view.js';
import { ZoneSwitch } from '../times/zone-switch.js';
import { accessWords } from '../words/access.words.js';
import { AuditDetail } from './audit-detail.js';
import { AuditTable } from './audit-table.js';

type Action = Schemas['AuditEntry']['action'];

const text = accessWords.audit;
const ACTIONS = Object.keys(text.actions) as Action[];
const OPTIONS = ACTIONS.map((value) => ({ value, label: text.actions[value] }));
const PAGE_SIZE = 100;

interface Filter {
  readonly action?: Action;
  readonly subjectId?: string;
  readonly from?: string;
  readonly to?: string;
}

/** The audit log and its filters. */
export function AuditTab() {
  const { action: actionText, subjectId, from, to } = useSearch({ from: '/access' });
  const action = ACTIONS.find((name) => name === actionText);
  const [detail, setDetail] = useState<Schemas['AuditEntry']>();
  const filter: Filter = { ...(action && { action }), ...(subjectId && { subjectId }), ...(from && { from }), ...(to && { to }) };
  const query = useAuditLog(filter);
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <>
      <Group justify="space-between" align="flex-end" gap="sm">
        <Box flex="1 1 320px">
          <Filters filter={filter} />
        </Box>
        <ZoneSwitch />
        <ExportButton key={JSON.stringify(filter)} name="audit-log" load={() => fileOf(filter)} />
      </Group>
      {query.error && !query.isFetchNextPageError && <FaultAlert error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading />}
      {query.data && entries.length === 0 && <EmptyState title={text.none}>{text.noneHint}</EmptyState>}
      {entries.length > 0 && <AuditTable entries={entries} more={moreOf(query)} onDetail={setDetail} />}
      {detail && <AuditDetail entry={detail} onClose={() => setDetail(undefined)} />}
    </>
  );
}

const fileOf = (filter: Filter): Promise<Blob> => answerOf(api.GET('/exports/audit-log.csv', fileRequest(filter)));

const useAuditLog = (filter: Filter) =>
  useInfiniteQuery({
    queryKey: ['audit-log', filter],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/audit-log', { params: { query: { ...filter, limit: PAGE_SIZE, ...(pageParam !== '' && { cursor: pageParam }) } } }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

function Filters({ filter }: { readonly filter: Filter }) {
  const navigate = useNavigate({ from: '/access' });
  const set = (change: Change<Filter>): void =>
    void navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false });
  return (
    <FilterBar
      active={activeFilters({ ...filter })}
      onClear={() => set({ action: undefined, subjectId: undefined, from: undefined, to: undefined })}
    >
      <FilterSelect label={text.action} options={OPTIONS} value={filter.action} onChange={(action) => set({ action })} />
      <FilterText label={text.subject} title={text.subjectHint} value={filter.subjectId} onChange={(subjectId) => set({ subjectId })} />
      <FilterPeriod from={filter.from} to={filter.to} onChange={set} />
    </FilterBar>
  );
}
