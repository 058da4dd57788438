import { Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../api/schemas.js';
import { stillFailedText } from '../receivers/shared/receiver-state.js';
import { TextLink } from '../shared/links.js';
import { ago, durationText } from '../shared/time.js';
import { useNow } from '../shared/use-now.js';
import { words } from '../words/words.js';
import { countsOf } from './hour-bars.js';
import { oldestOf } from './overview-rows.js';

interface Props {
  /** The last 24 hours in one point; undefined = not loaded yet. */
  readonly point: Schemas['StatisticsPoint'] | undefined;
  readonly receivers: readonly Schemas['ListedReceiver'][];
}

const { totals } = words.overview;
const count = (value: number | undefined): string => value?.toLocaleString('en') ?? '–';

/** The account in four numbers: the last 24 hours, and what is still failed now. */
export function Totals({ point, receivers }: Props) {
  const nowMs = useNow(10_000);
  const counts = point && countsOf(point);
  const oldest = oldestOf(receivers);
  const failed = receivers.map(({ health }) => health.stillFailed).filter((count) => count > 0);
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      <Tile label={totals.delivered} value={count(counts?.delivered)} />
      <Tile
        label={totals.retried}
        value={count(counts?.retried)}
        hint={oldest === null ? totals.nothingWaits : totals.oldest(ago(Date.parse(oldest), nowMs))}
      />
      <Tile
        label={totals.stillFailed}
        value={stillFailedText(failed)}
        isBad={failed.length > 0}
        hint={failed.length > 0 ? <TextLink to="/recover">{words.overview.recover}</TextLink> : totals.nothingFailed}
      />
      <Tile label={totals.latency} value={point?.latency ? durationText(point.latency.p95Ms) : '–'} hint={totals.latencyHint} />
    </SimpleGrid>
  );
}

interface TileProps {
  readonly label: string;
  readonly value: string;
  readonly hint?: ReactNode;
  readonly isBad?: boolean;
}

function Tile({ label, value, hint, isBad = false }: TileProps) {
  return (
    <Paper withBorder px="md" py="sm" radius="md">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text size="xl" fw={700} lh={1.3} {...(isBad && { c: 'red' })} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {value}
      </Text>
      <Text size="xs" c="dimmed" component="div" mih={18}>
        {hint}
      </Text>
    </Paper>
  );
}
