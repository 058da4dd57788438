import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.js';
import { answerOf, ApiFault } from '../api/fault.js';
import { queryClient } from '../api/queries.js';
import type { Schemas, WebhookEventName } from '../api/schemas.js';
import { WEBHOOK_EVENT_NAMES } from '../api/vocabulary.js';
import { CodeBlock } from '../shared/code-block.js';
import { FaultAlert } from '../shared/fault-alert.js';
import { ButtonLink } from '../shared/links.js';
import { Page } from '../shared/page.js';
import { ScopedButton } from '../shared/scoped-button.js';
import { receiverFormWords } from '../words/receiver-forms.words.js';
import { words } from '../words/words.js';
import { filterWords } from '../words/filter.words.js';
import { CameBefore } from './came-before.js';
import { FilterFields } from './filter/filter-fields.js';
import { NO_FILTER } from './filter/filter-lists.js';
import type { Filter } from './filter/wish.js';
import { AuthFields } from './shared/auth-fields.js';
import { type AuthValues, toAuth, toAuthValues } from './shared/auth-form.js';
import { EventChoice } from './shared/event-choice.js';
import { NewSigningSecret } from './shared/new-signing-secret.js';
import { Section } from './shared/section.js';
import { FormatSelect } from './settings/settings-fields.js';

const { create, settings, auth } = receiverFormWords;

interface Values {
  readonly name: string;
  readonly url: string;
  readonly events: WebhookEventName[];
  readonly filter: Filter;
  readonly format: Schemas['Receiver']['format'];
  readonly auth: AuthValues;
}

export function NewReceiverView() {
  const { event } = useSearch({ from: '/receivers/new' });
  const add = useMutation({
    mutationFn: ({ name, url, events, filter, format, auth: given }: Values) =>
      answerOf(api.POST('/receivers', { body: { url, events, filter, format, auth: toAuth(given), ...(name !== '' && { name }) } })),
    gcTime: 0,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['receivers'] }),
  });
  return (
    <Page title={add.data ? create.done(add.data.name) : create.title} subtitle={add.data ? undefined : create.hint}>
      {add.data ? (
        <Created receiver={add.data} />
      ) : (
        <Form
          first={WEBHOOK_EVENT_NAMES.filter((name) => name === event)}
          error={add.error}
          isPending={add.isPending}
          onSubmit={(values) => add.mutate(values)}
        />
      )}
    </Page>
  );
}

interface FormProps {
  /** The events that are chosen at first. */
  readonly first: WebhookEventName[];
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly onSubmit: (values: Values) => void;
}

function Form({ first, error, isPending, onSubmit }: FormProps) {
  const [values, setValues] = useState<Values>(() => ({
    name: '',
    url: '',
    events: first,
    filter: NO_FILTER,
    format: 'plain',
    auth: toAuthValues({ type: 'none' }),
  }));
  const [isFiltered, { open: filter }] = useDisclosure();
  const put = (change: Partial<Values>): void => setValues({ ...values, ...change });
  const faultAt = (attr: string) => (error instanceof ApiFault ? error.at(attr) : undefined);
  return (
    <form
      onSubmit={(submitted) => {
        submitted.preventDefault();
        onSubmit(values);
      }}
    >
      <Stack gap="lg" maw={760}>
        <Section title={create.endpoint}>
          <TextInput
            label={settings.url}
            description={create.urlHint}
            placeholder={create.urlExample}
            type="url"
            required
            value={values.url}
            onChange={(event) => put({ url: event.currentTarget.value })}
            error={faultAt('url')}
          />
          <TextInput
            label={settings.name}
            placeholder={settings.nameHint}
            maxLength={100}
            value={values.name}
            onChange={(event) => put({ name: event.currentTarget.value })}
            error={faultAt('name')}
          />
          <Text size="sm" c="dimmed">
            {create.noAddress}
          </Text>
          <CodeBlock label={create.listen} text="parcel-webhooks listen --forward http://localhost:3000/webhooks" />
        </Section>
        <Section title={settings.content}>
          <EventChoice value={values.events} onChange={(events) => put({ events })} error={faultAt('events')} />
          {isFiltered ? (
            <FilterFields events={values.events} value={values.filter} onChange={(filter) => put({ filter })} faultAt={faultAt} />
          ) : (
            <Group>
              <Button variant="default" size="xs" onClick={filter}>
                {filterWords.open}
              </Button>
            </Group>
          )}
          <FormatSelect value={values.format} onChange={(format) => put({ format })} error={faultAt('format')} />
        </Section>
        <Section title={auth.title} hint={auth.hint}>
          <AuthFields values={values.auth} onChange={(next) => put({ auth: next })} faultAt={faultAt} />
        </Section>
        {error && <FaultAlert error={error} />}
        <Group>
          <ScopedButton needs="write" type="submit" loading={isPending}>
            {create.submit}
          </ScopedButton>
          <ButtonLink to="/" variant="default">
            {words.shared.cancel}
          </ButtonLink>
        </Group>
      </Stack>
    </form>
  );
}

function Created({ receiver }: { readonly receiver: Schemas['Receiver'] }) {
  const { receiverId, signing } = receiver;
  return (
    <Stack gap="lg" maw={960}>
      {signing.secret !== undefined && <NewSigningSecret secret={signing.secret} />}
      <Section title={create.nextTitle} hint={create.next}>
        <Group>
          <ButtonLink to="/receivers/$receiverId" params={{ receiverId }} search={{ tab: 'test' }}>
            {create.test}
          </ButtonLink>
          <ButtonLink to="/receivers/$receiverId" params={{ receiverId }} search={{ tab: 'checklist' }} variant="default">
            {create.checklist}
          </ButtonLink>
        </Group>
      </Section>
      <CameBefore receiver={receiver} />
    </Stack>
  );
}
