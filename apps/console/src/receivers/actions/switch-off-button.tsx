import { Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPower } from '@tabler/icons-react';
import type { Schemas } from '../../api/schemas.js';
import { Confirm } from '../../shared/confirm.js';
import { ScopedButton } from '../../shared/scoped-button.js';
import { words } from '../../words/words.js';
import { useChangeReceiver } from '../shared/receiver-mutations.js';

const text = words.receivers;

/** Asks first, because a receiver that is switched off loses events. */
export function SwitchOffButton({ receiver: { receiverId, name } }: { readonly receiver: Schemas['ReceiverDetail'] }) {
  const [isAsking, { open, close }] = useDisclosure();
  const change = useChangeReceiver(receiverId, text.switchedOff);
  return (
    <>
      <ScopedButton needs="write" variant="default" leftSection={<IconPower size={16} aria-hidden />} onClick={open}>
        {text.switchOff}
      </ScopedButton>
      {isAsking && (
        <Confirm
          title={text.switchOffTitle(name)}
          action={text.switchOffDo}
          isBusy={change.isPending}
          error={change.error}
          onConfirm={() => change.mutate({ enabled: false })}
          onClose={close}
        >
          <Text size="sm">{text.switchOffHint}</Text>
        </Confirm>
      )}
    </>
  );
}
