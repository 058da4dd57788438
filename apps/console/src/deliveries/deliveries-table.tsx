import { Badge, Box, Group, Text } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
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
  const columns = useMemo(() => columnsOf(receivers, fresh), [receivers, fresh]);
  return <VirtualTable label={text.label} columns={columns} rows={deliveries} keyOf={({ deliveryId }) => deliveryId} {...table} />;
}

const columnsOf = (receivers: readonly Named[], fresh: ReadonlySet<string>): readonly Column<Delivery>[] => [
  { key: 'time', title: text.time, cell: (delivery) => <Time delivery={delivery} isFresh={fresh.has(delivery.deliveryId)} /> },
  { key: 'state', title: text.state, cell: (delivery) => <State delivery={delivery} /> },
  { key: 'parcel', title: text.parcel, from: 'sm', cell: (delivery) => <Parcel delivery={delivery} /> },
  { key: 'event', title: text.event, from: 'sm', cell: (delivery) => <EventName delivery={delivery} /> },
  { key: 'answer', title: text.answer, from: 'md', cell: (delivery) => <OneLine>{answerText(delivery)}</OneLine> },
  {
    key: 'receiver',
    title: text.receiver,
    from: 'sm',
    cell: ({ receiverId }) => (
      <TextLink to="/receivers/$receiverId" params={{ receiverId }} size="sm">
        {nameOf(receivers, receiverId)}
      </TextLink>
    ),
  },
  { key: 'attempts', title: text.attempts, from: 'lg', cell: (delivery) => <OneLine>{attemptsText(delivery)}</OneLine> },
];

function Time({ delivery, isFresh }: { readonly delivery: Delivery; readonly isFresh: boolean }) {
  const { deliveryId, createdAt } = delivery;
  return (
    <>
      <Group gap={6} wrap="nowrap">
        <TextLink to="/deliveries/$deliveryId" params={{ deliveryId }} size="sm" className={ROW_LINK}>
          <Box component="span" visibleFrom="sm">
            <Instant at={createdAt} />
          </Box>
          <Box component="span" hiddenFrom="sm">
            <Instant at={createdAt} relative />
          </Box>
        </TextLink>
        {isFresh && (
          <Badge size="xs" tt="none" style={{ flexShrink: 0 }}>
            {text.isNew}
          </Badge>
        )}
      </Group>
      <Box hiddenFrom="sm">
        <EventName delivery={delivery} />
        <Parcel delivery={delivery} />
      </Box>
    </>
  );
}

function State({ delivery: { status, waitingFor, nextAttemptAt } }: { readonly delivery: Delivery }) {
  return (
    <Group gap={6}>
      <StatusBadge status={status} />
      {waitingFor !== null && (
        <Text size="xs" c="dimmed" component="span">
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

function EventName({ delivery: { event, isTest } }: { readonly delivery: Delivery }) {
  return (
    <Group gap={6}>
      <span>{event}</span>
      {isTest && (
        <Badge size="xs" variant="default" tt="none">
          {text.test}
        </Badge>
      )}
    </Group>
  );
}

const OneLine = ({ children }: { readonly children: ReactNode }) => <span style={{ whiteSpace: 'nowrap' }}>{children}</span>;

/** The order, then the parcel: a shop knows a delivery by these. */
function Parcel({ delivery: { courier, trackingNumber, orderNo } }: { readonly delivery: Delivery }) {
  if (courier === null || trackingNumber === null) return '–';
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm" fw={500}>
        {orderNo}
      </Text>
      <Text size="xs" c="dimmed">
        {`${courierName(courier)} `}
        <TextLink to="/parcels/$courier/$trackingNumber" params={{ courier, trackingNumber }} size="xs">
          {trackingNumber}
        </TextLink>
      </Text>
    </div>
  );
}
