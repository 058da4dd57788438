import { Alert, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.js';
import { answerOf } from '../api/fault.js';
import { queryClient } from '../api/queries.js';
import type { Schemas } from '../api/schemas.js';
import { Confirm } from '../shared/confirm.js';
import { accessWords } from '../words/access.words.js';
import { isLastGenerate, isUsedRecently } from './token-rules.js';

interface Props {
  readonly token: Schemas['Token'];
  readonly tokens: readonly Schemas['Token'][];
  readonly onClose: () => void;
}

/** Asks before a token is revoked. */
export function RevokeToken({ token, tokens, onClose }: Props) {
  const { tokenId, note } = token;
  const [nowMs] = useState(() => Date.now());
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => answerOf(api.POST('/tokens/revoke', { body: { tokenId } })),
    onSuccess: ({ warnings = [] }) => {
      notifications.show({ message: accessWords.tokens.revoked(tokenId) });
      for (const { detail } of warnings) notifications.show({ message: detail, color: 'orange', autoClose: false });
      void queryClient.invalidateQueries({ queryKey: ['tokens'] });
      void queryClient.invalidateQueries({ queryKey: ['sessions'] });
      onClose();
    },
  });
  return (
    <Confirm
      title={accessWords.tokens.revokeTitle(tokenId)}
      action={accessWords.tokens.revoke}
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      {note !== '' && <Text fw={600}>{note}</Text>}
      <Text size="sm">{accessWords.tokens.revokeText}</Text>
      {isUsedRecently(token, nowMs) && <Alert color="orange">{accessWords.tokens.recently}</Alert>}
      {isLastGenerate(token, tokens) && <Alert color="red">{accessWords.tokens.lastGenerate}</Alert>}
    </Confirm>
  );
}
