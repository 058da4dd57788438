import { Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import type { Schemas } from '../api/schemas.js';
import { recentP95Ms } from '../overview/hour-bars.js';
import { Instant } from '../shared/instant.js';
import { useNow } from '../shared/use-now.js';
import { Fact } from '../shared/fact.js';
import { words } from '../words/words.js';
import { queryOf } from './health-periods.js';
import { useStatistics } from './receiver-queries.js';
import { stateOf } from './receiver-state.js';
import { StateBadge } from './state-badge.js';

const { health } = words.receivers;

/** How the receiver does now, and since when. */
export function StateCard({ receiver }: { readonly receiver: Schemas['ReceiverDetail'] }) {
  const nowMs = useNow(10_000);
  const { data } = useStatistics({ ...queryOf('24h', nowMs, 'UTC'), receiverId: receiver.receiverId });
  const state = stateOf({ receiver, nowMs, recentP95Ms: recentP95Ms(data?.points ?? [], nowMs) });
  const { since, lastSuccessAt, oldestPendingAt, last24h } = receiver.health;
  const { circuit } = receiver;
  return (
    <Paper withBorder radius="md" p="md">
      <Stack gap="md">
        <Group gap="sm" align="center">
          <StateBadge word={state.word} />
          <Text>{state.cause}</Text>
        </Group>
        <SimpleGrid component="dl" m={0} cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm">
          {since !== null && (
            <Fact label={health.since}>
              <Instant at={since} relative />
            </Fact>
          )}
          <Fact label={health.lastSuccess}>{lastSuccessAt === null ? health.never : <Instant at={lastSuccessAt} relative />}</Fact>
          <Fact label={health.oldestPending}>
            {oldestPendingAt === null ? words.shared.none : <Instant at={oldestPendingAt} relative />}
          </Fact>
          <Fact label={health.day}>{health.dayCounts(last24h)}</Fact>
          {circuit && (
            <Fact label={health.circuitWaiting}>
              {circuit.waiting.toLocaleString('en')} · {health.nextProbe} <Instant at={circuit.nextProbeAt} relative />
            </Fact>
          )}
        </SimpleGrid>
      </Stack>
    </Paper>
  );
}
