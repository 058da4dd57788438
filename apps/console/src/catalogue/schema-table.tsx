import { Badge, Paper, Spoiler, Table, Text } from '@mantine/core';
import type { EventName } from '../api/schemas.js';
import { words } from '../words/words.js';
import { type SchemaRow, schemaRows } from './schema-rows.js';

interface Props {
  readonly event: EventName;
  readonly schema: unknown;
  readonly ownFields: readonly string[];
}

/** The fields of a body: path, type, meaning. */
export function SchemaTable({ event, schema, ownFields }: Props) {
  const own = new Set(ownFields);
  return (
    <Paper withBorder radius="md" style={{ overflow: 'hidden' }}>
      <Table verticalSpacing={6} aria-label={words.catalogue.schemaLabel(event)} style={{ tableLayout: 'fixed' }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="42%">{words.catalogue.field}</Table.Th>
            <Table.Th w="18%" visibleFrom="sm">
              {words.catalogue.type}
            </Table.Th>
            <Table.Th>{words.catalogue.meaning}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {schemaRows(schema).map((row) => (
            <Row key={row.path} row={row} isOwn={own.has(lastOf(row.path))} />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

function Row({ row: { path, type, meaning, isOptional, values }, isOwn }: { readonly row: SchemaRow; readonly isOwn: boolean }) {
  const parent = path.slice(0, path.length - lastOf(path).length);
  return (
    <Table.Tr style={{ verticalAlign: 'top' }}>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Text span size="xs" ff="monospace" c="dimmed">
          {parent}
        </Text>
        <Text span size="xs" ff="monospace" fw={600}>
          {lastOf(path)}
        </Text>{' '}
        {isOwn && (
          <Badge size="xs" variant="light">
            {words.catalogue.own}
          </Badge>
        )}
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {type}
        </Text>
      </Table.Td>
      <Table.Td fz="xs" visibleFrom="sm" style={{ overflowWrap: 'anywhere' }}>
        {type}
      </Table.Td>
      <Table.Td fz="xs" style={{ overflowWrap: 'anywhere' }}>
        {meaning}
        {isOptional && (
          <Text span size="xs" c="dimmed">
            {' '}
            ({words.catalogue.optional})
          </Text>
        )}
        {values.length > 0 && (
          <Spoiler maxHeight={20} showLabel={words.catalogue.showValues} hideLabel={words.shared.close} fz="xs">
            <Text size="xs" c="dimmed">
              {values.join(', ')}
            </Text>
          </Spoiler>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
