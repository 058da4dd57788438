import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { CopyIcon } from '../shared/copy-text.js';
import { nameOf, type Named } from '../shared/use-receivers.js';
import { parcelsWords } from '../words/parcels.words.js';
import { DeliveryLine } from './delivery-line.js';
import { byName, type Entry, type EventPart, type ReceiverPart, severityOf, type ShopperText } from './parcel-entries.js';

const text = parcelsWords;
const FIRST = 6;

interface Props {
  readonly part: EventPart;
  readonly kind: Entry['kind'];
  readonly receivers: readonly Named[];
}

/** An event, the text for the shopper, and the delivery to each receiver. */
export function EventCard({ part, kind, receivers }: Props) {
  const because = kind === 'scan' ? becauseOf(part.event) : undefined;
  const [isWhole, setWhole] = useState(false);
  const { receivers: parts, unwanted } = byName(part.receivers, (receiverId) => nameOf(receivers, receiverId));
  // a receiver that waits or has a problem is always shown
  const shown = isWhole ? parts : parts.filter((each, index) => index < FIRST || severityOf(each) !== 'info');
  return (
    <Paper withBorder p="sm" id={part.eventid} style={{ scrollMarginTop: 72 }}>
      <Stack gap={6}>
        <Group gap={4}>
          <Text fw={600} size="sm">
            {part.event}
          </Text>
          <CopyIcon text={part.eventid} />
          {because && (
            <Text size="xs" c="dimmed">
              {because}
            </Text>
          )}
        </Group>
        {part.shopper && part.shopper.short !== '' && <Shopper shopper={part.shopper} />}
        {part.receivers.length === 0 && (
          <Text size="sm" c="dimmed">
            {text.noReceivers}
          </Text>
        )}
        {shown.map((receiver) => (
          <DeliveryLine key={receiver.receiverId} part={receiver} name={nameOf(receivers, receiver.receiverId)} />
        ))}
        {shown.length < parts.length && (
          <Button size="compact-sm" variant="subtle" onClick={() => setWhole(true)} style={{ alignSelf: 'flex-start' }}>
            {text.showAll(parts.length)}
          </Button>
        )}
        {unwanted.length > 0 && <Unwanted parts={unwanted} receivers={receivers} />}
      </Stack>
    </Paper>
  );
}

const becauseOf = (event: EventPart['event']): string | undefined =>
  event === 'onDispatch' || event === 'onScheduled' ? text.because[event] : undefined;

function Shopper({ shopper: { language, short, long, expected } }: { readonly shopper: ShopperText }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Badge size="xs" variant="default" tt="uppercase" mt={3} title={text.shopper} style={{ flexShrink: 0 }}>
        {language}
      </Badge>
      <Text size="sm" lang={language} style={{ overflowWrap: 'anywhere' }}>
        <b>{short}</b> {long}
        {expected !== '' && !long.includes(expected) && (
          <>
            {' '}
            <Text span fw={500}>
              {expected}
            </Text>
          </>
        )}
      </Text>
    </Group>
  );
}

/** One line for all receivers whose settings leave the event out; a click lists them. */
function Unwanted({ parts, receivers }: { readonly parts: readonly ReceiverPart[]; readonly receivers: readonly Named[] }) {
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <div>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-expanded={isOpen}
        leftSection={isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
        onClick={toggle}
      >
        {text.notSubscribed(parts.length)}
      </Button>
      {isOpen && parts.map((each) => <DeliveryLine key={each.receiverId} part={each} name={nameOf(receivers, each.receiverId)} />)}
    </div>
  );
}
