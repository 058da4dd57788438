import { Modal, Stack, Table, Text } from '@mantine/core';
import type { Schemas } from '../api/schemas.js';
import { CopyText } from '../shared/copy-text.js';
import { Instant } from '../times/instant.js';
import { accessWords } from '../words/access.words.js';
import { actorText, auditChanges } from './audit-changes.js';
import { useTokenNotes } from './use-tokens.js';

interface Props {
  readonly entry: Schemas['AuditEntry'];
  readonly onClose: () => void;
}

/** All fields of one entry, before and after. */
export function AuditDetail({ entry: { action, at, by, subjectId, before, after }, onClose }: Props) {
  const changes = auditChanges(before, after);
  return (
    <Modal opened onClose={onClose} size="xl" title={accessWords.audit.actions[action]}>
      <Stack gap="sm">
        <Text size="sm">
          {actorText(by, useTokenNotes())} · <Instant at={at} />
        </Text>
        <Labelled label={accessWords.audit.subject} text={subjectId} />
        {by.requestId !== undefined && <Labelled label={accessWords.audit.requestId} text={by.requestId} />}
        {changes.length === 0 ? (
          <Text size="sm" c="dimmed">
            {accessWords.audit.noFields}
          </Text>
        ) : (
          <Table verticalSpacing={4} fz="xs" style={{ tableLayout: 'fixed' }}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{accessWords.audit.field}</Table.Th>
                {before !== null && <Table.Th>{accessWords.audit.before}</Table.Th>}
                {after !== null && <Table.Th>{accessWords.audit.after}</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody style={{ overflowWrap: 'anywhere' }}>
              {changes.map((change) => (
                <Table.Tr key={change.field}>
                  <Table.Td>{change.field}</Table.Td>
                  {before !== null && <Table.Td ff="monospace">{change.before ?? accessWords.audit.nothing}</Table.Td>}
                  {after !== null && <Table.Td ff="monospace">{change.after ?? accessWords.audit.nothing}</Table.Td>}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Stack>
    </Modal>
  );
}

function Labelled({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <Text size="sm" component="div">
      <Text span size="sm" c="dimmed">
        {label}:
      </Text>{' '}
      <CopyText text={text} />
    </Text>
  );
}
