import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import type { Schemas } from '../../api/schemas.js';
import { FaultAlert } from '../../shared/fault-alert.js';
import { ScopedButton } from '../../shared/scoped-button.js';
import type { Ask } from '../../recover/wish.js';
import { words } from '../../words/words.js';
import { useChangeReceiver } from '../shared/receiver-mutations.js';
import { OwedDialog } from '../../recover/lazy-owed-dialog.js';
import { meanwhileAsks, questionOf, SETTLED_MS } from './meanwhile.js';

const { meanwhile } = words.receivers;

interface Resumed {
  readonly asks: readonly Ask[];
  readonly atMs: number;
}

interface Props {
  readonly receiver: Schemas['ListedReceiver'];
  readonly onPress?: () => void;
  readonly size?: 'xs' | 'sm';
}

/** Resumes a receiver that is off, then asks about what came meanwhile. It stands where nothing is to resume, too: the question outlives the pause. */
export function ResumeButton({ receiver, onPress, size = 'sm' }: Props) {
  const { receiverId, name, enabled, health, createdAt } = receiver;
  const [resumed, setResumed] = useState<Resumed>();
  const change = useChangeReceiver(receiverId, words.receivers.resumedDone);
  const resume = (): void => {
    onPress?.();
    const asks = meanwhileAsks(receiverId, health.since ?? createdAt);
    change.mutate({ enabled: true }, { onSuccess: () => setResumed({ asks, atMs: Date.now() }) });
  };
  return (
    <>
      {!enabled && (
        <ScopedButton
          needs="write"
          size={size}
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          loading={change.isPending}
          onClick={resume}
        >
          {words.receivers.resume}
        </ScopedButton>
      )}
      {change.error && <FaultAlert error={change.error} />}
      {resumed && (
        <OwedDialog
          title={meanwhile.title(name)}
          asks={resumed.asks}
          questionOf={questionOf}
          none={meanwhile.none}
          counting={meanwhile.counting}
          notBeforeMs={resumed.atMs + SETTLED_MS}
          onClose={() => setResumed(undefined)}
        />
      )}
    </>
  );
}
