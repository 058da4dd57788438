import '@mantine/core/styles/Radio.css';
import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.js';
import { answerOf, ApiFault } from '../api/fault.js';
import { queryClient } from '../api/queries.js';
import { type Schemas, TOKEN_SCOPES, type TokenScope } from '../api/schemas.js';
import { FaultAlert } from '../shared/fault-alert.js';
import { accessWords } from '../words/access.words.js';
import { words } from '../words/words.js';

interface Props {
  readonly onClose: () => void;
  readonly onMade: (token: Schemas['NewToken']) => void;
}

/** Scope and note of a new token. */
export function NewToken({ onClose, onMade }: Props) {
  const [note, setNote] = useState('');
  const [scope, setScope] = useState<TokenScope>('read');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => answerOf(api.POST('/tokens/generate', { body: { note, scope } })),
    onSuccess: (token) => {
      void queryClient.invalidateQueries({ queryKey: ['tokens'] });
      onMade(token);
    },
  });
  const noteFault = error instanceof ApiFault ? error.at('note') : undefined;
  return (
    <Modal opened onClose={onClose} title={accessWords.tokens.createTitle}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          mutate();
        }}
      >
        <Stack>
          <TextInput
            label={accessWords.note}
            description={accessWords.tokens.noteHint}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            error={noteFault}
            data-autofocus
          />
          <Radio.Group
            label={accessWords.scope}
            value={scope}
            onChange={(value) => setScope(TOKEN_SCOPES.find((name) => name === value) ?? 'read')}
          >
            <Stack gap={6} mt={6}>
              {TOKEN_SCOPES.map((name) => (
                <Radio key={name} value={name} label={accessWords.scopes[name]} />
              ))}
            </Stack>
          </Radio.Group>
          {error && noteFault === undefined && <FaultAlert error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.shared.cancel}
            </Button>
            <Button type="submit" loading={isPending}>
              {accessWords.tokens.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
