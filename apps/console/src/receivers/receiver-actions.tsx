import { useDisclosure } from '@mantine/hooks';
import { IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import type { Schemas } from '../api/schemas.js';
import { FaultAlert } from '../shared/fault-alert.js';
import { ButtonLink } from '../shared/links.js';
import { ScopedButton } from '../shared/scoped-button.js';
import { words } from '../words/words.js';
import { DeleteDialog } from './delete-dialog.js';
import { useChangeReceiver } from './receiver-mutations.js';

export function ReceiverActions({ receiver }: { readonly receiver: Schemas['ReceiverDetail'] }) {
  const { receiverId, enabled } = receiver;
  const [isDeleting, deleting] = useDisclosure();
  const change = useChangeReceiver(receiverId, enabled ? words.receivers.pausedDone : words.receivers.resumedDone);
  const Icon = enabled ? IconPlayerPause : IconPlayerPlay;
  return (
    <>
      <ButtonLink to="/deliveries" search={{ receiverId }} variant="default">
        {words.receivers.deliveries}
      </ButtonLink>
      <ButtonLink to="/recover" search={{ receiverId }} variant="default">
        {words.receivers.recover}
      </ButtonLink>
      <ScopedButton
        needs="write"
        variant={enabled ? 'default' : 'filled'}
        leftSection={<Icon size={16} aria-hidden />}
        loading={change.isPending}
        onClick={() => change.mutate({ enabled: !enabled })}
      >
        {enabled ? words.receivers.pause : words.receivers.resume}
      </ScopedButton>
      <ScopedButton needs="write" variant="light" color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={deleting.open}>
        {words.receivers.delete}
      </ScopedButton>
      {change.error && <FaultAlert error={change.error} />}
      <DeleteDialog receiver={receiver} opened={isDeleting} onClose={deleting.close} />
    </>
  );
}
