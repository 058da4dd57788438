import { type Weekday, WEEKDAYS } from '../vocabulary.js';
import { isJsonObject, type JsonObject } from './message-bytes.js';
import { onOneLine, withoutHtml } from './plain-text.js';

/** `HH:mm`; `to` may be `24:00`. */
export interface OpeningSpan {
  readonly from: string;
  readonly to: string;
}

/** Only the weekdays that the carrier named. A closed day is an empty list (domain D.6). */
export type OpeningHours = Partial<Record<Weekday, readonly OpeningSpan[]>>;

export interface PickupLocation {
  readonly address?: string;
  readonly openingHours?: OpeningHours;
  readonly coordinates?: { readonly lat: number; readonly long: number };
}

const FROM = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const TO = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;

/** Reads `pickup_location`. Invalid parts are dropped and named in `repairs` (domain D.2). */
export function parsePickupLocation(pickup: JsonObject, repairs: string[]): PickupLocation {
  const address = parseAddress(pickup['address'], repairs);
  const openingHours = kept(pickup['opening_hours'], parseOpeningHours, () => repairs.push('pickup_location.opening_hours'));
  const coordinates = kept(pickup['coordinates'], parseCoordinates, () => repairs.push('pickup_location.coordinates'));
  return { ...(address !== undefined && { address }), ...(openingHours && { openingHours }), ...(coordinates && { coordinates }) };
}

function kept<T>(value: unknown, parse: (value: unknown) => T | undefined, onRepair: () => void): T | undefined {
  if (value === undefined || value === null) return undefined;
  const result = parse(value);
  if (result === undefined) onRepair();
  return result;
}

function parseAddress(address: unknown, repairs: string[]): string | undefined {
  if (address === undefined || address === null) return undefined;
  if (typeof address !== 'string') {
    repairs.push('pickup_location.address');
    return undefined;
  }
  const plain = withoutHtml(address);
  if (plain !== onOneLine(address)) repairs.push('pickup_location.address');
  return plain === '' ? undefined : plain;
}

function parseCoordinates(value: unknown): { lat: number; long: number } | undefined {
  if (!isJsonObject(value)) return undefined;
  const { lat, long } = value;
  if (typeof lat !== 'number' || typeof long !== 'number') return undefined;
  return Math.abs(lat) <= 90 && Math.abs(long) <= 180 ? { lat, long } : undefined;
}

function parseOpeningHours(value: unknown): OpeningHours | undefined {
  if (!isJsonObject(value)) return undefined;
  const days = Object.entries(value).map(([day, spans]) => [day, parseSpans(spans)] as const);
  if (days.length === 0 || days.some(([day, spans]) => !isWeekday(day) || spans === undefined)) return undefined;
  return Object.fromEntries(days);
}

const isWeekday = (day: string): day is Weekday => (WEEKDAYS as readonly string[]).includes(day);

function parseSpans(spans: unknown): OpeningSpan[] | undefined {
  if (!Array.isArray(spans)) return undefined;
  const parsed = spans.map((span: unknown) => (isJsonObject(span) ? toSpan(span['from'], span['to']) : undefined));
  return parsed.every((span) => span !== undefined) ? parsed : undefined;
}

const toSpan = (from: unknown, to: unknown): OpeningSpan | undefined =>
  typeof from === 'string' && typeof to === 'string' && FROM.test(from) && TO.test(to) ? { from, to } : undefined;
