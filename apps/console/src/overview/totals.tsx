import { Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../api/schemas.js';
import { stillFailedText } from '../receivers/shared/receiver-state.js';
import { oldestDay } from '../recover/recover-options.js';
import { TextLink } from '../shared/links.js';
import { percentText, toTrafficBars, wholeOf } from '../statistics/traffic.js';
import { ago, durationText } from '../times/time.js';
import { useNow } from '../times/use-now.js';
import { words } from '../words/words.js';
import { oldestOf } from './overview-rows.js';
import type { Range } from './ranges.js';

interface Props {
  readonly range: Range;
  /** The statistics of the range; undefined = not loaded yet. */
  readonly view: Schemas['Statistics'] | undefined;
  readonly receivers: readonly Schemas['ListedReceiver'][];
}

const { totals, rangeNames } = words.overview;

/** The account in four numbers: three of the range, and the deliveries that are failed now. */
export function Totals({ range, view, receivers }: Props) {
  const nowMs = useNow(10_000);
  const whole = view && wholeOf(toTrafficBars(view));
  const oldest = oldestOf(receivers);
  const failed = receivers.map(({ health }) => health.stillFailed).filter((count) => count > 0);
  const waiting = receivers.filter(({ health }) => health.oldestPendingAt !== null).length;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      <Tile
        label={totals.notDelivered}
        value={stillFailedText(failed)}
        isBad={failed.length > 0}
        hint={
          failed.length > 0 ? <RecoverAll /> : waiting > 0 ? `${totals.nothingFailed}. ${totals.waitFor(waiting)}.` : totals.nothingFailed
        }
      />
      <Tile
        label={`${totals.delivered} in ${rangeNames[range]}`}
        value={whole?.delivered.toLocaleString('en') ?? '–'}
        hint={oldest === null ? totals.nothingWaits : totals.oldest(ago(Date.parse(oldest), nowMs))}
      />
      <Tile
        label={totals.success}
        value={percentText(whole?.success)}
        hint={whole && totals.successHint(whole.attempts - Math.min(whole.attempts, whole.delivered))}
      />
      <Tile label={totals.latency} value={whole?.p95Ms === undefined ? '–' : durationText(whole.p95Ms)} hint={totals.latencyHint} />
    </SimpleGrid>
  );
}

/** Links to Recover, with a period as long as the number counts back. */
const RecoverAll = () => (
  <TextLink to="/recover" search={{ status: 'failed', from: oldestDay(Date.now()) }}>
    {totals.recover}
  </TextLink>
);

interface TileProps {
  readonly label: string;
  readonly value: string;
  readonly hint?: ReactNode;
  readonly isBad?: boolean;
}

function Tile({ label, value, hint, isBad = false }: TileProps) {
  return (
    <Paper withBorder px="md" py="sm">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text size="xl" fw={650} lh={1.3} {...(isBad && { c: 'var(--mantine-color-error)' })} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {value}
      </Text>
      <Text size="xs" c="dimmed" component="div" mih={18}>
        {hint}
      </Text>
    </Paper>
  );
}
