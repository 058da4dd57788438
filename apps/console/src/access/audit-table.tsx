import { Button, Group, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Schemas } from '../api/schemas.js';
import { type Column, type More, VirtualTable } from '../lists/virtual-table.js';
import { Instant } from '../times/instant.js';
import { accessWords } from '../words/access.words.js';
import { actorText, auditChanges, changesSummary } from './audit-changes.js';
import { SubjectLink } from './subject-link.js';
import { useTokenNotes } from './use-tokens.js';

const text = accessWords.audit;

type Entry = Schemas['AuditEntry'];

interface Props {
  readonly entries: readonly Entry[];
  readonly more: More;
  readonly onDetail: (entry: Entry) => void;
}

/** The entries, newest first. */
export function AuditTable({ entries, more, onDetail }: Props) {
  const notes = useTokenNotes();
  const shown = useMemo(() => columnsOf(onDetail, notes), [onDetail, notes]);
  return <VirtualTable label={text.label} {...shown} rows={entries} keyOf={({ auditId }) => String(auditId)} more={more} />;
}

function columnsOf(onDetail: Props['onDetail'], notes: ReadonlyMap<number, string>) {
  const columns: readonly Column<Entry>[] = [
    { key: 'at', title: text.at, width: 130, cell: ({ at }) => <Instant at={at} short /> },
    { key: 'action', title: text.action, width: 225, cell: ({ action }) => <Cut>{text.actions[action]}</Cut> },
    { key: 'subject', title: text.of, cell: (entry) => <SubjectLink entry={entry} /> },
    { key: 'by', title: text.by, cell: ({ by }) => <Cut>{actorText(by, notes)}</Cut> },
    { key: 'what', title: text.what, isExtra: true, width: '24%', cell: (entry) => <Cut>{summaryOf(entry)}</Cut> },
    { key: 'show', title: '', width: 90, cell: (entry) => <DetailButton entry={entry} onDetail={onDetail} /> },
  ];
  const narrow: Column<Entry> = {
    key: 'entry',
    title: text.action,
    cell: (entry) => <Narrow entry={entry} by={actorText(entry.by, notes)} onDetail={onDetail} />,
  };
  return { columns, narrow };
}

const summaryOf = ({ before, after }: Entry): string => changesSummary(auditChanges(before, after));

/** A text whose end may be out of sight. */
const Cut = ({ children }: { readonly children: string }) => <span title={children}>{children}</span>;

interface DetailProps {
  readonly entry: Entry;
  readonly onDetail: Props['onDetail'];
}

const DetailButton = ({ entry, onDetail }: DetailProps) => (
  <Button
    size="compact-xs"
    flex="none"
    variant="default"
    onClick={() => onDetail(entry)}
    aria-label={text.showLabel(text.actions[entry.action])}
  >
    {text.show}
  </Button>
);

/** The change and when, then of what, then by whom. */
function Narrow({ entry, by, onDetail }: DetailProps & { readonly by: string }) {
  return (
    <Stack gap={0}>
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Text size="sm" fw={600} truncate>
          {text.actions[entry.action]}
        </Text>
        <Text size="xs" c="dimmed" flex="none">
          <Instant at={entry.at} short />
        </Text>
      </Group>
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <SubjectLink entry={entry} />
        <DetailButton entry={entry} onDetail={onDetail} />
      </Group>
      <Text size="xs" c="dimmed" truncate>
        {by}
      </Text>
    </Stack>
  );
}
