import { useState } from 'react';
import type { Schemas } from '../../api/schemas.js';
import { RecoverDialog } from '../../recover/lazy-recover-dialog.js';
import { oldestDay, recoverRequestsOf } from '../../recover/recover-options.js';
import { words } from '../../words/words.js';

interface Props {
  readonly title: string;
  readonly receiver: Pick<Schemas['ListedReceiver'], 'receiverId'>;
  readonly onClose: () => void;
}

/** Whether there is something to send after a change that may have repaired the receiver. */
export const hasFailedDeliveries = ({ enabled, health }: Pick<Schemas['ListedReceiver'], 'enabled' | 'health'>): boolean =>
  enabled && health.stillFailed > 0;

/** Asks whether to send all failed deliveries, however old they are. */
export function SendFailedDialog({ title, receiver: { receiverId }, onClose }: Props) {
  const [requests] = useState(() => recoverRequestsOf([receiverId], { kinds: ['failed'], from: oldestDay(Date.now()) }));
  return <RecoverDialog title={title} requests={requests} none={words.overview.sendAgainNone} onClose={onClose} />;
}
