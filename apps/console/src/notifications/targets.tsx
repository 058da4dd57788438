import { Badge, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.js';
import { answerOf, ApiFault } from '../api/fault.js';
import { queryClient } from '../api/queries.js';
import type { Schemas } from '../api/schemas.js';
import { OPERATIONAL_EVENT_NAMES } from '../api/vocabulary.js';
import { FaultAlert } from '../shared/fault-alert.js';
import { QueryView } from '../shared/query-view.js';
import { ScopedButton } from '../shared/scoped-button.js';
import { Instant } from '../times/instant.js';
import { notificationsWords } from '../words/notifications.words.js';
import { TARGETS_KEY, useTargets } from './use-targets.js';

type Target = Schemas['NotificationTarget'];

const text = notificationsWords.targets;

/** Mail addresses that hear of operational events. */
export function Targets() {
  const query = useTargets();
  return (
    <Paper withBorder radius="md" p="md" component="section" aria-label={text.title}>
      <Stack gap="sm">
        <div>
          <Text fw={600}>{text.title}</Text>
          <Text size="sm" c="dimmed">
            {text.hint}
          </Text>
        </div>
        <QueryView query={query}>
          {({ targets, missingSettings }) => (
            <>
              {targets.map((target) => (
                <TargetRow key={target.targetId} target={target} />
              ))}
              {missingSettings === null ? <AddTarget /> : <Text size="sm">{text.off(missingSettings)}</Text>}
            </>
          )}
        </QueryView>
      </Stack>
    </Paper>
  );
}

const changed = (): Promise<void> => queryClient.invalidateQueries({ queryKey: TARGETS_KEY });

const COLOURS = { unconfirmed: 'orange', confirmed: 'teal', unsubscribed: 'gray', undeliverable: 'red' } as const;

function TargetRow({ target: { targetId, name, address, types, state, stateAt, lastRefusal } }: { readonly target: Target }) {
  const params = { path: { targetId } };
  const remove = useMutation({
    mutationFn: () => answerOf(api.DELETE('/notification-targets/{targetId}', { params })),
    onSuccess: changed,
  });
  const ask = useMutation({
    mutationFn: () => answerOf(api.POST('/notification-targets/{targetId}/confirmation', { params })),
    onSuccess: () => {
      notifications.show({ message: text.asked(name), color: 'teal' });
      return changed();
    },
  });
  const test = useMutation({
    mutationFn: () => answerOf(api.POST('/notification-targets/{targetId}/test', { params })),
    onSuccess: ({ outcome, detail }) =>
      notifications.show({ message: text.tested[outcome](detail ?? ''), color: outcome === 'sent' ? 'teal' : 'red' }),
  });
  const error = remove.error ?? ask.error ?? test.error;
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="sm">
        <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            {address !== null && address !== name && <Text size="sm">{address}</Text>}
            <Badge variant="light" color={COLOURS[state]}>
              {text.states[state]}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {text.hints[state]} <Instant at={stateAt} relative />
            {types.length < OPERATIONAL_EVENT_NAMES.length && ` · ${types.join(', ')}`}
          </Text>
          {lastRefusal !== null && (
            <Text size="sm" c="dimmed">
              {text.refusal(lastRefusal)}
            </Text>
          )}
        </div>
        <Group gap="xs">
          {state === 'confirmed' ? (
            <ScopedButton needs="write" size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
              {text.test}
            </ScopedButton>
          ) : (
            <ScopedButton needs="write" size="xs" variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
              {text.ask}
            </ScopedButton>
          )}
          <ScopedButton
            needs="write"
            size="xs"
            variant="default"
            loading={remove.isPending}
            onClick={() => remove.mutate()}
            aria-label={text.removeNamed(name)}
          >
            {text.remove}
          </ScopedButton>
        </Group>
      </Group>
      {error && <FaultAlert error={error} />}
    </Stack>
  );
}

/** Takes an address and a name. The types are all; the API changes them. */
function AddTarget() {
  const [isOpen, setOpen] = useState(false);
  const [values, setValues] = useState({ address: '', name: '' });
  const add = useMutation({
    mutationFn: () => answerOf(api.POST('/notification-targets', { body: { kind: 'email', address: values.address, name: values.name } })),
    onSuccess: ({ name }) => {
      notifications.show({ message: text.asked(name), color: 'teal' });
      setValues({ address: '', name: '' });
      setOpen(false);
      return changed();
    },
  });
  const faultAt = (attr: string) => (add.error instanceof ApiFault ? add.error.at(attr) : undefined);
  if (!isOpen) {
    return (
      <Group>
        <ScopedButton needs="write" variant="default" onClick={() => setOpen(true)}>
          {text.add}
        </ScopedButton>
      </Group>
    );
  }
  const isAtField = faultAt('address') !== undefined || faultAt('name') !== undefined;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <Stack gap="sm" maw={480}>
        <TextInput
          label={text.address}
          description={text.addressHint}
          required
          autoFocus
          value={values.address}
          onChange={(event) => setValues({ ...values, address: event.currentTarget.value.trim() })}
          error={faultAt('address')}
        />
        <TextInput
          label={text.name}
          description={text.nameHint}
          maxLength={100}
          value={values.name}
          onChange={(event) => setValues({ ...values, name: event.currentTarget.value })}
          error={faultAt('name')}
        />
        {add.error && !isAtField && <FaultAlert error={add.error} />}
        <Group>
          <ScopedButton needs="write" type="submit" loading={add.isPending}>
            {text.send}
          </ScopedButton>
          <Button variant="default" onClick={() => setOpen(false)}>
            {text.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
