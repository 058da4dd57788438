import { Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import type { Schemas } from '../../api/schemas.js';
import { oldestDay } from '../../recover/recover-options.js';
import { NobodyTold } from '../../notifications/nobody-told.js';
import { Fact } from '../../shared/fact.js';
import { TextLink } from '../../shared/links.js';
import { Instant } from '../../times/instant.js';
import { useNow } from '../../times/use-now.js';
import { useZone } from '../../times/use-zone.js';
import { words } from '../../words/words.js';
import { Cause } from '../shared/cause.js';
import { needsSomebody, stillFailedText, whyOf } from '../shared/receiver-state.js';
import { StateBadge } from '../shared/state-badge.js';

const { health } = words.receivers;

/** The state of the receiver, and since when. */
export function StateCard({ receiver }: { readonly receiver: Schemas['ReceiverDetail'] }) {
  const { since, lastSuccessAt, oldestPendingAt, last24h, stillFailed } = receiver.health;
  const { circuit, receiverId } = receiver;
  const nowMs = useNow(10_000);
  const zone = useZone();
  return (
    <Paper withBorder radius="md" p="md">
      <Stack gap="md">
        <Group gap="sm" align="center">
          <StateBadge health={receiver.health} />
          {needsSomebody(receiver) && <Text fw={600}>{whyOf(receiver, nowMs, zone)}</Text>}
        </Group>
        <Text>
          <Cause receiver={receiver} />
        </Text>
        {needsSomebody(receiver) && <NobodyTold about={receiverId} />}
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
          <Fact label={health.stillFailed}>
            {stillFailed === 0 ? words.shared.none : <StillFailed receiverId={receiverId} stillFailed={stillFailed} />}
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

/** The number of deliveries that are still failed, with a link to Recover, which sends them again. */
function StillFailed({ receiverId, stillFailed }: { readonly receiverId: string; readonly stillFailed: number }) {
  return (
    <TextLink
      to="/recover"
      search={{ receiverId, status: 'failed', from: oldestDay(Date.now()) }}
      size="xs"
      c="var(--mantine-color-red-light-color)"
      underline="always"
    >
      {words.receivers.stillFailed(stillFailedText([stillFailed]))}
    </TextLink>
  );
}
