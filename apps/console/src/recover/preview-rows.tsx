import { Stack, Table, Text } from '@mantine/core';
import { TextLink } from '../shared/links.js';
import { ReceiverLink } from '../shared/receiver-link.js';
import { Instant } from '../times/instant.js';
import { recoverWords } from '../words/recover.words.js';
import type { Recoverable } from './recoverable.js';

type Row = Recoverable['sample'][number];

/** The first webhooks that orders would send, by order and parcel, as people know them. */
export function PreviewRows({ recoverable: { sample, count, orders } }: { readonly recoverable: Recoverable }) {
  const isOfSeveral = new Set(orders.map(({ receiverId }) => receiverId)).size > 1;
  return (
    <Stack gap="xs">
      {count > sample.length && (
        <Text size="sm" c="dimmed">
          {recoverWords.sample(sample.length)}
        </Text>
      )}
      <Table verticalSpacing={4} aria-label={recoverWords.sampleLabel}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{recoverWords.order}</Table.Th>
            <Table.Th visibleFrom="sm">{recoverWords.parcel}</Table.Th>
            <Table.Th>{recoverWords.event}</Table.Th>
            {isOfSeveral && <Table.Th visibleFrom="sm">{recoverWords.receiver}</Table.Th>}
            <Table.Th visibleFrom="md">{recoverWords.createdAt}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sample.map((row) => (
            <Table.Tr key={`${row.eventid} ${row.receiverId}`}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{row.orderNo ?? '–'}</Table.Td>
              <Table.Td visibleFrom="sm">
                <ParcelLink row={row} />
              </Table.Td>
              <Table.Td>
                <EventLink row={row} />
              </Table.Td>
              {isOfSeveral && (
                <Table.Td visibleFrom="sm">
                  <ReceiverLink receiverId={row.receiverId} />
                </Table.Td>
              )}
              <Table.Td visibleFrom="md">
                <Instant at={row.createdAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}

function ParcelLink({ row: { courier, trackingNumber } }: { readonly row: Row }) {
  if (courier === null || trackingNumber === null) return <span>–</span>;
  return (
    <TextLink to="/parcels/$courier/$trackingNumber" params={{ courier, trackingNumber }} size="sm" style={{ overflowWrap: 'anywhere' }}>
      {trackingNumber}
    </TextLink>
  );
}

/** Links to the delivery, or to the event if it has no delivery. */
function EventLink({ row: { event, eventid, deliveryId } }: { readonly row: Row }) {
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
