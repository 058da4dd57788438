import { Box, Group, Stack, Text } from '@mantine/core';
import { causeOf } from '../receivers/shared/receiver-state.js';
import { StateBadge } from '../receivers/shared/state-badge.js';
import { StillFailed } from '../receivers/shared/still-failed.js';
import { Instant } from '../shared/instant.js';
import { TextLink } from '../shared/links.js';
import { durationText } from '../shared/time.js';
import { type Column, VirtualTable } from '../shared/virtual-table.js';
import { words } from '../words/words.js';
import { DayBar, HourBars } from './bars.js';
import type { OverviewRow } from './overview-rows.js';

const { columns } = words.overview;

const COLUMNS: readonly Column<OverviewRow>[] = [
  { key: 'receiver', title: columns.receiver, cell: (row) => <Receiver row={row} /> },
  { key: 'state', title: columns.state, from: 'sm', width: '38%', cell: (row) => <State row={row} /> },
  { key: 'bars', title: columns.bars, from: 'sm', width: 200, cell: (row) => <Bars row={row} /> },
  { key: 'p95', title: columns.p95, from: 'md', width: 80, cell: ({ p95Ms }) => (p95Ms === undefined ? '–' : durationText(p95Ms)) },
  {
    key: 'oldest',
    title: columns.oldest,
    from: 'lg',
    width: 140,
    cell: ({ receiver }) => <Instant at={receiver.health.oldestPendingAt} relative />,
  },
];

export function ReceiverTable({ rows }: { readonly rows: readonly OverviewRow[] }) {
  return <VirtualTable label={words.overview.receivers} columns={COLUMNS} rows={rows} keyOf={({ receiver }) => receiver.receiverId} />;
}

function Receiver({ row }: { readonly row: OverviewRow }) {
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
  const { receiverId, health } = receiver;
  return (
    <Stack gap={2}>
      <Group gap="xs">
        <StateBadge state={health.state} />
        {health.stillFailed > 0 && <StillFailed receiverId={receiverId} stillFailed={health.stillFailed} />}
      </Group>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {causeOf(receiver)}
      </Text>
    </Stack>
  );
}

const Bars = ({ row: { bars, day } }: { readonly row: OverviewRow }) => (bars ? <HourBars bars={bars} /> : <DayBar counts={day} />);
