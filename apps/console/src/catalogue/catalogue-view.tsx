import { Box, Flex, Group, Paper, Select, Text } from '@mantine/core';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Fragment } from 'react';
import { api } from '../api/client.js';
import { answerOf } from '../api/fault.js';
import type { Schemas, WebhookEventName } from '../api/schemas.js';
import { MOST_OPTIONS } from '../lists/filter-fields.js';
import { NavItem } from '../shared/links.js';
import { Page } from '../shared/page.js';
import { QueryView } from '../shared/query-view.js';
import { useKnownReceivers } from '../shared/use-receivers.js';
import { catalogueWords } from '../words/catalogue.words.js';
import { eventOf, EventTypeDetail } from './event-type-detail.js';

type Format = Schemas['EventTypes']['format'];
type Language = Schemas['EventTypes']['language'];

const FORMATS: readonly Format[] = ['plain', 'cloudevents'];
const LANGUAGES: readonly Language[] = ['cs', 'da', 'de', 'en', 'es', 'fr', 'it', 'nl', 'no', 'pl', 'pt', 'sv'];

type Receiver = Schemas['ListedReceiver'];

/** The events: what they mean, how they look, and which receivers get them. */
export function CatalogueView() {
  const search = useSearch({ from: '/catalogue' });
  const receivers = useKnownReceivers();
  const receiver = receivers.find(({ receiverId }) => receiverId === search.receiverId);
  const format = oneOf(FORMATS, search.format, receiver?.format ?? 'plain');
  const language = oneOf(LANGUAGES, search.language, 'en');
  const query = useEventTypes(format, language);
  return (
    <Page title={catalogueWords.title} subtitle={catalogueWords.intro}>
      <Choices receivers={receivers} receiver={receiver} format={format} language={language} />
      <QueryView query={query}>
        {({ eventTypes, operational }) => {
          const shown = [...eventTypes, ...operational].find((each) => eventOf(each) === search.event) ?? eventTypes[0];
          return (
            <Flex direction={{ base: 'column', md: 'row' }} gap="lg" align={{ base: 'stretch', md: 'flex-start' }}>
              <EventList groups={[eventTypes, operational].map((types) => types.map(eventOf))} shown={shown && eventOf(shown)} />
              <Box style={{ flex: 1, minWidth: 0 }}>
                {shown && (
                  <EventTypeDetail eventType={shown} all={eventTypes.map(({ event }) => event)} receiver={receiver} language={language} />
                )}
              </Box>
            </Flex>
          );
        }}
      </QueryView>
    </Page>
  );
}

/** Returns the value that the address names, or the usual one if the list does not have it. */
const oneOf = <T extends string>(list: readonly T[], text: string | undefined, usual: T): T =>
  list.find((value) => value === text) ?? usual;

const useEventTypes = (format: Format, language: Language): UseQueryResult<Schemas['EventTypes']> =>
  useQuery({
    queryKey: ['event-types', format, language],
    queryFn: () => answerOf(api.GET('/event-types', { params: { query: { format, language } } })),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });

const NAMES = new Intl.DisplayNames(['en'], { type: 'language' });

const languageName = (language: Language): string => NAMES.of(language) ?? language;

interface ChoicesProps {
  readonly receivers: readonly Receiver[];
  readonly receiver: Receiver | undefined;
  readonly format: Format;
  readonly language: Language;
}

function Choices({ receivers, receiver, format, language }: ChoicesProps) {
  const navigate = useNavigate({ from: '/catalogue' });
  const choose = (change: Readonly<Record<string, string | undefined>>): void =>
    void navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false });
  return (
    <Group gap="md" align="flex-start">
      <Select
        label={catalogueWords.receiver}
        placeholder={catalogueWords.anyReceiver}
        nothingFoundMessage={catalogueWords.noReceiver}
        searchable
        clearable
        limit={MOST_OPTIONS}
        w={240}
        data={receivers.map(({ receiverId, name }) => ({ value: receiverId, label: name }))}
        value={receiver?.receiverId ?? null}
        // a chosen receiver brings its format along
        onChange={(receiverId) => choose({ receiverId: receiverId ?? undefined, format: undefined })}
      />
      <Select
        label={catalogueWords.format}
        description={receiver?.format === format ? catalogueWords.formatOfReceiver(receiver.name) : undefined}
        inputWrapperOrder={['label', 'input', 'description']}
        allowDeselect={false}
        w={240}
        data={FORMATS.map((value) => ({ value, label: catalogueWords.formats[value] }))}
        value={format}
        onChange={(value) => choose({ format: value ?? undefined })}
      />
      <Select
        label={catalogueWords.language}
        description={catalogueWords.languageHint}
        inputWrapperOrder={['label', 'input', 'description']}
        allowDeselect={false}
        searchable
        w={240}
        data={LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
        value={language}
        onChange={(value) => choose({ language: value ?? undefined })}
      />
    </Group>
  );
}

interface ListProps {
  /** The events of parcels, then the operational events. */
  readonly groups: readonly (readonly WebhookEventName[])[];
  readonly shown: WebhookEventName | undefined;
}

function EventList({ groups, shown }: ListProps) {
  const navigate = useNavigate({ from: '/catalogue' });
  return (
    <>
      <Select
        hiddenFrom="md"
        label={catalogueWords.list}
        allowDeselect={false}
        data={groups.map((items, place) => ({ group: catalogueWords.groups[place] ?? '', items: [...items] }))}
        value={shown ?? null}
        onChange={(event) => void navigate({ search: (search) => ({ ...search, event: event ?? undefined }), replace: true })}
      />
      <Paper
        component="nav"
        aria-label={catalogueWords.list}
        visibleFrom="md"
        withBorder
        radius="md"
        p={6}
        w={220}
        style={{ flex: 'none' }}
      >
        {groups.map((events, place) => (
          <Fragment key={catalogueWords.groups[place]}>
            <Text size="xs" c="dimmed" px="sm" py={6}>
              {catalogueWords.groups[place]}
            </Text>
            {events.map((event) => (
              <NavItem
                key={event}
                to="/catalogue"
                search={(search) => ({ ...search, event })}
                replace
                resetScroll={false}
                label={event}
                active={event === shown}
                aria-current={event === shown ? 'true' : undefined}
              />
            ))}
          </Fragment>
        ))}
      </Paper>
    </>
  );
}
