import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import type { Schemas } from '../../api/schemas.js';
import { FaultAlert } from '../../shared/fault-alert.js';
import { ScopedButton } from '../../shared/scoped-button.js';
import { words } from '../../words/words.js';
import { useChangeReceiver } from '../shared/receiver-mutations.js';
import { MeanwhileDialog } from './meanwhile-dialog.js';

interface Resumed {
  /** When the pause began, as far as that is known. */
  readonly offSince: string;
  readonly resumedAtMs: number;
}

/** Resumes a receiver that is off, then asks about what came meanwhile. It stands where nothing is to resume, too: the question outlives the pause. */
export function ResumeButton({ receiver }: { readonly receiver: Schemas['ReceiverDetail'] }) {
  const { receiverId, enabled, health, createdAt } = receiver;
  const [resumed, setResumed] = useState<Resumed>();
  const change = useChangeReceiver(receiverId, words.receivers.resumedDone);
  const resume = (): void => {
    const offSince = health.since ?? createdAt;
    change.mutate({ enabled: true }, { onSuccess: () => setResumed({ offSince, resumedAtMs: Date.now() }) });
  };
  return (
    <>
      {!enabled && (
        <ScopedButton needs="write" leftSection={<IconPlayerPlay size={16} aria-hidden />} loading={change.isPending} onClick={resume}>
          {words.receivers.resume}
        </ScopedButton>
      )}
      {change.error && <FaultAlert error={change.error} />}
      {resumed && <MeanwhileDialog receiver={receiver} {...resumed} onClose={() => setResumed(undefined)} />}
    </>
  );
}
