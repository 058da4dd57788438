import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../api/schemas.js';
import { fromOfPreset } from '../lists/period.js';
import { RecoverDialog } from '../recover/lazy-recover-dialog.js';
import { recoverRequestsOf } from '../recover/recover-options.js';
import { useRecoverable } from '../recover/recoverable.js';
import { receiverFormWords } from '../words/receiver-forms.words.js';
import { Section } from './shared/section.js';

const { create } = receiverFormWords;

/** Offers a new receiver the events of the last day. */
export function CameBefore({ receiver: { receiverId, name } }: { readonly receiver: Pick<Schemas['Receiver'], 'receiverId' | 'name'> }) {
  const [requests] = useState(() => recoverRequestsOf([receiverId], { kinds: ['missing'], from: fromOfPreset('day', Date.now()) }));
  const [isAsking, setAsking] = useState(false);
  const { recoverable } = useRecoverable(requests);
  if (!isAsking && (recoverable === undefined || recoverable.count === 0)) return null;
  return (
    <Section title={create.beforeTitle}>
      {recoverable && recoverable.count > 0 && (
        <>
          <Text size="sm">{create.before(recoverable.count, recoverable.countIsExact)}</Text>
          <Group>
            <Button variant="default" onClick={() => setAsking(true)}>
              {create.beforeSend(recoverable.count, recoverable.countIsExact)}
            </Button>
          </Group>
        </>
      )}
      {isAsking && (
        <RecoverDialog
          title={create.beforeDialog(name)}
          requests={requests}
          questionOf={({ count, countIsExact }) => create.beforeQuestion(count, countIsExact)}
          none={create.beforeNone}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  );
}
