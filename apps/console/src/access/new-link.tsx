import { Group, Paper, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.js';
import { answerOf, ApiFault } from '../api/fault.js';
import { queryClient } from '../api/queries.js';
import type { Schemas } from '../api/schemas.js';
import { useMay } from '../api/session.js';
import { FaultAlert } from '../shared/fault-alert.js';
import { ScopedButton } from '../shared/scoped-button.js';
import { accessWords } from '../words/access.words.js';

type Scope = Schemas['CreateSessionLink']['scope'];

const LIFETIMES_S = [60, 300, 900] as const;
const USUAL_S = 300;

/** Scope, lifetime and note of a new link. */
export function NewLink({ onMade }: { readonly onMade: (link: Schemas['NewSessionLink']) => void }) {
  const mayWrite = useMay('write');
  const [scope, setScope] = useState<Scope>('read');
  const [seconds, setSeconds] = useState<number>(USUAL_S);
  const [note, setNote] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => answerOf(api.POST('/sessions/links', { body: { scope, expiresInSeconds: seconds, ...(note !== '' && { note }) } })),
    onSuccess: (link) => {
      setNote('');
      onMade(link);
      return queryClient.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  const noteFault = error instanceof ApiFault ? error.at('note') : undefined;
  return (
    <Paper
      component="form"
      withBorder
      radius="md"
      p="md"
      aria-label={accessWords.links.createTitle}
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <Group align="flex-end" gap="sm">
        <Select
          label={accessWords.scope}
          allowDeselect={false}
          w={240}
          data={(mayWrite ? (['read', 'write'] as const) : (['read'] as const)).map((value) => ({
            value,
            label: accessWords.scopes[value],
          }))}
          value={scope}
          onChange={(value) => setScope(value === 'write' ? 'write' : 'read')}
        />
        <Select
          label={accessWords.links.lifetime}
          allowDeselect={false}
          w={140}
          data={LIFETIMES_S.map((value) => ({ value: String(value), label: accessWords.links.lifetimes[value] ?? '' }))}
          value={String(seconds)}
          onChange={(value) => setSeconds(Number(value))}
        />
        <TextInput
          label={accessWords.note}
          placeholder={accessWords.links.noteHint}
          maxLength={200}
          style={{ flex: 1, minWidth: 200 }}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          error={noteFault}
        />
        <ScopedButton needs="read" type="submit" loading={isPending}>
          {accessWords.links.create}
        </ScopedButton>
      </Group>
      {error && noteFault === undefined && <FaultAlert error={error} />}
    </Paper>
  );
}
