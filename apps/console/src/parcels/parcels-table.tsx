import { Badge, Group, Text, Tooltip } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Schemas } from '../api/schemas.js';
import { Instant } from '../shared/instant.js';
import { TextLink } from '../shared/links.js';
import { type Column, VirtualTable } from '../shared/virtual-table.js';
import { words } from '../words/words.js';
import { ParcelStatusBadge } from './parcel-status.js';

type Parcel = Schemas['ListedConsignment'];

interface Props {
  readonly parcels: readonly Parcel[];
  /** The consignmentIds of those whose webhooks fail. */
  readonly failing: ReadonlySet<string>;
  readonly more?: { readonly has: boolean; readonly isLoading: boolean; readonly load: () => void };
}

const text = words.parcels;

/** Parcels, one a row. */
export function ParcelsTable({ parcels, failing, more }: Props) {
  const columns = useMemo(() => columnsOf(failing), [failing]);
  return (
    <VirtualTable
      label={text.label}
      columns={columns}
      rows={parcels}
      keyOf={({ consignmentId }) => consignmentId}
      {...(more && { more })}
    />
  );
}

const columnsOf = (failing: ReadonlySet<string>): readonly Column<Parcel>[] => [
  { key: 'number', title: text.trackingNumber, cell: (parcel) => <Number parcel={parcel} isFailing={failing.has(parcel.consignmentId)} /> },
  { key: 'courier', title: text.courier, from: 'sm', cell: ({ courier }) => courier },
  { key: 'order', title: text.order, from: 'md', cell: ({ orderNo }) => orderNo },
  { key: 'client', title: text.client, from: 'md', cell: ({ client }) => client },
  { key: 'status', title: text.status, cell: (parcel) => <Status parcel={parcel} /> },
  { key: 'changed', title: text.changed, from: 'xs', cell: ({ updatedAt }) => <Instant at={updatedAt} relative /> },
];

function Number({ parcel, isFailing }: { readonly parcel: Parcel; readonly isFailing: boolean }) {
  const { courier, trackingNumber, isCurrent } = parcel;
  return (
    <Group gap={6} wrap="nowrap">
      {isCurrent ? (
        <TextLink
          to="/parcels/$courier/$trackingNumber"
          params={{ courier, trackingNumber }}
          size="sm"
          style={{ overflowWrap: 'anywhere' }}
        >
          {trackingNumber}
        </TextLink>
      ) : (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {trackingNumber}
        </Text>
      )}
      {isFailing && (
        <Tooltip label={text.failingHint}>
          <Badge color="red" variant="light" tt="none" leftSection={<IconAlertTriangle size={12} aria-hidden />} style={{ flexShrink: 0 }}>
            {text.failing}
          </Badge>
        </Tooltip>
      )}
      {!isCurrent && (
        <Tooltip label={text.earlierHint}>
          <Badge color="gray" variant="light" tt="none" style={{ flexShrink: 0 }}>
            {text.earlier}
          </Badge>
        </Tooltip>
      )}
    </Group>
  );
}

function Status({ parcel: { status, isReturn, isCancelled } }: { readonly parcel: Parcel }) {
  return (
    <Group gap={6}>
      <ParcelStatusBadge status={status} />
      {isReturn && <Mark label={text.isReturn} />}
      {isCancelled && <Mark label={text.isCancelled} />}
    </Group>
  );
}

const Mark = ({ label }: { readonly label: string }) => (
  <Badge color="gray" variant="outline" tt="none">
    {label}
  </Badge>
);
