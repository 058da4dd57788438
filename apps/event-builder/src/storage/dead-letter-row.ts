// The row of a dead letter, if its message names a parcel.
import {
  type Fault,
  isJsonObject,
  type JsonObject,
  MAX_MESSAGE_BYTES,
  MAX_REFERENCE_CHARS,
  normaliseTrackingNumber,
} from '#libs/contracts';
import type { ParcelName } from '../consignment/parcel.js';

export interface DeadLetterRow extends ParcelName {
  /** The account of the message; undefined = a carrier's scan, or the message names no account. */
  readonly account: number | undefined;
  /** The scan_id or transfer_id, as written. */
  readonly messageId: string | undefined;
  readonly reason: string;
  /** The fault and the remedy, as in the dead letter. */
  readonly detail: string;
}

const MOST_DETAIL_CHARS = 1000;
const MOST_ID_CHARS = 128;

/** @returns undefined when neither the message nor its key names a parcel: then no search by parcel can find it */
export function toDeadLetterRow(
  message: { readonly key: Buffer | null; readonly value: Buffer | null },
  { reason, detail }: Fault,
): DeadLetterRow | undefined {
  const json = jsonOf(message.value);
  const parcel = parcelIn(json) ?? parcelIn(referencesOf(json)) ?? parcelInKey(message.key);
  if (parcel === undefined) return undefined;
  const messageId = text(json['scan_id']) ?? text(json['transfer_id']);
  return {
    ...parcel,
    account: accountOf(json),
    messageId: messageId?.slice(0, MOST_ID_CHARS),
    reason,
    detail: storable(detail).slice(0, MOST_DETAIL_CHARS),
  };
}

const NOTHING: JsonObject = {};

/** Returns an empty object for a body that is not JSON or too large to be read. */
function jsonOf(value: Buffer | null): JsonObject {
  if (value === null || value.length > MAX_MESSAGE_BYTES) return NOTHING;
  try {
    const json: unknown = JSON.parse(value.toString('utf8'));
    return isJsonObject(json) ? json : NOTHING;
  } catch {
    return NOTHING;
  }
}

const referencesOf = ({ references }: JsonObject): JsonObject => (isJsonObject(references) ? references : NOTHING);

const parcelIn = ({ courier, tracking_number: trackingNumber }: JsonObject): ParcelName | undefined =>
  toParcel(text(courier), text(trackingNumber));

/** Parses `courier:TRACKING`. If the courier's code contains a colon, the parcel is not found, and no other parcel is either. */
function parcelInKey(key: Buffer | null): ParcelName | undefined {
  const written = key?.toString('utf8') ?? '';
  const end = written.indexOf(':');
  return end === -1 ? undefined : toParcel(text(written.slice(0, end)), text(written.slice(end + 1)));
}

function toParcel(courier: string | undefined, trackingNumber: string | undefined): ParcelName | undefined {
  if (courier === undefined || trackingNumber === undefined) return undefined;
  const parcel = { courier, trackingNumber: normaliseTrackingNumber(trackingNumber) };
  const isIndexed = courier.length <= MAX_REFERENCE_CHARS && trackingNumber.length <= MAX_REFERENCE_CHARS;
  return isIndexed && parcel.trackingNumber !== '' ? parcel : undefined;
}

const accountOf = ({ account }: JsonObject): number | undefined =>
  Number.isSafeInteger(account) && (account as number) > 0 ? (account as number) : undefined;

const text = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? storable(value) : undefined);

/** Removes U+0000 and broken surrogate pairs, which PostgreSQL refuses; both may be the reason for the dead letter. */
const storable = (value: string): string => value.replaceAll('\u0000', '').toWellFormed();
