import { createHash } from 'node:crypto';
import { type JsonObject, parcelKey, parseInstant, parseScan, scanFaults, writtenScanId } from '#libs/contracts';
import { ApiError, type FieldFault } from '#libs/errors';
import { foreignAccountFaults, MOST_SCANS, toFieldFaults } from '../messages/message-rules.js';
import { isObject } from '../validation/field-rules.js';
import type { AcceptedScan } from './scans.dto.js';

export interface ScanMessage {
  readonly message: { readonly key: string; readonly value: string };
  readonly accepted: AcceptedScan;
}

export interface ScanContext {
  readonly account: number;
  readonly nowMs: number;
}

/**
 * Converts the body of POST /scans to messages for topic scans. The body is one scan/1 without `schema`, or `{scans: [...]}` with up to 500 scans.
 * Each scan is marked with the caller's account, so that it reaches only the caller's own parcels (docs/decisions/0009).
 * Scans are read exactly as event-builder reads them. @throws ApiError that names every faulty field of every scan
 */
export function toScanMessages(body: JsonObject, context: ScanContext): ScanMessage[] {
  if (!('scans' in body)) return accepted([read(body, context, '')]);
  const { scans } = body;
  if (!Array.isArray(scans)) throw ApiError.ofFields([{ name: 'invalid', attr: 'scans', detail: 'Expected a list of items.' }]);
  if (scans.length === 0 || scans.length > MOST_SCANS) {
    throw ApiError.ofFields([{ name: 'invalid', attr: 'scans', detail: `Ensure this list has from 1 to ${MOST_SCANS} items.` }]);
  }
  return accepted(scans.map((scan: unknown, index) => read(scan, context, `scans.${index}`)));
}

/** A scan that can be published, or all its faults. */
type Reading = ScanMessage | readonly FieldFault[];

/** Accepts all scans, or none. */
function accepted(readings: readonly Reading[]): ScanMessage[] {
  const messages = readings.flatMap((reading) => ('message' in reading ? [reading] : []));
  if (messages.length === readings.length) return messages;
  throw ApiError.ofFields(readings.flatMap((reading) => ('message' in reading ? [] : reading)));
}

function read(scan: unknown, { account, nowMs }: ScanContext, place: string): Reading {
  if (!isObject(scan)) return [{ name: 'invalid', attr: place, detail: 'Expected an object.' }];
  const message = toMessage(scan, account);
  const value = JSON.stringify(message);
  const bytes = Buffer.from(value);
  const parsed = parseScan(bytes, nowMs);
  const foreign = foreignAccountFaults(message, account, place);
  if (!parsed.ok) return [...foreign, ...toFieldFaults(scanFaults(bytes, nowMs), place)];
  if (foreign.length > 0) return foreign;
  const { courier, trackingNumber, repairs } = parsed.value;
  return {
    message: { key: parcelKey(courier, trackingNumber), value },
    accepted: { scan_id: writtenScanId(parsed.value), courier, tracking_number: trackingNumber, repaired: repairs },
  };
}

/** `account` stays as it was sent, because it is checked later. */
const toMessage = (scan: JsonObject, account: number): JsonObject => ({
  account,
  scan_id: derivedId(scan),
  ...scan,
  schema: 'scan/1',
});

const IDENTIFYING = [
  'courier',
  'tracking_number',
  'carrier_code',
  'carrier_sub_code',
  'occurred_at',
  'occurred_at_local',
  'location',
  'raw_text',
  'status_hint',
];

/** A scan without `scan_id` gets the same id each time it is posted. Fields that domain D.2 does not name (`eta`, links, …) do not change the id. */
const derivedId = (scan: JsonObject): string =>
  createHash('sha256')
    .update(JSON.stringify([...IDENTIFYING.map((field) => scan[field] ?? null), ...zoneOf(scan)]))
    .digest('hex');

/** The zone belongs to the id only when the time has no offset. */
function zoneOf({ occurred_at: at, time_zone: zone }: JsonObject): unknown[] {
  const isInstant = typeof at === 'string' && parseInstant(at) !== undefined;
  return isInstant || zone === undefined ? [] : [zone];
}
