import { Anchor, Modal, Stack, Table, Text, Title } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../api/client.js';
import { answerOf } from '../../api/fault.js';
import type { Schemas, WebhookEventName } from '../../api/schemas.js';
import { TextLink } from '../../shared/links.js';
import { Instant } from '../../times/instant.js';
import { filterWords } from '../../words/filter.words.js';
import { words } from '../../words/words.js';
import { type Filter, NAME_OF } from './wish.js';

type Preview = Schemas['ReceiverPreview'];
type Judged = Schemas['JudgedEvent'];
type LeftOut = Schemas['LeftOutEvent'];

/** A pause in typing that is long enough to ask the API. */
const PAUSE_MS = 300;

interface Props {
  readonly events: readonly WebhookEventName[];
  readonly filter: Filter;
}

/** Says how many of the last events the draft takes, and shows which ones on demand. */
export function FilterPreview({ events, filter }: Props) {
  const [draft] = useDebouncedValue({ events: [...events], filter }, PAUSE_MS);
  const [isOpen, { open, close }] = useDisclosure();
  const { data } = useQuery({
    queryKey: ['receivers', 'preview', draft],
    queryFn: () => answerOf(api.POST('/receivers/preview', { body: draft })),
    placeholderData: keepPreviousData,
  });
  if (data === undefined) return null;
  if (data.judged === 0) return <Text size="sm">{filterWords.noEvents}</Text>;
  return (
    <div role="status">
      <Text size="sm">
        {filterWords.takes(data.taken, data.judged)}{' '}
        <Anchor component="button" type="button" size="sm" underline="always" onClick={open}>
          {filterWords.show}
        </Anchor>
      </Text>
      {data.parcelsInPart > 0 && (
        <Text size="sm" c="dimmed">
          {filterWords.inPart(data.parcelsInPart)}
        </Text>
      )}
      <Modal opened={isOpen} onClose={close} title={filterWords.takes(data.taken, data.judged)} size="xl">
        <Samples preview={data} />
      </Modal>
    </div>
  );
}

function Samples({ preview: { takenEvents, leftOutEvents } }: { readonly preview: Preview }) {
  return (
    <Stack>
      <Sample title={filterWords.leftOut} none={filterWords.noneLeftOut} events={leftOutEvents} because={(event) => becauseOf(event)} />
      <Sample title={filterWords.taken} none={filterWords.noneTaken} events={takenEvents} />
    </Stack>
  );
}

function becauseOf({ refusedBy, value }: LeftOut): string {
  if (refusedBy === 'events') return filterWords.otherEvent;
  return filterWords.notIn(words.receivers.filter.lists[refusedBy], NAME_OF[refusedBy](value));
}

interface SampleProps<Event extends Judged> {
  readonly title: string;
  readonly none: string;
  readonly events: readonly Event[];
  readonly because?: (event: Event) => ReactNode;
}

function Sample<Event extends Judged>({ title, none, events, because }: SampleProps<Event>) {
  return (
    <section aria-label={title}>
      <Title order={3} size="h6" mb={4}>
        {title}
      </Title>
      {events.length === 0 ? (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      ) : (
        <Table verticalSpacing={4} aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{filterWords.columns.event}</Table.Th>
              <Table.Th>{filterWords.columns.parcel}</Table.Th>
              {because && <Table.Th>{filterWords.columns.because}</Table.Th>}
              <Table.Th visibleFrom="sm">{filterWords.columns.createdAt}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {events.map((event) => (
              <Table.Tr key={event.eventid}>
                <Table.Td>{event.event}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  <TextLink to="/parcels/$courier/$trackingNumber" params={event} size="sm">
                    {event.trackingNumber}
                  </TextLink>
                </Table.Td>
                {because && <Table.Td style={{ overflowWrap: 'anywhere' }}>{because(event)}</Table.Td>}
                <Table.Td visibleFrom="sm">
                  <Instant at={event.createdAt} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
}
