import { Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import type { Schemas } from '../../api/schemas.js';
import { ScopedButton } from '../../shared/scoped-button.js';
import { words } from '../../words/words.js';
import { Section } from '../shared/section.js';
import { DeleteDialog } from './delete-dialog.js';

/** At the end of the settings, out of the way. */
export function DeleteSection({ receiver }: { readonly receiver: Schemas['ReceiverDetail'] }) {
  const [isDeleting, { open, close }] = useDisclosure();
  return (
    <Section title={words.receivers.deleteSection} hint={words.receivers.deleteHint}>
      <Group>
        <ScopedButton
          needs="write"
          variant="default"
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={open}
        >
          {words.receivers.delete}
        </ScopedButton>
      </Group>
      <DeleteDialog receiver={receiver} opened={isDeleting} onClose={close} />
    </Section>
  );
}
