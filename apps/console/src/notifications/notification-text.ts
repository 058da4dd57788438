// An operational event → one sentence for each receiver that it is about.
import type { Schemas } from '../api/schemas.js';
import { notificationsWords } from '../words/notifications.words.js';

type Notification = Schemas['Notification'];
type Entry = Notification['data']['receivers'][number];

const text = notificationsWords;

/** Returns what happened to a receiver: `it refuses the credentials`, `12 deliveries ended without success`. */
export function entryText(type: Notification['type'], { reason, count, certificate }: Entry): string {
  if (type === 'receiver.recovered') return text.recovered;
  if (count !== undefined) return text.exhausted(count);
  if (certificate !== undefined) return text.expiring[certificate];
  return reason === undefined ? '' : text.reasons[reason];
}
