import { Group, Stack, Text } from '@mantine/core';
import { type Column, ROW_LINK, VirtualTable } from '../lists/virtual-table.js';
import { wishOf } from '../receivers/filter/wish.js';
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
  { key: 'state', title: columns.state, width: '42%', cell: (row) => <State row={row} /> },
  { key: 'bars', title: columns.bars, width: 200, cell: (row) => <Bars row={row} /> },
  {
    key: 'oldest',
    title: columns.oldest,
    isExtra: true,
    width: 130,
    cell: ({ receiver }) => <Instant at={receiver.health.oldestPendingAt} relative />,
  },
];

const NARROW: Column<Shown> = {
  key: 'receiver',
  title: columns.receiver,
  cell: (row) => (
    <Stack gap={4}>
      <Receiver row={row} />
      <State row={row} />
      <Bars row={row} />
    </Stack>
  ),
};

interface Props extends Pick<Shown, 'label'> {
  readonly rows: readonly OverviewRow[];
}

/** All receivers. Healthy receivers draw no attention. */
export function ReceiverTable({ rows, label }: Props) {
  const shown = rows.map((row) => ({ ...row, label }));
  return (
    <VirtualTable
      label={words.overview.receivers}
      columns={COLUMNS}
      narrow={NARROW}
      rows={shown}
      keyOf={({ receiver }) => receiver.receiverId}
    />
  );
}

/** The receiver's name, what it wants, and its host. */
function Receiver({ row: { receiver, host } }: RowProps) {
  const wish = wishOf(receiver) ?? words.receivers.wantsAll;
  const note = host === receiver.name ? wish : `${wish} · ${host}`;
  return (
    <Group gap={8} wrap="nowrap">
      <TextLink
        to="/receivers/$receiverId"
        params={{ receiverId: receiver.receiverId }}
        size="sm"
        fw={600}
        truncate
        title={receiver.name}
        className={ROW_LINK}
      >
        {receiver.name}
      </TextLink>
      <Text size="xs" c="dimmed" truncate flex="0 1000 auto" title={note}>
        {note}
      </Text>
    </Group>
  );
}

function State({ row: { receiver } }: { readonly row: OverviewRow }) {
  const { health } = receiver;
  const nowMs = useNow(10_000);
  const zone = useZone();
  const isWell = health.state === 'healthy' && health.stillFailed === 0;
  const why = needsSomebody(receiver) ? whyOf(receiver, nowMs, zone) : causeOf(receiver, zone);
  return (
    <Group gap="xs" wrap="nowrap">
      {isWell ? (
        <Text size="sm" c="dimmed">
          {words.receivers.state.healthy}
        </Text>
      ) : (
        <StateBadge health={health} />
      )}
      <Text size="xs" c="dimmed" truncate title={why}>
        {why}
      </Text>
    </Group>
  );
}

const Bars = ({ row: { bars, day, label } }: RowProps) => (bars ? <SmallBars bars={bars} label={label} /> : <DayBar counts={day} />);
