// What one wants to be sent again, as the address has it.
import type { Schemas } from '../api/schemas.js';

export type Status = Schemas['Redeliver']['status'];

export const STATUSES: readonly Status[] = ['exhausted', 'expired', 'cancelled', 'missing', 'delivered'];

const HOUR_MS = 3_600_000;

export const PRESETS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS } as const;
export type Preset = keyof typeof PRESETS;

/** Within this much of a preset's beginning, the preset is the one that was chosen. */
const NEAR_SHARE = 0.02;

interface Period {
  readonly from?: string;
  readonly to?: string;
}

export const isStatus = (text: string | undefined): text is Status => STATUSES.includes(text as Status);

export const fromOfPreset = (preset: Preset, nowMs: number): string => new Date(nowMs - PRESETS[preset]).toISOString();

/** The preset that a period without an end is, within 2 %; undefined = one of its own. */
export function presetOf({ from, to }: Period, nowMs: number): Preset | undefined {
  if (from === undefined || to !== undefined) return undefined;
  const agoMs = nowMs - Date.parse(from);
  return (Object.keys(PRESETS) as Preset[]).find((preset) => Math.abs(agoMs / PRESETS[preset] - 1) < NEAR_SHARE);
}

type Receiver = Schemas['ListedReceiver'];

/** The receiver that is meant where none is named: the only one, or the only one with deliveries that are still failed. */
export function onlyReceiver(receivers: readonly Receiver[]): Receiver | undefined {
  const failed = receivers.filter(({ health }) => health.stillFailed > 0);
  const candidates = receivers.length === 1 ? receivers : failed;
  return candidates.length === 1 ? candidates[0] : undefined;
}

/** `2026-03-29T10:00` in the zone of the browser: what a field for date and time shows. */
export function toField(instant: string | undefined): string {
  if (instant === undefined || Number.isNaN(Date.parse(instant))) return '';
  const at = new Date(instant);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** An instant of UTC; undefined = the field is empty or half filled. */
export function fromField(text: string): string | undefined {
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? undefined : new Date(atMs).toISOString();
}
