// What is chosen to be sent again, as the address has it.
import type { Schemas } from '../api/schemas.js';

type Status = Schemas['Redeliver']['status'];

/** What a person chooses → what the API calls it. Whether all attempts failed or none could be made is one thing to a person. */
export const KINDS = {
  failed: ['exhausted', 'expired'],
  cancelled: ['cancelled'],
  missing: ['missing'],
  delivered: ['delivered'],
} as const satisfies Readonly<Record<string, readonly Status[]>>;
export type Kind = keyof typeof KINDS;

export interface RecoverOptions {
  readonly kind: Kind;
  readonly from: string;
  readonly to?: string;
}

/** One order for one receiver, or the count of what it would send. */
export interface RecoverRequest {
  readonly receiverId: string;
  readonly status: Status;
  readonly from: string;
  readonly to?: string;
}

const KIND_NAMES = Object.keys(KINDS) as Kind[];

/** An address may also name a status of the API. */
export const kindOf = (text: string | undefined): Kind =>
  KIND_NAMES.find((kind) => kind === text || KINDS[kind].some((status) => status === text)) ?? 'failed';

export const recoverRequestsOf = (receiverIds: readonly string[], { kind, from, to }: RecoverOptions): readonly RecoverRequest[] =>
  receiverIds.flatMap((receiverId) => KINDS[kind].map((status) => ({ receiverId, status, from, ...(to !== undefined && { to }) })));

const HOUR_MS = 3_600_000;

export const PRESETS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS } as const;
export type Preset = keyof typeof PRESETS;

/** Within this much of a preset's beginning, the preset is the one that was chosen. */
const NEAR_SHARE = 0.02;

interface Period {
  readonly from?: string;
  readonly to?: string;
}

export const fromOfPreset = (preset: Preset, nowMs: number): string => new Date(nowMs - PRESETS[preset]).toISOString();

/** The preset that a period without an end is, within 2 %; undefined = another period. */
export function presetOf({ from, to }: Period, nowMs: number): Preset | undefined {
  if (from === undefined || to !== undefined) return undefined;
  const agoMs = nowMs - Date.parse(from);
  return (Object.keys(PRESETS) as Preset[]).find((preset) => Math.abs(agoMs / PRESETS[preset] - 1) < NEAR_SHARE);
}

const DAY_MS = 24 * HOUR_MS;
/** What is still failed may be as old as the oldest delivery that is kept. */
const KEPT_DAYS = 120;

/** The same for a day: an address with it means the same to a colleague. */
export const oldestDay = (nowMs: number): string => new Date((Math.floor(nowMs / DAY_MS) - KEPT_DAYS) * DAY_MS).toISOString();

type Receiver = Schemas['ListedReceiver'];

/** Each receiver costs up to two counts and two orders. */
export const MOST_RECEIVERS = 50;

/** As many as one order takes, the one with most failed deliveries first. */
export const firstReceivers = (receivers: readonly Receiver[]): readonly Receiver[] =>
  receivers.toSorted((a, b) => b.health.stillFailed - a.health.stillFailed).slice(0, MOST_RECEIVERS);

/** The receivers that an address names, separated by commas. Without names: those with failed deliveries, else all; the one with most first. */
export function chosenReceivers(receivers: readonly Receiver[], text: string | undefined): readonly Receiver[] {
  const named = text?.split(',');
  if (named) return receivers.filter(({ receiverId }) => named.includes(receiverId)).slice(0, MOST_RECEIVERS);
  const failed = receivers.filter(({ health }) => health.stillFailed > 0);
  return firstReceivers(failed.length > 0 ? failed : receivers);
}
