// What a receiver was configured to get when an event was fanned out: its settings of today, with every later change undone.
import { DAY } from '#libs/config';
import { wantsClient, wantsEvent } from '#libs/contracts';
import type { FindingCode } from './finding.js';
import type { ReceiverChange, ReceiverSettings, StoryEvent, StoryReceiver } from './story.js';

export type RefusalCode = Extract<FindingCode, 'created_later' | 'receiver_deleted' | 'paused' | 'event_filter' | 'client_filter'>;

/** Why a receiver did not get an event. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly settings: ReceiverSettings;
  /** The change since when it was so, where that came after the event. */
  readonly changedAt: Date | undefined;
}

/** The fan-out of an event comes within seconds; behind a backlog it may take hours. */
const LONGEST_FAN_OUT_MS = DAY;

/** @param changes of this receiver, newest first */
export function settingsAt(receiver: StoryReceiver, changes: readonly ReceiverChange[], atMs: number): ReceiverSettings {
  const { enabled, events, clients } = receiver;
  const later = changes.filter(({ at }) => at.getTime() > atMs);
  return later.reduce<ReceiverSettings>((settings, { before }) => ({ ...settings, ...settingsIn(before) }), { enabled, events, clients });
}

/** An entry of the audit log has other fields, too. */
const settingsIn = ({ enabled, events, clients }: Partial<ReceiverSettings>): Partial<ReceiverSettings> => ({
  ...(enabled !== undefined && { enabled }),
  ...(events !== undefined && { events }),
  ...(clients !== undefined && { clients }),
});

/**
 * Why the receiver did not get the event: by its settings when the event came about, else by the first change soon after it, for the fan-out may
 * have come behind that. undefined = it wanted the event all that time.
 * @param changes of this receiver, newest first
 */
export function refusalOf(receiver: StoryReceiver, changes: readonly ReceiverChange[], event: StoryEvent): Refusal | undefined {
  const eventAtMs = event.createdAt.getTime();
  if (receiver.createdAt.getTime() > eventAtMs) {
    return { code: 'created_later', settings: settingsAt(receiver, changes, eventAtMs), changedAt: undefined };
  }
  const until = eventAtMs + LONGEST_FAN_OUT_MS;
  const changedAt = changes.map(({ at }) => at.getTime()).filter((ms) => ms > eventAtMs && ms <= until);
  for (const ms of [eventAtMs, ...changedAt.toReversed()]) {
    const settings = settingsAt(receiver, changes, ms);
    const code = receiver.deletedAt !== null && receiver.deletedAt.getTime() <= ms ? 'receiver_deleted' : refusalBy(settings, event);
    if (code !== undefined) return { code, settings, changedAt: ms === eventAtMs ? undefined : new Date(ms) };
  }
  return undefined;
}

function refusalBy(settings: ReceiverSettings, { event, client }: StoryEvent): RefusalCode | undefined {
  if (!settings.enabled) return 'paused';
  const about = { event, references: { client } } as Parameters<typeof wantsEvent>[1];
  if (!wantsEvent(settings, about)) return 'event_filter';
  return wantsClient(settings, about) ? undefined : 'client_filter';
}
