// Reconstructs the settings of a receiver at the fan-out of an event: its present settings with every later change undone.
import { DAY } from '#libs/config';
import { contentFilterOf, refusedBy, type RefusingList } from '#libs/contracts';
import type { FindingCode } from './finding.js';
import type { ReceiverChange, ReceiverSettings, HistoryEvent, HistoryReceiver } from './parcel-history.js';

export type HaltCode = Extract<FindingCode, 'created_later' | 'receiver_deleted' | 'switched_off' | 'disabled'>;

/** The reason why a receiver did not get an event. */
export interface Refusal {
  readonly by: RefusingList | HaltCode;
  readonly settings: ReceiverSettings;
  /** The time of the settings: the event, a change soon after it, or now. */
  readonly when: 'event' | 'now' | Date;
}

/** The fan-out of an event comes within seconds; behind a backlog it may take hours. */
const LONGEST_FAN_OUT_MS = DAY;

/** @param changes of this receiver, newest first */
export function settingsAt(receiver: HistoryReceiver, changes: readonly ReceiverChange[], atMs: number): ReceiverSettings {
  const { enabled, disabled, events } = receiver;
  const later = changes.filter(({ at }) => at.getTime() > atMs);
  const now = { enabled, disabled, events, ...contentFilterOf(receiver) };
  return later.reduce<ReceiverSettings>((settings, { before }) => ({ ...settings, ...settingsIn(before) }), now);
}

/** Drops the other fields of an audit entry. */
const settingsIn = ({ enabled, disabled, events, filter }: ReceiverChange['before']): Partial<ReceiverSettings> => ({
  ...(enabled !== undefined && { enabled, disabled: disabled ?? null }),
  ...(events !== undefined && { events }),
  ...filter,
});

/**
 * Returns why the receiver did not get the event; undefined = it wanted the event all the time. Its settings at the event decide, then the first
 * change soon after the event, because the fan-out may have come after that change.
 * The filters come before all other reasons: a receiver that does not want the event has lost nothing. A receiver that was created later has no
 * settings of that time, so its present settings decide what it can still get.
 * @param changes of this receiver, newest first
 */
export function refusalOf(receiver: HistoryReceiver, changes: readonly ReceiverChange[], event: HistoryEvent): Refusal | undefined {
  const eventAtMs = event.createdAt.getTime();
  if (receiver.createdAt.getTime() > eventAtMs) {
    return { by: refusedBy(receiver, event) ?? 'created_later', settings: receiver, when: 'now' };
  }
  const until = eventAtMs + LONGEST_FAN_OUT_MS;
  const changedAt = changes.map(({ at }) => at.getTime()).filter((ms) => ms > eventAtMs && ms <= until);
  for (const ms of [eventAtMs, ...changedAt.toReversed()]) {
    const settings = settingsAt(receiver, changes, ms);
    const by = refusedBy(settings, event) ?? haltAt(ms, settings, receiver);
    if (by !== undefined) return { by, settings, when: ms === eventAtMs ? 'event' : new Date(ms) };
  }
  return undefined;
}

function haltAt(ms: number, { enabled, disabled }: ReceiverSettings, { deletedAt }: HistoryReceiver): HaltCode | undefined {
  if (deletedAt !== null && deletedAt.getTime() <= ms) return 'receiver_deleted';
  if (enabled) return undefined;
  return disabled === null ? 'switched_off' : 'disabled';
}
