// The period of a list, as the address has it.
import { minuteIn } from '../times/zone-time.js';
import { listsWords } from '../words/shared.words.js';

const HOUR_MS = 3_600_000;

/** The usual lengths of a period that ends now. */
export const PRESETS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS, month: 30 * 24 * HOUR_MS } as const;
export type Preset = keyof typeof PRESETS;
export const PRESET_NAMES = Object.keys(PRESETS) as readonly Preset[];

/** A period that differs from a preset by less than this share is the preset. */
const NEAR_SHARE = 0.02;

export interface Period {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export const fromOfPreset = (preset: Preset, nowMs: number): string => new Date(nowMs - PRESETS[preset]).toISOString();

/** Returns the preset of a period without an end; undefined = another period. */
export function presetOf({ from, to }: Period, nowMs: number): Preset | undefined {
  if (from === undefined || to !== undefined) return undefined;
  const agoMs = nowMs - Date.parse(from);
  return PRESET_NAMES.find((preset) => Math.abs(agoMs / PRESETS[preset] - 1) < NEAR_SHARE);
}

/** Returns a period in a few words: `Last hour`, `Since 28 Mar, 08:00`. */
export function periodText(period: Period, nowMs: number, zone: string): string {
  const preset = presetOf(period, nowMs);
  if (preset !== undefined) return listsWords.presets[preset];
  const [from, to] = [period.from, period.to].map((at) => (Number.isNaN(Date.parse(at ?? '')) ? undefined : minuteIn(zone, at!, nowMs)));
  if (from !== undefined && to !== undefined) return `${from} – ${to}`;
  if (from !== undefined) return listsWords.since(from);
  return to === undefined ? listsWords.anyTime : listsWords.until(to);
}
