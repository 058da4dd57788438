import { Badge, Group, Paper, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock, IconLoader2, IconMinus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ApiFault } from '../api/fault.js';
import { FaultAlert } from '../shared/fault-alert.js';
import { ButtonLink, TextLink } from '../shared/links.js';
import { Page } from '../shared/page.js';
import { Loading } from '../shared/query-view.js';
import { ReceiverLink } from '../shared/receiver-link.js';
import { Instant } from '../times/instant.js';
import { recoverWords } from '../words/recover.words.js';
import { useRedeliveries } from './use-redelivery.js';
import { endOf, isCapped, type OrderEnd } from './order-numbers.js';
import { OrdersProgress } from './orders-progress.js';
import type { ReceiverOrder } from './receiver-orders.js';

const LOOK = {
  running: { color: 'blue', Icon: IconLoader2 },
  waiting: { color: 'blue', Icon: IconClock },
  delivered: { color: 'teal', Icon: IconCheck },
  partly: { color: 'orange', Icon: IconAlertTriangle },
  failed: { color: 'red', Icon: IconX },
  nothing: { color: 'gray', Icon: IconMinus },
  cancelled: { color: 'orange', Icon: IconX },
} as const satisfies Record<OrderEnd, object>;

interface Props {
  readonly redeliveryIds: readonly string[];
  /** The refusals from when the orders were made. */
  readonly refused: ReactNode;
}

/** Orders that were made together, and the results of their webhooks. */
export function OrderView({ redeliveryIds, refused }: Props) {
  const { orders, fault } = useRedeliveries(redeliveryIds);
  const isUnknown = fault instanceof ApiFault && fault.status === 404;
  return (
    <Page
      title={isUnknown ? recoverWords.unknownTitle : recoverWords.orderTitle}
      actions={
        <ButtonLink to="/recover" variant="default">
          {recoverWords.another}
        </ButtonLink>
      }
    >
      {refused}
      {isUnknown ? (
        <Text>{recoverWords.unknown}</Text>
      ) : fault ? (
        <FaultAlert error={fault} />
      ) : orders === undefined ? (
        <Loading />
      ) : (
        <>
          <Paper withBorder p="md">
            <Stack gap="sm">
              <OrdersProgress redeliveryIds={redeliveryIds} />
              <Text size="sm" c="dimmed">
                {recoverWords.leave}
              </Text>
            </Stack>
          </Paper>
          <Orders orders={orders} />
        </>
      )}
    </Page>
  );
}

const { orderColumns } = recoverWords;

function Orders({ orders }: { readonly orders: readonly ReceiverOrder[] }) {
  return (
    <Paper withBorder style={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label={recoverWords.orders}>
      <Table aria-label={recoverWords.orders}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{orderColumns.receiver}</Table.Th>
            <Table.Th visibleFrom="sm">{orderColumns.what}</Table.Th>
            <Table.Th visibleFrom="md">{orderColumns.period}</Table.Th>
            <Table.Th visibleFrom="sm">{orderColumns.state}</Table.Th>
            <Table.Th ta="right">{orderColumns.delivered}</Table.Th>
            <Table.Th ta="right">{orderColumns.waiting}</Table.Th>
            <Table.Th ta="right">{orderColumns.failed}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {orders.map((order) => (
            <OrderRow key={order.redeliveryId} order={order} />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

function OrderRow({ order }: { readonly order: ReceiverOrder }) {
  const { receiverId, from, to, results } = order;
  return (
    <Table.Tr>
      <Table.Td>
        <ReceiverLink receiverId={receiverId} />
        <Stack gap={2} align="flex-start" hiddenFrom="sm">
          <Text size="xs" c="dimmed" component="span">
            <What order={order} />
          </Text>
          <End order={order} />
        </Stack>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <What order={order} />
      </Table.Td>
      <Table.Td visibleFrom="md">
        {from !== null && (
          <Group gap={4}>
            <Instant at={from} />
            <span aria-hidden>–</span>
            <Instant at={to} />
          </Group>
        )}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <End order={order} />
      </Table.Td>
      <Count value={results.delivered} isAtLeast={!results.deliveredIsExact} period={{ receiverId, from, to, status: 'delivered' }} />
      <Count value={results.pending} isAtLeast={isCapped(results.pending)} period={{ receiverId, from, to, status: 'pending' }} />
      <NotDelivered order={{ receiverId, from, to, results }} />
    </Table.Tr>
  );
}

interface OrderProps {
  readonly order: ReceiverOrder;
}

/** `Failed`; for several kinds, the number of each: `Failed: 60 · Never sent: 82`. */
function What({ order: { deliveryId, parts } }: OrderProps) {
  if (deliveryId !== null) {
    return (
      <TextLink to="/deliveries/$deliveryId" params={{ deliveryId }} inherit>
        {recoverWords.orderOne}
      </TextLink>
    );
  }
  const texts = parts.map(({ status, total }) => {
    const label = status === null ? '' : recoverWords.orderStatus[status];
    return parts.length === 1 ? label : recoverWords.part(label, total, !isCapped(total));
  });
  return texts.join(' · ');
}

function End({ order }: OrderProps) {
  const end = endOf(order);
  const { color, Icon } = LOOK[end];
  return (
    <Badge variant="light" color={color} leftSection={<Icon size={12} aria-hidden />}>
      {recoverWords.state[end]}
    </Badge>
  );
}

const NUMBER = { ta: 'right', style: { fontVariantNumeric: 'tabular-nums' } } as const;

/** The failed and the cancelled deliveries. The sentence above the table counts both together. */
function NotDelivered({
  order: { receiverId, from, to, results },
}: {
  readonly order: Pick<ReceiverOrder, 'receiverId' | 'from' | 'to' | 'results'>;
}) {
  const { failed, cancelled } = results;
  return (
    <Table.Td {...NUMBER}>
      {(failed > 0 || cancelled === 0) && (
        <Led value={failed} isAtLeast={isCapped(failed)} to="/recover" period={{ receiverId, from, to, status: 'failed' }} />
      )}
      {failed > 0 && cancelled > 0 && ' + '}
      {cancelled > 0 && (
        <Led
          value={cancelled}
          isAtLeast={isCapped(cancelled)}
          label={recoverWords.cancelledOnes(recoverWords.numbers.short(cancelled, isCapped(cancelled)))}
          to="/deliveries"
          period={{ receiverId, from, to, status: 'cancelled' }}
        />
      )}
    </Table.Td>
  );
}

interface CountProps {
  readonly value: number;
  readonly isAtLeast: boolean;
  readonly period: { readonly receiverId: string; readonly from: string | null; readonly to: string | null; readonly status: string };
}

const Count = (props: CountProps) => (
  <Table.Td {...NUMBER}>
    <Led {...props} to="/deliveries" />
  </Table.Td>
);

interface LedProps extends CountProps {
  readonly label?: string;
  /** The list of deliveries cannot filter by `exhausted` and `expired` at once; Recover counts both as failed. */
  readonly to: '/deliveries' | '/recover';
}

/** A number that links to the deliveries of the period that have this state now. */
function Led({
  value,
  isAtLeast,
  label = recoverWords.numbers.short(value, isAtLeast),
  to: view,
  period: { receiverId, status, from, to },
}: LedProps) {
  if (value === 0 || from === null) return label;
  return (
    <TextLink to={view} search={{ receiverId, status, from, ...(to !== null && { to }) }} size="sm">
      {label}
    </TextLink>
  );
}
