import { Text, VisuallyHidden } from '@mantine/core';
import { sumOf } from '../../statistics/traffic.js';
import { durationText } from '../../times/time.js';
import { words } from '../../words/words.js';
import type { ChartRow } from './chart-rows.js';
import { ColumnChart, LineChart, type Series } from './charts.js';

const { health } = words.receivers;
const count = (value: number): string => value.toLocaleString('en');

const placeOf = ({ at }: ChartRow): string => at;

const VOLUME: readonly Series<ChartRow>[] = [
  { label: health.delivered, color: 'var(--mantine-color-teal-7)', value: ({ delivered }) => delivered },
  { label: health.retried, color: 'var(--mantine-color-yellow-7)', value: ({ retried }) => retried },
  { label: health.failed, color: 'var(--mantine-color-red-7)', value: ({ failed }) => failed },
];
const CANCELLED: Series<ChartRow> = { label: health.cancelled, color: 'var(--mantine-color-gray-6)', value: ({ cancelled }) => cancelled };

const LATENCY: readonly Series<ChartRow>[] = [
  { label: health.p95, color: 'var(--mantine-primary-color-filled)', value: ({ p95 }) => p95 },
  { label: health.p50, color: 'var(--mantine-color-cyan-6)', value: ({ p50 }) => p50 },
];

interface Props {
  readonly rows: readonly ChartRow[];
}

/** Attempts and the ends of deliveries, stacked. */
export function VolumeChart({ rows }: Props) {
  const series = rows.some(({ cancelled }) => cancelled > 0) ? [...VOLUME, CANCELLED] : VOLUME;
  return (
    <>
      <VisuallyHidden>{health.volumeSummary(sumOf(rows))}</VisuallyHidden>
      <ColumnChart rows={rows} series={series} at={placeOf} format={count} />
    </>
  );
}

export function LatencyChart({ rows }: Props) {
  if (rows.every(({ p95 }) => p95 === null)) {
    return (
      <Text size="sm" c="dimmed">
        {rows.some(({ delivered }) => delivered > 0) ? health.onRequestOnly : health.noLatency}
      </Text>
    );
  }
  return (
    <>
      <VisuallyHidden>{health.latencySummary(durationText(Math.max(...rows.map(({ p95 }) => p95 ?? 0))))}</VisuallyHidden>
      <LineChart rows={rows} series={LATENCY} at={placeOf} format={durationText} />
    </>
  );
}
