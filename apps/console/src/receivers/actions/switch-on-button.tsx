import { IconPower } from '@tabler/icons-react';
import { useState } from 'react';
import type { Schemas } from '../../api/schemas.js';
import { RecoverDialog } from '../../recover/lazy-recover-dialog.js';
import type { RecoverRequest } from '../../recover/recover-options.js';
import { FaultAlert } from '../../shared/fault-alert.js';
import { ScopedButton } from '../../shared/scoped-button.js';
import { words } from '../../words/words.js';
import { useChangeReceiver } from '../shared/receiver-mutations.js';
import { meanwhileRequests, questionOf, SETTLED_MS } from './meanwhile.js';

const { meanwhile } = words.receivers;

interface SwitchedOn {
  readonly requests: readonly RecoverRequest[];
  readonly atMs: number;
}

interface Props {
  readonly receiver: Schemas['ListedReceiver'];
  readonly onPress?: () => void;
  readonly size?: 'xs' | 'sm';
}

/** Switches a receiver on, then asks about the webhooks it missed. The component stays when the receiver is on: the question outlives the click. */
export function SwitchOnButton({ receiver, onPress, size = 'sm' }: Props) {
  const { receiverId, name, enabled, health, createdAt } = receiver;
  const [switchedOn, setSwitchedOn] = useState<SwitchedOn>();
  const change = useChangeReceiver(receiverId, words.receivers.switchedOn);
  const switchOn = (): void => {
    onPress?.();
    const requests = meanwhileRequests({ receiverId, createdAt, offSince: health.since ?? createdAt });
    change.mutate({ enabled: true }, { onSuccess: () => setSwitchedOn({ requests, atMs: Date.now() }) });
  };
  return (
    <>
      {!enabled && (
        <ScopedButton
          needs="write"
          size={size}
          leftSection={<IconPower size={16} aria-hidden />}
          loading={change.isPending}
          onClick={switchOn}
        >
          {words.receivers.switchOn}
        </ScopedButton>
      )}
      {change.error && <FaultAlert error={change.error} />}
      {switchedOn && (
        <RecoverDialog
          title={meanwhile.title(name)}
          requests={switchedOn.requests}
          questionOf={questionOf}
          none={meanwhile.none}
          counting={meanwhile.counting}
          notBeforeMs={switchedOn.atMs + SETTLED_MS}
          onClose={() => setSwitchedOn(undefined)}
        />
      )}
    </>
  );
}
