import { Button, Group, Paper, Select, Stack, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { EVENT_NAMES } from '../api/vocabulary.js';
import { MOST_OPTIONS } from '../lists/filter-fields.js';
import { QueryView } from '../shared/query-view.js';
import { useKnownReceivers } from '../shared/use-receivers.js';
import { parcelsWords } from '../words/parcels.words.js';
import { FindingAlert, FindingNote } from './finding-alert.js';
import { findingKey } from './parcel-entries.js';
import { type ParcelKey, useExplanation } from './use-parcel.js';

const text = parcelsWords;

interface Asked {
  readonly event?: string;
  readonly receiverId?: string;
}

/** Answers "Why did onDelivered not come?". The address holds the question. */
export function AskWhy({ parcel, asked }: { readonly parcel: ParcelKey; readonly asked: Asked }) {
  const navigate = useNavigate({ from: '/parcels/$courier/$trackingNumber' });
  const receivers = useKnownReceivers();
  const ask = (changes: Asked): void =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false });
  const isAsking = asked.event !== undefined || asked.receiverId !== undefined;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="ask-why">
      <Stack gap="sm">
        <Group align="flex-end" gap="sm">
          <Title order={2} size="h5" id="ask-why" style={{ alignSelf: 'center' }}>
            {text.askTitle}
          </Title>
          <Select
            size="xs"
            aria-label={text.askEvent}
            placeholder={text.askChoose}
            data={[...EVENT_NAMES]}
            value={asked.event ?? null}
            onChange={(event) => ask({ event: event ?? undefined })}
            searchable
            clearable
          />
          <Select
            size="xs"
            aria-label={text.askReceiver}
            placeholder={text.askAnyReceiver}
            data={receivers.map(({ receiverId, name }) => ({ value: receiverId, label: name }))}
            value={asked.receiverId ?? null}
            onChange={(receiverId) => ask({ receiverId: receiverId ?? undefined })}
            searchable
            limit={MOST_OPTIONS}
            clearable
          />
          {isAsking && (
            <Button size="xs" variant="subtle" onClick={() => ask({ event: undefined, receiverId: undefined })}>
              {text.askNot}
            </Button>
          )}
        </Group>
        {isAsking && <Answer parcel={parcel} asked={asked} />}
      </Stack>
    </Paper>
  );
}

function Answer({ parcel, asked }: { readonly parcel: ParcelKey; readonly asked: Asked }) {
  const query = useExplanation(parcel, asked);
  return (
    <div aria-live="polite">
      <QueryView query={query}>
        {({ verdict, notable }) => (
          <Stack gap="xs">
            <FindingAlert finding={verdict} />
            {notable
              .filter((finding) => findingKey(finding) !== findingKey(verdict))
              .map((finding) => (
                <FindingNote key={findingKey(finding)} finding={finding} />
              ))}
          </Stack>
        )}
      </QueryView>
    </div>
  );
}
