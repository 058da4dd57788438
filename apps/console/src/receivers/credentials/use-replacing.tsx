import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../api/schemas.js';
import { words } from '../../words/words.js';
import { hasFailedDeliveries, SendFailedDialog } from '../actions/send-failed-dialog.js';

export interface Replacing {
  /** Whether its form is shown. */
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly cancel: () => void;
  readonly saved: () => void;
  /** Asks after the change whether to send what failed before. */
  readonly question: ReactNode;
}

/** A part of the credentials is replaced: the usual cure of what failed. */
export function useReplacing(receiver: Schemas['ReceiverDetail']): Replacing {
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  return {
    isOpen,
    open: () => setOpen(true),
    cancel: () => setOpen(false),
    saved: () => {
      setOpen(false);
      setAsking(hasFailedDeliveries(receiver));
    },
    question: isAsking && (
      <SendFailedDialog title={words.receivers.settings.savedSendFailed} receiver={receiver} onClose={() => setAsking(false)} />
    ),
  };
}
