import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import type { Schemas } from '../../api/schemas.js';
import { ButtonLink } from '../../shared/links.js';
import { ScopedButton } from '../../shared/scoped-button.js';
import { words } from '../../words/words.js';
import { DeleteDialog } from './delete-dialog.js';
import { PauseButton } from './pause-button.js';
import { ResumeButton } from './resume-button.js';

export function ReceiverActions({ receiver }: { readonly receiver: Schemas['ReceiverDetail'] }) {
  const { receiverId, enabled } = receiver;
  const [isDeleting, deleting] = useDisclosure();
  return (
    <>
      <ButtonLink to="/deliveries" search={{ receiverId }} variant="default">
        {words.receivers.deliveries}
      </ButtonLink>
      <ButtonLink to="/recover" search={{ receiverId }} variant="default">
        {words.receivers.recover}
      </ButtonLink>
      {enabled && <PauseButton receiver={receiver} />}
      <ResumeButton receiver={receiver} />
      <ScopedButton needs="write" variant="light" color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={deleting.open}>
        {words.receivers.delete}
      </ScopedButton>
      <DeleteDialog receiver={receiver} opened={isDeleting} onClose={deleting.close} />
    </>
  );
}
