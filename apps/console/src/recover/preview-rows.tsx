import { Stack, Table, Text } from '@mantine/core';
import type { Schemas } from '../api/schemas.js';
import { Instant } from '../shared/instant.js';
import { TextLink } from '../shared/links.js';
import { words } from '../words/words.js';

/** The first webhooks that an order would send. */
export function PreviewRows({ preview: { sample, count } }: { readonly preview: Schemas['RedeliveryPreview'] }) {
  return (
    <Stack gap="xs">
      {count > sample.length && (
        <Text size="sm" c="dimmed">
          {words.recover.sample(sample.length)}
        </Text>
      )}
      <Table verticalSpacing={4} aria-label={words.recover.sampleLabel}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.recover.createdAt}</Table.Th>
            <Table.Th>{words.recover.event}</Table.Th>
            <Table.Th visibleFrom="sm">{words.recover.delivery}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sample.map((row) => (
            <Table.Tr key={row.eventid}>
              <Table.Td>
                <Instant at={row.createdAt} />
              </Table.Td>
              <Table.Td>
                <EventLink row={row} />
              </Table.Td>
              <Table.Td visibleFrom="sm" ff="monospace">
                {row.deliveryId ?? words.recover.neverSent}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}

/** To the delivery; to the event where there is no delivery of it. */
function EventLink({ row: { event, eventid, deliveryId } }: { readonly row: Schemas['PreviewedEvent'] }) {
  if (deliveryId === null) {
    return (
      <TextLink to="/search" search={{ q: eventid }} size="sm">
        {event}
      </TextLink>
    );
  }
  return (
    <TextLink to="/deliveries/$deliveryId" params={{ deliveryId }} size="sm">
      {event}
    </TextLink>
  );
}
