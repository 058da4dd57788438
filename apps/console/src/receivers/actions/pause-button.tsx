import { Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlayerPause } from '@tabler/icons-react';
import { Confirm } from '../../access/confirm.js';
import type { Schemas } from '../../api/schemas.js';
import { ScopedButton } from '../../shared/scoped-button.js';
import { words } from '../../words/words.js';
import { useChangeReceiver } from '../shared/receiver-mutations.js';

const text = words.receivers;

/** Asks before a pause, because a paused receiver loses events. */
export function PauseButton({ receiver: { receiverId, name } }: { readonly receiver: Schemas['ReceiverDetail'] }) {
  const [isAsking, { open, close }] = useDisclosure();
  const change = useChangeReceiver(receiverId, text.pausedDone);
  return (
    <>
      <ScopedButton needs="write" variant="default" leftSection={<IconPlayerPause size={16} aria-hidden />} onClick={open}>
        {text.pause}
      </ScopedButton>
      {isAsking && (
        <Confirm
          title={text.pauseTitle(name)}
          action={text.pauseDo}
          isBusy={change.isPending}
          error={change.error}
          onConfirm={() => change.mutate({ enabled: false })}
          onClose={close}
        >
          <Text size="sm">{text.pauseHint}</Text>
        </Confirm>
      )}
    </>
  );
}
