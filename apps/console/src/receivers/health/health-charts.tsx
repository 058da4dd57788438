import '@mantine/charts/styles.css';
import { BarChart, LineChart } from '@mantine/charts';
import { Text, VisuallyHidden } from '@mantine/core';
import { sumOf } from '../../overview/traffic.js';
import { durationText } from '../../shared/time.js';
import { words } from '../../words/words.js';
import type { ChartRow } from './chart-rows.js';

const { health } = words.receivers;
const HEIGHT = 220;
/** Ticks lie equally far apart: by default the axis leaves out whichever lack room. */
const X_AXIS = { minTickGap: 24, interval: 'equidistantPreserveStart' } as const;
const count = (value: number): string => value.toLocaleString('en');

const VOLUME = [
  { name: 'delivered', label: health.delivered, color: 'teal.7' },
  { name: 'retried', label: health.retried, color: 'yellow.7' },
  { name: 'failed', label: health.failed, color: 'red.7' },
  { name: 'cancelled', label: health.cancelled, color: 'gray.6' },
] as const;

interface Props {
  readonly rows: readonly ChartRow[];
}

/** Attempts and the ends of deliveries, stacked. */
export function VolumeChart({ rows }: Props) {
  const shown = VOLUME.filter(({ name }) => name !== 'cancelled' || rows.some(({ cancelled }) => cancelled > 0));
  return (
    <>
      <VisuallyHidden>{health.volumeSummary(sumOf(rows))}</VisuallyHidden>
      <BarChart
        h={HEIGHT}
        data={[...rows]}
        dataKey="at"
        type="stacked"
        series={[...shown]}
        valueFormatter={count}
        withLegend
        legendProps={{ itemSorter: null }}
        tickLine="none"
        xAxisProps={X_AXIS}
        yAxisProps={{ allowDecimals: false }}
        barChartProps={{ accessibilityLayer: false }}
        aria-hidden
      />
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
      <LineChart
        h={HEIGHT}
        data={[...rows]}
        dataKey="at"
        series={[
          { name: 'p95', label: health.p95, color: 'indigo.6' },
          { name: 'p50', label: health.p50, color: 'cyan.6' },
        ]}
        valueFormatter={durationText}
        withLegend
        legendProps={{ itemSorter: null }}
        connectNulls={false}
        tickLine="none"
        xAxisProps={X_AXIS}
        yAxisProps={{ width: 64 }}
        lineChartProps={{ accessibilityLayer: false }}
        aria-hidden
      />
    </>
  );
}
