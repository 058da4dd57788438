import { Badge, Group, Stack, Text } from '@mantine/core';
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
  const shown = useMemo(() => columnsOf((parcel) => failing.has(parcel.consignmentId)), [failing]);
  return <VirtualTable label={text.label} {...shown} rows={parcels} keyOf={({ consignmentId }) => consignmentId} {...(more && { more })} />;
}

const columnsOf = (isFailing: (parcel: Parcel) => boolean) => {
  const columns: readonly Column<Parcel>[] = [
    { key: 'number', title: text.trackingNumber, cell: (parcel) => <Numbered parcel={parcel} isFailing={isFailing(parcel)} /> },
    { key: 'order', title: text.order, width: '14%', cell: ({ orderNo }) => <Whole>{orderNo}</Whole> },
    { key: 'courier', title: text.courier, isExtra: true, width: 115, cell: ({ courier }) => courierName(courier) },
    { key: 'client', title: text.client, isExtra: true, width: '11%', cell: ({ client }) => <Whole>{client}</Whole> },
    { key: 'status', title: text.status, width: 190, cell: (parcel) => <Status parcel={parcel} /> },
    { key: 'changed', title: text.changed, width: 110, cell: ({ updatedAt }) => <Instant at={updatedAt} relative /> },
  ];
  const narrow: Column<Parcel> = {
    key: 'parcel',
    title: text.parcel,
    cell: (parcel) => <Narrow parcel={parcel} isFailing={isFailing(parcel)} />,
  };
  return { columns, narrow };
};

/** A text whose end may be out of sight. */
const Whole = ({ children }: { readonly children: string }) => <span title={children}>{children}</span>;

interface RowProps {
  readonly parcel: Parcel;
  readonly isFailing: boolean;
}

/** The number and what is special about it, then status and time, then order and courier. */
function Narrow({ parcel, isFailing }: RowProps) {
  return (
    <Stack gap={0}>
      <Numbered parcel={parcel} isFailing={isFailing} />
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Status parcel={parcel} />
        <Text size="xs" c="dimmed" flex="none">
          <Instant at={parcel.updatedAt} relative />
        </Text>
      </Group>
      <Text size="xs" c="dimmed" truncate>
        {`${parcel.orderNo} · ${courierName(parcel.courier)}`}
      </Text>
    </Stack>
  );
}

function Numbered({ parcel: { courier, trackingNumber, isCurrent }, isFailing }: RowProps) {
  return (
    <Group gap={6} wrap="nowrap">
      {isCurrent ? (
        <TextLink
          to="/parcels/$courier/$trackingNumber"
          params={{ courier, trackingNumber }}
          size="sm"
          truncate
          title={trackingNumber}
          className={ROW_LINK}
        >
          {trackingNumber}
        </TextLink>
      ) : (
        <Text size="sm" truncate title={trackingNumber}>
          {trackingNumber}
        </Text>
      )}
      {isFailing && (
        <Badge color="red" variant="light" flex="none" title={text.failingHint} leftSection={<IconAlertTriangle size={12} aria-hidden />}>
          {text.failing}
        </Badge>
      )}
      {!isCurrent && (
        <Badge color="gray" variant="light" flex="none" title={text.earlierHint}>
          {text.earlier}
        </Badge>
      )}
    </Group>
  );
}

function Status({ parcel: { status, isReturn, isCancelled } }: { readonly parcel: Parcel }) {
  return (
    <Group gap={6} wrap="nowrap">
      <ParcelStatusBadge status={status} />
      {isReturn && status !== 'Return' && <Mark label={text.isReturn} />}
      {isCancelled && status !== 'Cancelled' && <Mark label={text.isCancelled} />}
    </Group>
  );
}

const Mark = ({ label }: { readonly label: string }) => (
  <Badge color="gray" variant="outline" flex="none">
    {label}
  </Badge>
);
