import { Group, Skeleton, Table, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { answerOf } from '../../api/fault.js';
import { REFRESH_MS } from '../../api/queries.js';
import type { Schemas } from '../../api/schemas.js';
import { StatusBadge } from '../../delivery/status-badge.js';
import { oldestDay } from '../../recover/recover-options.js';
import { FaultAlert } from '../../shared/fault-alert.js';
import { TextLink } from '../../shared/links.js';
import { Instant } from '../../times/instant.js';
import { words } from '../../words/words.js';
import { Section } from '../shared/section.js';

const { health } = words.receivers;
const STATUSES = ['exhausted', 'expired'] as const;
const SHOWN = 5;
/** Tests do not count as failures. So many deliveries leave enough without the tests. */
const ASKED = 50;

const newest = (receiverId: string, status: (typeof STATUSES)[number]) => ({
  queryKey: ['deliveries', { receiverId, status, limit: ASKED }],
  queryFn: () => answerOf(api.GET('/deliveries', { params: { query: { receiverId, status, limit: ASKED } } })),
  refetchInterval: REFRESH_MS,
});

interface Props {
  readonly receiverId: string;
  /** Deliveries are pending. */
  readonly doSomeWait: boolean;
}

/** The newest deliveries that are still failed. */
export function RecentFailures({ receiverId, doSomeWait }: Props) {
  const pages = useQueries({ queries: STATUSES.map((status) => newest(receiverId, status)) });
  const fault = pages.find(({ error }) => error !== null)?.error;
  const isLoading = pages.some(({ data }) => data === undefined);
  const failures = pages
    .flatMap(({ data }) => data?.deliveries ?? [])
    .filter(({ isTest }) => !isTest)
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
    .slice(0, SHOWN);
  return (
    <Section
      title={health.failures}
      aside={
        failures.length > 0 && (
          <Group gap="md">
            <TextLink to="/deliveries" search={{ receiverId, status: failures[0]!.status }} size="sm">
              {health.allFailures}
            </TextLink>
            <TextLink to="/recover" search={{ receiverId, status: 'failed', from: oldestDay(Date.now()) }} size="sm">
              {words.receivers.recover}
            </TextLink>
          </Group>
        )
      }
    >
      {isLoading && (fault ? <FaultAlert error={fault} /> : <Skeleton h={80} />)}
      {!isLoading && failures.length === 0 && (
        <Text size="sm" c="dimmed">
          {health.noFailures}{' '}
          {doSomeWait && (
            <TextLink to="/deliveries" search={{ receiverId, status: 'pending' }} size="sm" underline="always">
              {health.someWait}
            </TextLink>
          )}
        </Text>
      )}
      {failures.length > 0 && <Failures failures={failures} />}
    </Section>
  );
}

function Failures({ failures }: { readonly failures: readonly Schemas['Delivery'][] }) {
  return (
    <Table verticalSpacing={6} horizontalSpacing={6} aria-label={health.failures}>
      <Table.Tbody>
        {failures.map(({ deliveryId, event, orderNo, status, lastOutcome, lastHttpStatus, createdAt }) => (
          <Table.Tr key={deliveryId}>
            <Table.Td>
              <TextLink to="/deliveries/$deliveryId" params={{ deliveryId }} size="sm">
                {event}
              </TextLink>
              {orderNo !== null && (
                <Text size="xs" c="dimmed">
                  {orderNo}
                </Text>
              )}
            </Table.Td>
            <Table.Td>
              <StatusBadge status={status} />
            </Table.Td>
            <Table.Td visibleFrom="sm">{lastHttpStatus ?? (lastOutcome === null ? '–' : words.shared.outcome[lastOutcome])}</Table.Td>
            <Table.Td ta="right">
              <Instant at={createdAt} relative />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
