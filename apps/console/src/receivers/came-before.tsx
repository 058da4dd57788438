import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../api/schemas.js';
import { OwedDialog } from '../recover/lazy-owed-dialog.js';
import { useOwed } from '../recover/owed.js';
import { asksOf, fromOfPreset } from '../recover/wish.js';
import { words } from '../words/words.js';
import { Section } from './shared/section.js';

const { create } = words.receivers;

/** What a new receiver would have got, had it been there a day ago. */
export function CameBefore({ receiver: { receiverId, name } }: { readonly receiver: Pick<Schemas['Receiver'], 'receiverId' | 'name'> }) {
  const [asks] = useState(() => asksOf([receiverId], { kind: 'missing', from: fromOfPreset('day', Date.now()) }));
  const [isAsking, setAsking] = useState(false);
  const { owed } = useOwed(asks);
  if (!isAsking && (owed === undefined || owed.count === 0)) return null;
  return (
    <Section title={create.beforeTitle}>
      {owed && owed.count > 0 && (
        <>
          <Text size="sm">{create.before(owed.count, owed.countIsExact)}</Text>
          <Group>
            <Button variant="default" onClick={() => setAsking(true)}>
              {create.beforeSend(owed.count, owed.countIsExact)}
            </Button>
          </Group>
        </>
      )}
      {isAsking && (
        <OwedDialog
          title={create.beforeDialog(name)}
          asks={asks}
          questionOf={({ count, countIsExact }) => create.beforeQuestion(count, countIsExact)}
          none={create.beforeNone}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  );
}
