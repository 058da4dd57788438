import { SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Schemas } from '../api/schemas.js';
import { Instant } from '../shared/instant.js';
import { useNow } from '../shared/use-now.js';
import { words } from '../words/words.js';
import { toChartRows, toShares } from './chart-rows.js';
import { LatencyChart, VolumeChart } from './health-charts.js';
import { AXIS, type Period, PERIODS, queryOf, toPeriod } from './health-periods.js';
import { useStatistics } from './receiver-queries.js';
import { RecentFailures } from './recent-failures.js';
import { Section } from './section.js';
import { Shares } from './shares.js';
import { StateCard } from './state-card.js';

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const { health } = words.receivers;

export function HealthTab({ receiver }: { readonly receiver: Schemas['ReceiverDetail'] }) {
  const { period: text } = useSearch({ from: '/receivers/$receiverId' });
  const navigate = useNavigate({ from: '/receivers/$receiverId' });
  const period = toPeriod(text);
  return (
    <Stack gap="lg">
      <StateCard receiver={receiver} />
      <SegmentedControl
        aria-label={health.period}
        style={{ alignSelf: 'flex-start' }}
        value={period}
        onChange={(next) => void navigate({ search: (before) => ({ ...before, period: next }), replace: true })}
        data={PERIODS.map((value) => ({ value, label: health.periods[value] }))}
      />
      <Charts receiverId={receiver.receiverId} period={period} />
      <RecentFailures receiverId={receiver.receiverId} />
    </Stack>
  );
}

function Charts({ receiverId, period }: { readonly receiverId: string; readonly period: Period }) {
  const query = { ...queryOf(period, useNow(10_000), ZONE), receiverId };
  const all = useStatistics(query);
  const statuses = useStatistics({ ...query, groupBy: 'httpStatus' });
  const outcomes = useStatistics({ ...query, groupBy: 'outcome' });
  const axis = new Intl.DateTimeFormat('en-GB', AXIS[period]);
  const rows = toChartRows(all.data?.points ?? [], (at) => axis.format(at));
  const byStatus = toShares(statuses.data?.points ?? [], ({ httpStatus }) => httpStatus ?? null);
  const byOutcome = toShares(outcomes.data?.points ?? [], ({ outcome }) => outcome ?? null);
  return (
    <>
      {all.data && all.data.completeSince > all.data.from && (
        <Text size="sm" c="dimmed">
          {health.completeSince} <Instant at={all.data.completeSince} />
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Section title={health.volume} hint={health.volumeHint}>
          <VolumeChart rows={rows} />
        </Section>
        <Section title={health.latency} hint={health.latencyHint}>
          <LatencyChart rows={rows} />
        </Section>
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Section title={health.statuses}>
          <Shares
            shares={byStatus.map(({ key, ...share }) => ({
              ...share,
              label: key === null ? health.noStatus : String(key),
              isGood: key !== null && key >= 200 && key < 300,
            }))}
          />
        </Section>
        <Section title={health.outcomes}>
          <Shares
            shares={byOutcome.map(({ key, ...share }) => ({
              ...share,
              label: key === null ? words.shared.none : health.outcome[key],
              isGood: key === 'accepted',
            }))}
          />
        </Section>
      </SimpleGrid>
    </>
  );
}
