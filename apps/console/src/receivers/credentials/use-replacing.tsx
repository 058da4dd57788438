import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../api/schemas.js';
import { receiverFormWords } from '../../words/receiver-forms.words.js';
import { hasFailedDeliveries, SendFailedDialog } from '../actions/send-failed-dialog.js';

export interface Replacing {
  /** Whether the form is shown. */
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly cancel: () => void;
  readonly saved: () => void;
  /** Asks after the change whether to send the failed deliveries. */
  readonly question: ReactNode;
}

/** The state of a form that replaces credentials. New credentials often repair a receiver, so a question about its failed deliveries follows. */
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
      <SendFailedDialog title={receiverFormWords.settings.savedSendFailed} receiver={receiver} onClose={() => setAsking(false)} />
    ),
  };
}
