import '@mantine/core/styles/ThemeIcon.css';
import '@mantine/core/styles/Timeline.css';
import { Badge, Code, Group, SegmentedControl, Stack, Text, ThemeIcon, Timeline, Title, Tooltip } from '@mantine/core';
import { IconBolt, IconCalendarX, IconFileText, IconScan } from '@tabler/icons-react';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ParcelStatusBadge } from '../parcels/parcel-status.js';
import { useKnownReceivers } from '../shared/use-receivers.js';
import { Instant } from '../times/instant.js';
import { ZoneSwitch } from '../times/zone-switch.js';
import { parcelsWords } from '../words/parcels.words.js';
import { words } from '../words/words.js';
import { EventCard } from './event-card.js';
import { FindingNote, LOOKS } from './finding-alert.js';
import { type Entry, isReceivedLater, type Scan, severityOfEntry } from './parcel-entries.js';

const text = parcelsWords;

const ICONS = {
  record: IconFileText,
  recordChanged: IconFileText,
  scan: IconScan,
  send_date: IconCalendarX,
  unknown: IconBolt,
} as const;

/** Everything that happened to the parcel. The page scrolls to the event that the address names. @param entries oldest first */
export function TimeLine({ entries }: { readonly entries: readonly Entry[] }) {
  const { order } = useSearch({ from: '/parcels/$courier/$trackingNumber' });
  const shown = order === 'oldest' ? entries : entries.toReversed();
  const receivers = useKnownReceivers();
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    if (hash !== '') document.getElementById(hash)?.scrollIntoView();
  }, [hash]);
  return (
    <section aria-labelledby="time-line">
      <Group justify="space-between" gap="xs" mb="md">
        <div>
          <Title order={2} size="h4" id="time-line">
            {text.timelineTitle}
          </Title>
          <Text size="sm" c="dimmed">
            {text.timelineHint}
          </Text>
        </div>
        <Group gap="xs">
          <OrderSwitch order={order === 'oldest' ? 'oldest' : 'newest'} />
          <ZoneSwitch />
        </Group>
      </Group>
      <Timeline bulletSize={28} lineWidth={2}>
        {shown.map((entry) => (
          <Timeline.Item key={entry.key} bullet={<Bullet entry={entry} />} title={<Heading entry={entry} />}>
            <Stack gap={8}>
              <Facts entry={entry} />
              {entry.findings.map((finding) => (
                <FindingNote key={`${finding.code} ${finding.meaning}`} finding={finding} />
              ))}
              {entry.events.map((part) => (
                <EventCard key={part.eventid} part={part} kind={entry.kind} receivers={receivers} />
              ))}
            </Stack>
          </Timeline.Item>
        ))}
      </Timeline>
    </section>
  );
}

type Order = keyof typeof words.lists.orders;
const ORDERS = (['newest', 'oldest'] as const).map((value) => ({ value, label: words.lists.orders[value] }));

function OrderSwitch({ order }: { readonly order: Order }) {
  const navigate = useNavigate({ from: '/parcels/$courier/$trackingNumber' });
  return (
    <SegmentedControl
      size="xs"
      aria-label={words.lists.order}
      data={ORDERS}
      value={order}
      onChange={(chosen) =>
        void navigate({
          search: (before) => ({ ...before, order: chosen === 'oldest' ? 'oldest' : undefined }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}

function Bullet({ entry }: { readonly entry: Entry }) {
  const Icon = ICONS[entry.kind];
  const severity = severityOfEntry(entry);
  const color = severity === 'info' && entry.events.length === 0 ? 'gray' : LOOKS[severity].color;
  return (
    <ThemeIcon size={28} radius="xl" color={color} variant="light" title={text.severity[severity]}>
      <Icon size={16} aria-hidden />
    </ThemeIcon>
  );
}

function Heading({ entry: { kind, scan } }: { readonly entry: Entry }) {
  const title = kind === 'scan' ? (scan?.raw_text ?? scan?.carrier_code ?? text.entry.scan) : text.entry[kind];
  return (
    <Title order={3} size="h6" style={{ overflowWrap: 'anywhere' }}>
      {title}
    </Title>
  );
}

function Facts({ entry }: { readonly entry: Entry }) {
  const { at, receivedAt, scan } = entry;
  return (
    <div>
      <Text size="sm" c="dimmed" component="div">
        <Instant at={at} />
        {scan !== null && scan.location !== '' && ` · ${scan.location}`}
        {isReceivedLater(entry) && (
          <>
            {` · ${text.received} `}
            <Instant at={receivedAt} />
          </>
        )}
      </Text>
      {scan !== null && <Reading scan={scan} hasEvents={entry.events.length > 0} />}
    </div>
  );
}

function Reading({ scan, hasEvents }: { readonly scan: Scan; readonly hasEvents: boolean }) {
  const { carrier_code, carrier_sub_code, readAs, readBy, isLate, waitedForRecord } = scan;
  const codes = [carrier_code, carrier_sub_code].filter((code) => code !== null);
  return (
    <Group gap={6} mt={4}>
      {codes.length > 0 && (
        <Text size="sm" component="span">
          {text.code} <Code>{codes.join(' / ')}</Code>
        </Text>
      )}
      <Text size="sm" component="span">
        {text.readAs}
      </Text>
      <ParcelStatusBadge status={readAs} />
      <Text size="sm" c="dimmed" component="span" style={{ overflowWrap: 'anywhere' }}>
        {text.readBy[readBy.layer]} {readBy.rule && <Code>{readBy.rule}</Code>}
      </Text>
      {isLate && <Mark label={text.late} hint={text.lateHint} />}
      {waitedForRecord && <Mark label={text.waited} hint={text.waitedHint} />}
      {!hasEvents && (
        <Text size="sm" c="dimmed" component="span">
          {readAs === 'unmapped' ? text.notRead : text.noEvent}
        </Text>
      )}
    </Group>
  );
}

const Mark = ({ label, hint }: { readonly label: string; readonly hint: string }) => (
  <Tooltip label={hint} multiline maw={280}>
    <Badge color="yellow" variant="light" tt="none">
      {label}
    </Badge>
  </Tooltip>
);
