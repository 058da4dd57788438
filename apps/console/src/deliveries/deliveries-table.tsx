import { Badge, Box, Group, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Schemas } from '../api/schemas.js';
import { answerText, attemptsText } from '../delivery/delivery-texts.js';
import { StatusBadge } from '../delivery/status-badge.js';
import { type Column, type More, ROW_LINK, type Selection, VirtualTable } from '../lists/virtual-table.js';
import { TextLink } from '../shared/links.js';
import { nameOf, type Named, useKnownReceivers } from '../shared/use-receivers.js';
import { Instant } from '../times/instant.js';
import { countdown } from '../times/time.js';
import { useNow } from '../times/use-now.js';
import { deliveriesWords } from '../words/deliveries.words.js';
import { courierName } from '../words/names.js';

type Delivery = Schemas['Delivery'];

interface Props {
  readonly deliveries: readonly Delivery[];
  /** The ids of the deliveries that came last. */
  readonly fresh: ReadonlySet<string>;
  readonly selection: Selection;
  readonly more: More;
  readonly onTop: (isAtTop: boolean) => void;
}

const text = deliveriesWords;

/** A table with one row for each delivery. */
export function DeliveriesTable({ deliveries, fresh, ...table }: Props) {
  const receivers = useKnownReceivers();
  const shown = useMemo(() => columnsOf(receivers, fresh), [receivers, fresh]);
  return <VirtualTable label={text.label} {...shown} rows={deliveries} keyOf={({ deliveryId }) => deliveryId} {...table} />;
}

interface RowProps {
  readonly delivery: Delivery;
}

interface Fresh {
  readonly isFresh: boolean;
}

const columnsOf = (receivers: readonly Named[], fresh: ReadonlySet<string>) => {
  const isFresh = ({ deliveryId }: Delivery): boolean => fresh.has(deliveryId);
  const columns: readonly Column<Delivery>[] = [
    { key: 'time', title: text.time, width: 126, cell: (delivery) => <Time delivery={delivery} /> },
    { key: 'event', title: text.event, width: 140, cell: (delivery) => <EventName delivery={delivery} isFresh={isFresh(delivery)} /> },
    {
      key: 'receiver',
      title: text.receiver,
      width: '14%',
      cell: ({ receiverId }) => (
        <TextLink to="/receivers/$receiverId" params={{ receiverId }} size="sm" title={nameOf(receivers, receiverId)}>
          {nameOf(receivers, receiverId)}
        </TextLink>
      ),
    },
    { key: 'state', title: text.state, width: 190, cell: (delivery) => <State delivery={delivery} /> },
    { key: 'answer', title: text.answer, isExtra: true, width: 126, cell: (delivery) => <Answer delivery={delivery} /> },
    { key: 'attempts', title: text.attempts, isExtra: true, width: 110, cell: (delivery) => attemptsText(delivery) },
    { key: 'parcel', title: text.parcel, cell: (delivery) => <Parcel delivery={delivery} /> },
  ];
  const narrow: Column<Delivery> = {
    key: 'delivery',
    title: text.delivery,
    cell: (delivery) => <Narrow delivery={delivery} receiver={nameOf(receivers, delivery.receiverId)} isFresh={isFresh(delivery)} />,
  };
  return { columns, narrow };
};

/** What was sent and how it ended, then to whom and when, then about which parcel. */
function Narrow({ delivery, receiver, isFresh }: RowProps & Fresh & { readonly receiver: string }) {
  const { deliveryId, createdAt } = delivery;
  return (
    <Stack gap={0}>
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <TextLink to="/deliveries/$deliveryId" params={{ deliveryId }} size="sm" fw={600} truncate className={ROW_LINK}>
          {delivery.event}
        </TextLink>
        <Group gap={6} wrap="nowrap" flex="none">
          <Marks delivery={delivery} isFresh={isFresh} />
          <Status delivery={delivery} />
        </Group>
      </Group>
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Text size="sm" truncate>
          {receiver}
        </Text>
        <Text size="xs" c="dimmed" flex="none">
          {answerText(delivery)} · <Instant at={createdAt} relative />
        </Text>
      </Group>
      <Parcel delivery={delivery} hasCourier />
    </Stack>
  );
}

const Time = ({ delivery: { deliveryId, createdAt } }: RowProps) => (
  <TextLink to="/deliveries/$deliveryId" params={{ deliveryId }} size="sm" className={ROW_LINK}>
    <Instant at={createdAt} short />
  </TextLink>
);

const Marks = ({ delivery: { isTest }, isFresh }: RowProps & Fresh) => (
  <>
    {isFresh && (
      <Badge size="xs" flex="none">
        {text.isNew}
      </Badge>
    )}
    {isTest && (
      <Badge size="xs" variant="default" flex="none">
        {text.test}
      </Badge>
    )}
  </>
);

/** A text whose end may be out of sight. */
const Answer = ({ delivery }: RowProps) => <span title={answerText(delivery)}>{answerText(delivery)}</span>;

const Status = ({ delivery: { status, attempts } }: RowProps) => (
  <Box flex="none" display="flex">
    <StatusBadge status={status} isFailing={status === 'pending' && attempts > 0} />
  </Box>
);

function State({ delivery }: RowProps) {
  const { waitingFor, nextAttemptAt } = delivery;
  return (
    <Group gap={6} wrap="nowrap">
      <Status delivery={delivery} />
      {waitingFor !== null && (
        <Text size="xs" c="dimmed" component="span" truncate>
          {waitingFor === 'retry' && nextAttemptAt !== null ? <Retry at={nextAttemptAt} /> : text.waitingFor[waitingFor]}
        </Text>
      )}
    </Group>
  );
}

function Retry({ at }: { readonly at: string }) {
  const nowMs = useNow(1_000);
  const atMs = Date.parse(at);
  return atMs <= nowMs ? text.due : `${text.waitingFor.retry} ${countdown(atMs, nowMs)}`;
}

function EventName({ delivery, isFresh }: RowProps & Fresh) {
  return (
    <Group gap={6} wrap="nowrap">
      <Text size="sm" truncate title={delivery.event}>
        {delivery.event}
      </Text>
      <Marks delivery={delivery} isFresh={isFresh} />
    </Group>
  );
}

/** The order, then the parcel: a shop knows a delivery by these. */
function Parcel({ delivery: { courier, trackingNumber, orderNo }, hasCourier = false }: RowProps & { readonly hasCourier?: boolean }) {
  if (courier === null || trackingNumber === null) return '–';
  return (
    <Group gap={8} wrap="nowrap">
      <Text size="sm" fw={500} truncate title={orderNo ?? ''} flex="none" maw="60%">
        {orderNo}
      </Text>
      <TextLink
        to="/parcels/$courier/$trackingNumber"
        params={{ courier, trackingNumber }}
        size="xs"
        truncate
        flex="1 1 0"
        title={`${courierName(courier)} ${trackingNumber}`}
      >
        {hasCourier ? `${courierName(courier)} ${trackingNumber}` : trackingNumber}
      </TextLink>
    </Group>
  );
}
