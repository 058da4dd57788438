import { Button, Group, Select, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.js';
import { answerOf } from '../api/fault.js';
import type { Schemas } from '../api/schemas.js';
import { EmptyState } from '../lists/empty-state.js';
import { ExportButton } from '../lists/export-button.js';
import { spreadsheetFormat } from '../lists/spreadsheet.js';
import { useDraft } from '../lists/use-draft.js';
import { moreOf } from '../lists/virtual-table.js';
import { FaultAlert } from '../shared/fault-alert.js';
import { Loading } from '../shared/query-view.js';
import { accessWords } from '../words/access.words.js';
import { words } from '../words/words.js';
import { AuditDetail } from './audit-detail.js';
import { AuditTable } from './audit-table.js';

type Action = Schemas['AuditEntry']['action'];

const ACTIONS = Object.keys(accessWords.audit.actions) as Action[];
const PAGE_SIZE = 100;

/** The audit log and its filters. */
export function AuditTab() {
  const { action: actionText, subjectId } = useSearch({ from: '/access' });
  const action = ACTIONS.find((name) => name === actionText);
  const [detail, setDetail] = useState<Schemas['AuditEntry']>();
  const filter = { ...(action && { action }), ...(subjectId && { subjectId }) };
  const query = useAuditLog(filter);
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <>
      <Group justify="space-between" align="flex-end" gap="sm">
        <Filters action={action} subjectId={subjectId} />
        <ExportButton key={JSON.stringify(filter)} name="audit-log" load={() => fileOf(filter)} />
      </Group>
      {query.error && !query.isFetchNextPageError && <FaultAlert error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading />}
      {query.data && entries.length === 0 && <EmptyState title={accessWords.audit.none}>{accessWords.audit.noneHint}</EmptyState>}
      {entries.length > 0 && <AuditTable entries={entries} more={moreOf(query)} onDetail={setDetail} />}
      {detail && <AuditDetail entry={detail} onClose={() => setDetail(undefined)} />}
    </>
  );
}

interface Filter {
  readonly action?: Action;
  readonly subjectId?: string;
}

const fileOf = (query: Filter): Promise<Blob> =>
  answerOf(
    api.GET('/exports/audit-log.csv', { params: { query: { ...query, ...spreadsheetFormat(navigator.language) } }, parseAs: 'blob' }),
  );

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

function Filters({ action, subjectId = '' }: { readonly action: Action | undefined; readonly subjectId: string | undefined }) {
  const navigate = useNavigate({ from: '/access' });
  const choose = (change: Readonly<Record<string, string | undefined>>): void =>
    void navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false });
  const subject = useDraft(subjectId, (text) => choose({ subjectId: text }));
  return (
    <Group align="flex-end" gap="sm">
      <Select
        label={accessWords.audit.action}
        placeholder={words.shared.all}
        searchable
        clearable
        w={260}
        data={ACTIONS.map((value) => ({ value, label: accessWords.audit.actions[value] }))}
        value={action ?? null}
        onChange={(value) => choose({ action: value ?? undefined })}
      />
      <TextInput
        label={accessWords.audit.subject}
        placeholder={words.shared.all}
        title={accessWords.audit.subjectHint}
        w={{ base: '100%', sm: 340 }}
        {...subject}
      />
      {(action !== undefined || subjectId !== '') && (
        <Button variant="default" onClick={() => choose({ action: undefined, subjectId: undefined })}>
          {words.shared.clearFilters}
        </Button>
      )}
    </Group>
  );
}
