import { Group, SegmentedControl, SimpleGrid, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Schemas } from '../../api/schemas.js';
import { QueryView } from '../../shared/query-view.js';
import { useStatistics } from '../../statistics/use-statistics.js';
import { useNow } from '../../times/use-now.js';
import { useZone } from '../../times/use-zone.js';
import { ZoneSwitch } from '../../times/zone-switch.js';
import { words } from '../../words/words.js';
import { needsSomebody } from '../shared/receiver-state.js';
import { Section } from '../shared/section.js';
import { toChartRows, toShares } from './chart-rows.js';
import { LatencyChart, VolumeChart } from './health-charts.js';
import { AXIS, type Period, PERIODS, queryOf, toPeriod } from './health-periods.js';
import { LastAnswer } from './last-answer.js';
import { RecentFailures } from './recent-failures.js';
import { Shares } from './shares.js';
import { StateCard } from './state-card.js';

const { health } = words.receivers;

export function HealthTab({ receiver }: { readonly receiver: Schemas['ReceiverDetail'] }) {
  const { period: text } = useSearch({ from: '/receivers/$receiverId' });
  const navigate = useNavigate({ from: '/receivers/$receiverId' });
  const period = toPeriod(text);
  return (
    <Stack gap="lg">
      <StateCard receiver={receiver} />
      {needsSomebody(receiver) && receiver.health.lastFailure && (
        <LastAnswer receiverId={receiver.receiverId} lastFailure={receiver.health.lastFailure} />
      )}
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          aria-label={health.period}
          value={period}
          onChange={(next) => void navigate({ search: (before) => ({ ...before, period: next }), replace: true })}
          data={PERIODS.map((value) => ({ value, label: health.periods[value] }))}
        />
        <ZoneSwitch />
      </Group>
      <Charts receiverId={receiver.receiverId} period={period} />
      <RecentFailures receiverId={receiver.receiverId} doSomeWait={receiver.health.oldestPendingAt !== null} />
    </Stack>
  );
}

function Charts({ receiverId, period }: { readonly receiverId: string; readonly period: Period }) {
  const zone = useZone();
  const query = { ...queryOf(period, useNow(10_000), zone), receiverId };
  const all = useStatistics(query);
  const statuses = useStatistics({ ...query, groupBy: 'httpStatus' });
  const outcomes = useStatistics({ ...query, groupBy: 'outcome' });
  const axis = new Intl.DateTimeFormat('en-GB', { ...AXIS[period], timeZone: zone });
  const toRows = ({ points }: Schemas['Statistics']) => toChartRows(points, (at) => axis.format(at));
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Section title={health.volume} hint={health.volumeHint}>
        <QueryView query={all}>{(data) => <VolumeChart rows={toRows(data)} />}</QueryView>
      </Section>
      <Section title={health.latency} hint={health.latencyHint}>
        <QueryView query={all}>{(data) => <LatencyChart rows={toRows(data)} />}</QueryView>
      </Section>
      <Section title={health.statuses}>
        <QueryView query={statuses}>{({ points }) => <Shares shares={statusShares(points)} />}</QueryView>
      </Section>
      <Section title={health.outcomes}>
        <QueryView query={outcomes}>{({ points }) => <Shares shares={outcomeShares(points)} />}</QueryView>
      </Section>
    </SimpleGrid>
  );
}

type Points = Schemas['Statistics']['points'];

const statusShares = (points: Points) =>
  toShares(points, ({ httpStatus }) => httpStatus ?? null).map(({ key, ...share }) => ({
    ...share,
    label: key === null ? health.noStatus : String(key),
    isGood: key !== null && key >= 200 && key < 300,
  }));

const outcomeShares = (points: Points) =>
  toShares(points, ({ outcome }) => outcome ?? null).map(({ key, ...share }) => ({
    ...share,
    label: key === null ? words.shared.none : words.shared.outcome[key],
    isGood: key === 'accepted',
  }));
