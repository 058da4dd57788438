import { Box, Group, Stack, Text } from '@mantine/core';
import { type Column, VirtualTable } from '../lists/virtual-table.js';
import { causeOf, needsSomebody, whyOf } from '../receivers/shared/receiver-state.js';
import { StateBadge } from '../receivers/shared/state-badge.js';
import { TextLink } from '../shared/links.js';
import { Instant } from '../times/instant.js';
import { useNow } from '../times/use-now.js';
import { useZone } from '../times/use-zone.js';
import { words } from '../words/words.js';
import { DayBar, SmallBars } from './bars.js';
import type { OverviewRow } from './overview-rows.js';

const { columns } = words.overview;

/** A row, and the label of a bar by its beginning. */
interface Shown extends OverviewRow {
  readonly label: (from: string) => string;
}

interface RowProps {
  readonly row: Shown;
}

const COLUMNS: readonly Column<Shown>[] = [
  { key: 'receiver', title: columns.receiver, cell: (row) => <Receiver row={row} /> },
  { key: 'state', title: columns.state, from: 'sm', width: '38%', cell: (row) => <State row={row} /> },
  { key: 'bars', title: columns.bars, from: 'sm', width: 200, cell: (row) => <Bars row={row} /> },
  {
    key: 'oldest',
    title: columns.oldest,
    from: 'lg',
    width: 140,
    cell: ({ receiver }) => <Instant at={receiver.health.oldestPendingAt} relative />,
  },
];

interface Props extends Pick<Shown, 'label'> {
  readonly rows: readonly OverviewRow[];
}

/** All receivers. Healthy receivers draw no attention. */
export function ReceiverTable({ rows, label }: Props) {
  const shown = rows.map((row) => ({ ...row, label }));
  return <VirtualTable label={words.overview.receivers} columns={COLUMNS} rows={shown} keyOf={({ receiver }) => receiver.receiverId} />;
}

function Receiver({ row }: RowProps) {
  const { receiver, host } = row;
  return (
    <Stack gap={2}>
      <TextLink
        to="/receivers/$receiverId"
        params={{ receiverId: receiver.receiverId }}
        size="sm"
        fw={600}
        style={{ overflowWrap: 'anywhere' }}
      >
        {receiver.name}
      </TextLink>
      {host !== receiver.name && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {host}
        </Text>
      )}
      <Box hiddenFrom="sm">
        <Stack gap={6} pt={4}>
          <State row={row} />
          <Bars row={row} />
        </Stack>
      </Box>
    </Stack>
  );
}

function State({ row: { receiver } }: { readonly row: OverviewRow }) {
  const { health } = receiver;
  const nowMs = useNow(10_000);
  const zone = useZone();
  const isWell = health.state === 'healthy' && health.stillFailed === 0;
  return (
    <Group gap="xs">
      {isWell ? (
        <Text size="sm" c="dimmed">
          {words.receivers.state.healthy}
        </Text>
      ) : (
        <StateBadge health={health} />
      )}
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {needsSomebody(receiver) ? whyOf(receiver, nowMs, zone) : causeOf(receiver, zone)}
      </Text>
    </Group>
  );
}

const Bars = ({ row: { bars, day, label } }: RowProps) => (bars ? <SmallBars bars={bars} label={label} /> : <DayBar counts={day} />);
