import type { Schemas } from '../../api/schemas.js';
import { OwedDialog } from '../../recover/lazy-owed-dialog.js';
import { asksOf, oldestDay } from '../../recover/wish.js';
import { useState } from 'react';
import { words } from '../../words/words.js';

interface Props {
  readonly title: string;
  readonly receiver: Pick<Schemas['ListedReceiver'], 'receiverId'>;
  readonly onClose: () => void;
}

/** Whether there is something to ask after a change that may mend the receiver. */
export const owesFailed = ({ enabled, health }: Pick<Schemas['ListedReceiver'], 'enabled' | 'health'>): boolean =>
  enabled && health.stillFailed > 0;

/** Asks whether to send what failed, however old it is. */
export function SendFailedDialog({ title, receiver: { receiverId }, onClose }: Props) {
  const [asks] = useState(() => asksOf([receiverId], { kind: 'failed', from: oldestDay(Date.now()) }));
  return <OwedDialog title={title} asks={asks} none={words.overview.sendAgainNone} onClose={onClose} />;
}
