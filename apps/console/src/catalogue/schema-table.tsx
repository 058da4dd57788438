import '@mantine/core/styles/Spoiler.css';
import { Badge, Box, Paper, Spoiler, Table, Text } from '@mantine/core';
import type { WebhookEventName } from '../api/schemas.js';
import { catalogueWords } from '../words/catalogue.words.js';
import { type SchemaRow, schemaRows } from './schema-rows.js';

interface Props {
  readonly event: WebhookEventName;
  readonly schema: unknown;
  readonly ownFields: readonly string[];
}

/** The fields of a body: path, type, meaning. */
export function SchemaTable({ event, schema, ownFields }: Props) {
  const own = new Set(ownFields);
  return (
    <Paper withBorder radius="md" style={{ overflow: 'hidden' }}>
      <Table verticalSpacing={6} aria-label={catalogueWords.schemaLabel(event)} style={{ tableLayout: 'fixed' }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{catalogueWords.field}</Table.Th>
            <Table.Th w="18%" visibleFrom="sm">
              {catalogueWords.type}
            </Table.Th>
            <Table.Th w="40%" visibleFrom="sm">
              {catalogueWords.meaning}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {schemaRows(schema).map((row) => (
            <Row key={row.path} row={row} isOwn={own.has(lastPartOf(row.path))} />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

const lastPartOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

function Row({ row, isOwn }: { readonly row: SchemaRow; readonly isOwn: boolean }) {
  const name = lastPartOf(row.path);
  return (
    <Table.Tr style={{ verticalAlign: 'top' }}>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Text span size="xs" ff="monospace" c="dimmed">
          {row.path.slice(0, row.path.length - name.length)}
        </Text>
        <Text span size="xs" ff="monospace" fw={600}>
          {name}
        </Text>{' '}
        {isOwn && (
          <Badge component="span" size="xs" variant="light">
            {catalogueWords.own}
          </Badge>
        )}
        <Box hiddenFrom="sm" fz="xs" mt={2}>
          <Text size="xs" c="dimmed">
            {row.type}
          </Text>
          <Meaning row={row} />
        </Box>
      </Table.Td>
      <Table.Td fz="xs" visibleFrom="sm" style={{ overflowWrap: 'anywhere' }}>
        {row.type}
      </Table.Td>
      <Table.Td fz="xs" visibleFrom="sm" style={{ overflowWrap: 'anywhere' }}>
        <Meaning row={row} />
      </Table.Td>
    </Table.Tr>
  );
}

function Meaning({ row: { meaning, isOptional, values } }: { readonly row: SchemaRow }) {
  return (
    <>
      {meaning}
      {isOptional && (
        <Text span size="xs" c="dimmed">
          {' '}
          ({catalogueWords.optional})
        </Text>
      )}
      {values.length > 0 && (
        <Spoiler
          maxHeight={18}
          showLabel={catalogueWords.showValues}
          hideLabel={catalogueWords.hideValues}
          styles={{ control: { fontSize: 'var(--mantine-font-size-xs)' } }}
        >
          <Text size="xs" c="dimmed">
            {values.join(', ')}
          </Text>
        </Spoiler>
      )}
    </>
  );
}
