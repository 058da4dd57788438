import { Badge, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Schemas } from '../api/schemas.js';
import { type Column, type More, ROW_LINK, VirtualTable } from '../lists/virtual-table.js';
import { TextLink } from '../shared/links.js';
import { Instant } from '../times/instant.js';
import { courierName } from '../words/names.js';
import { parcelsWords } from '../words/parcels.words.js';
import { ParcelStatusBadge } from './parcel-status.js';

type Parcel = Schemas['ListedConsignment'];

interface Props {
  readonly parcels: readonly Parcel[];
  /** The consignmentIds of the parcels whose webhooks fail. */
  readonly failing: ReadonlySet<string>;
  readonly more?: More;
}

const text = parcelsWords;

/** A table with one row for each parcel. */
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
  { key: 'order', title: text.order, from: 'sm', cell: ({ orderNo }) => <Whole>{orderNo}</Whole> },
  { key: 'courier', title: text.courier, from: 'sm', cell: ({ courier }) => courierName(courier) },
  { key: 'client', title: text.client, from: 'md', cell: ({ client }) => <Whole>{client}</Whole> },
  { key: 'status', title: text.status, cell: (parcel) => <Status parcel={parcel} /> },
  { key: 'changed', title: text.changed, from: 'sm', cell: ({ updatedAt }) => <Instant at={updatedAt} relative /> },
];

const Whole = ({ children }: { readonly children: string }) => <span style={{ overflowWrap: 'anywhere' }}>{children}</span>;

function Number({ parcel, isFailing }: { readonly parcel: Parcel; readonly isFailing: boolean }) {
  const { courier, trackingNumber, orderNo, isCurrent, updatedAt } = parcel;
  return (
    <>
      <Group gap={6} style={{ rowGap: 2 }}>
        {isCurrent ? (
          <TextLink
            to="/parcels/$courier/$trackingNumber"
            params={{ courier, trackingNumber }}
            size="sm"
            className={ROW_LINK}
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
          <Badge color="red" variant="light" tt="none" title={text.failingHint} leftSection={<IconAlertTriangle size={12} aria-hidden />}>
            {text.failing}
          </Badge>
        )}
        {!isCurrent && (
          <Badge color="gray" variant="light" tt="none" title={text.earlierHint}>
            {text.earlier}
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed" hiddenFrom="sm" style={{ overflowWrap: 'anywhere' }}>
        {`${orderNo} · ${courierName(courier)} · `}
        <Instant at={updatedAt} relative />
      </Text>
    </>
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
