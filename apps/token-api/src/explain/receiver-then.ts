// What a receiver was configured to get when an event was fanned out: its settings of today, with every later change undone.
import { wantsClient, wantsEvent } from '#libs/contracts';
import type { FindingCode } from './finding.js';
import type { ReceiverChange, ReceiverSettings, StoryEvent, StoryReceiver } from './story.js';

export type RefusalCode = Extract<FindingCode, 'created_later' | 'paused' | 'event_filter' | 'client_filter'>;

/** Why a receiver did not get an event. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly settings: ReceiverSettings;
  /** The change since when it was so, where that came after the event. */
  readonly changedAt: Date | undefined;
}

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
 * Why the receiver did not get the event: by its settings when the event came about, else by the first change after it, for the fan-out may have
 * come behind that. undefined = it has wanted the event ever since.
 * @param changes of this receiver, newest first
 */
export function refusalOf(receiver: StoryReceiver, changes: readonly ReceiverChange[], event: StoryEvent): Refusal | undefined {
  const eventAtMs = event.createdAt.getTime();
  if (receiver.createdAt.getTime() > eventAtMs) {
    return { code: 'created_later', settings: settingsAt(receiver, changes, eventAtMs), changedAt: undefined };
  }
  const moments = [
    eventAtMs,
    ...changes
      .map(({ at }) => at.getTime())
      .filter((ms) => ms > eventAtMs)
      .toReversed(),
  ];
  for (const ms of moments) {
    const settings = settingsAt(receiver, changes, ms);
    const code = refusalBy(settings, event);
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
