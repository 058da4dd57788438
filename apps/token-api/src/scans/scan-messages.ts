import { createHash } from 'node:crypto';
import { compileFaults, type JsonObject, parcelKey, parseInstant, parseScan, SCAN_SCHEMA, writtenScanId } from '#libs/contracts';
import { ApiError, type FieldFault } from '#libs/errors';
import { isObject } from '../validation/field-rules.js';
import { foreignAccountFaults, refuse, toFieldFault, toFieldFaults } from '../validation/message-faults.js';

export interface AcceptedScan {
  readonly scan_id: string;
  readonly courier: string;
  /** Normalised: under this the consignment is found. */
  readonly tracking_number: string;
  /** Fields that were dropped or mended because they could not be understood. */
  readonly repaired: readonly string[];
}

export interface ScanMessage {
  readonly message: { readonly key: string; readonly value: string };
  readonly accepted: AcceptedScan;
}

export interface ScanContext {
  readonly account: number;
  readonly nowMs: number;
}

export const MOST_SCANS = 500;
const findFaults = compileFaults(SCAN_SCHEMA);

/**
 * Body of POST /scans → messages for the topic scans: one scan/1 without `schema`, or `{scans: [...]}` with up to 500 of them.
 * Each is marked with the caller's account, so that it reaches the caller's own parcels and nobody else's (docs/decisions/0009).
 * Read exactly as event-builder will read it. @throws ApiError that names every field at fault, of every scan
 */
export function toScanMessages(body: JsonObject, context: ScanContext): ScanMessage[] {
  if (!('scans' in body)) return [toScanMessage(body, context)];
  const { scans } = body;
  if (!Array.isArray(scans)) throw ApiError.ofFields([{ name: 'invalid', attr: 'scans', detail: 'Expected a list of items.' }]);
  if (scans.length === 0 || scans.length > MOST_SCANS) {
    throw ApiError.ofFields([{ name: 'invalid', attr: 'scans', detail: `Ensure this list has from 1 to ${MOST_SCANS} items.` }]);
  }
  const stated = scans.map((scan: unknown) => (isObject(scan) ? toMessage(scan, context.account) : undefined));
  refuse(stated.flatMap((scan, index) => faultsOf(scan, context.account, `scans.${index}`)));
  return stated.flatMap((scan, index) => (scan ? [read(scan, context, `scans.${index}`)] : []));
}

function toScanMessage(body: JsonObject, context: ScanContext): ScanMessage {
  const scan = toMessage(body, context.account);
  refuse(faultsOf(scan, context.account, ''));
  return read(scan, context, '');
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

/** A scan that is posted again without an id of its own gets the same one; what the domain does not name for it (D.2: `eta`, links, …) is not in it. */
const derivedId = (scan: JsonObject): string =>
  createHash('sha256')
    .update(JSON.stringify([...IDENTIFYING.map((field) => scan[field] ?? null), ...zoneOf(scan)]))
    .digest('hex');

/** Part of the time where that has no offset, and only there. */
function zoneOf({ occurred_at: at, time_zone: zone }: JsonObject): unknown[] {
  const isInstant = typeof at === 'string' && parseInstant(at) !== undefined;
  return isInstant || zone === undefined ? [] : [zone];
}

function faultsOf(scan: JsonObject | undefined, account: number, place: string): FieldFault[] {
  if (!scan) return [{ name: 'invalid', attr: place, detail: 'Expected an object.' }];
  return [...foreignAccountFaults(scan, account, place), ...toFieldFaults(findFaults(scan), place)];
}

function read(scan: JsonObject, { nowMs }: ScanContext, place: string): ScanMessage {
  const value = JSON.stringify(scan);
  const parsed = parseScan(Buffer.from(value), nowMs);
  if (!parsed.ok) throw ApiError.ofFields([toFieldFault(parsed, place)]);
  const { courier, trackingNumber, repairs } = parsed.value;
  return {
    message: { key: parcelKey(courier, trackingNumber), value },
    accepted: { scan_id: writtenScanId(parsed.value), courier, tracking_number: trackingNumber, repaired: repairs },
  };
}
