import { Button, Text } from '@mantine/core';
import type { Schemas } from '../api/schemas.js';
import { type Column, type More, VirtualTable } from '../lists/virtual-table.js';
import { Instant } from '../times/instant.js';
import { accessWords } from '../words/access.words.js';
import { actorText, auditChanges, changesSummary } from './audit-changes.js';
import { SubjectLink } from './subject-link.js';
import { useTokenNotes } from './use-tokens.js';

type Entry = Schemas['AuditEntry'];

interface Props {
  readonly entries: readonly Entry[];
  readonly more: More;
  readonly onDetail: (entry: Entry) => void;
}

/** The entries, newest first. */
export function AuditTable({ entries, more, onDetail }: Props) {
  const notes = useTokenNotes();
  return (
    <VirtualTable
      label={accessWords.audit.label}
      columns={columnsOf(onDetail, notes)}
      rows={entries}
      keyOf={({ auditId }) => String(auditId)}
      more={more}
    />
  );
}

function columnsOf(onDetail: Props['onDetail'], notes: ReadonlyMap<number, string>): readonly Column<Entry>[] {
  return [
    { key: 'at', title: accessWords.audit.at, width: 190, from: 'sm', cell: ({ at }) => <Instant at={at} /> },
    {
      key: 'action',
      title: accessWords.audit.action,
      cell: (entry) => (
        <>
          <Text size="sm">{accessWords.audit.actions[entry.action]}</Text>
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            <Instant at={entry.at} />
          </Text>
          <SubjectLink entry={entry} />
        </>
      ),
    },
    { key: 'by', title: accessWords.audit.by, from: 'md', cell: ({ by }) => actorText(by, notes) },
    {
      key: 'what',
      title: accessWords.audit.what,
      from: 'lg',
      cell: ({ before, after }) => (
        <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
          {changesSummary(auditChanges(before, after))}
        </Text>
      ),
    },
    {
      key: 'show',
      title: '',
      width: 90,
      cell: (entry) => (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => onDetail(entry)}
          aria-label={accessWords.audit.showLabel(accessWords.audit.actions[entry.action])}
        >
          {accessWords.audit.show}
        </Button>
      ),
    },
  ];
}
