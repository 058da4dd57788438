import type { MailEvent } from './mail-texts.js';
import type { DecidedRow } from './mails.repository.js';

/** Returns the event as a target hears it. @param receiverIds the target's receivers; null = all */
export function toMailEvent(
  { eventid, type, decidedAt, entries, subjects, counts }: DecidedRow,
  receiverIds: readonly string[] | null,
): MailEvent {
  const isOurs = (receiverId: string): boolean => receiverIds === null || receiverIds.includes(receiverId);
  const ours = entries.filter(({ receiverId }) => isOurs(receiverId));
  const kept = new Set(entries.map(({ receiverId }) => receiverId));
  const others = receiverIds === null ? [] : [...new Set(subjects.filter((id) => isOurs(id) && !kept.has(id)))];
  const count = counts.reduce((sum, each, index) => (isOurs(subjects[index]!) ? sum + each : sum), 0);
  return { eventid, type, decidedAt, entries: ours, others, count };
}
