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
 * Body of POST /scans → messages for the topic scans: one scan/1 without `schema`, or `{scans: [...]}` with up to 500 of them.
 * Each is marked with the caller's account, so that it reaches only the caller's own parcels (docs/decisions/0009).
 * Read exactly as event-builder will read it. @throws ApiError that names every field at fault, of every scan
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

/** A scan that can be published, or all that is wrong with it. */
type Reading = ScanMessage | readonly FieldFault[];

/** All of them, or none. */
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

/** `account` stays as it was sent until it has been looked at. */
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

/** Part of the time where that has no offset, and only there. */
function zoneOf({ occurred_at: at, time_zone: zone }: JsonObject): unknown[] {
  const isInstant = typeof at === 'string' && parseInstant(at) !== undefined;
  return isInstant || zone === undefined ? [] : [zone];
}
