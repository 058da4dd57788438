// carrier intake, token-api → event-builder
import {
  DELIVERY_LOCATIONS,
  type DeliveryLocation,
  type ExceptionCode,
  type NextAction,
  type ReturnReason,
  type StatusHint,
} from '../vocabulary.js';
import { type ExpectedDelivery, parseExpectedDelivery } from './expected-delivery.js';
import { parseLink } from './link.js';
import { isJsonObject, type JsonObject, parseJsonObject, type VerbatimFields } from './message-bytes.js';
import { type HappenedAt, parseInstant, parseOccurredAt } from './message-time.js';
import { normaliseTrackingNumber } from './parcel-key.js';
import { fault, type Parsed, parsed } from './parsed.js';
import { parsePickupLocation, type PickupLocation } from './pickup-location.js';
import { compileSchema, describe } from './schema-check.js';
import { SCAN_SHAPE } from './scan-schema.js';

/** One carrier notice (scan/1, domain D.2). Texts are as received; undefined = not stated. */
export interface Scan {
  /** As received. A scan that belongs to one account gets an id that no other scan can have. */
  readonly scanId: string;
  /** The only account whose consignment gets the scan; absent = every account. */
  readonly account?: number;
  readonly courier: string;
  /** The normalised number, which identifies the parcel. */
  readonly trackingNumber: string;
  readonly occurredAtMs: number;
  readonly code?: string;
  readonly subCode?: string;
  readonly rawText?: string;
  readonly locationText: string;
  readonly statusHint?: StatusHint;
  readonly exceptionHint?: ExceptionCode;
  readonly nextActionHint?: NextAction;
  readonly returnReasonHint?: ReturnReason;
  readonly inboundHint?: boolean;
  /** null = the carrier withdrew the date. */
  readonly expectedDelivery?: ExpectedDelivery | null;
  readonly deliveryLocation?: DeliveryLocation;
  readonly deliveryInformation?: string;
  readonly pickupLocation?: PickupLocation;
  /** '' = no longer available. */
  readonly rerouteLink?: string;
  readonly trackingLink?: string;
  /** Fields that were dropped or corrected, for the warning counter. */
  readonly repairs: readonly string[];
}

const findFault = compileSchema(SCAN_SHAPE);

/** These fields identify scan and parcel. Correcting them could turn two ids into one, and the second scan would count as a repetition. */
export const SCAN_VERBATIM: VerbatimFields = ['scan_id', 'courier', 'tracking_number'].map((field) => ({ reason: 'E_SCHEMA', field }));

/**
 * Parses a Kafka value. Faults: `E_JSON`, `E_SIZE`, `E_SCHEMA`, `E_ENUM` (an unknown hint), `E_TIME`.
 * @param messageTimestampMs the Kafka message's own timestamp, epoch ms
 */
export function parseScan(value: Buffer | null, messageTimestampMs: number): Parsed<Scan> {
  const json = parseJsonObject(value, SCAN_VERBATIM);
  if (!json.ok) return json;
  return parseScanObject(json.value, messageTimestampMs);
}

export function parseScanObject(message: JsonObject, messageTimestampMs: number): Parsed<Scan> {
  const error = findFault(message);
  if (error) return fault(error.instancePath.endsWith('_hint') && error.keyword === 'enum' ? 'E_ENUM' : 'E_SCHEMA', describe(error));
  const time = scanTime(message, messageTimestampMs);
  if (!time.ok) return time;
  const repairs = time.value.clamped ? ['occurred_at'] : [];
  const receivedAt = text(message['received_at']);
  if (receivedAt !== undefined && parseInstant(receivedAt) === undefined) repairs.push('received_at');
  return parsed({ occurredAtMs: time.value.occurredAtMs, repairs, ...stated(message), ...trimmings(message, repairs) });
}

/** Returns when the scan happened. The times of the message must have the types of the schema. Faults: `E_TIME`. */
export function scanTime(message: JsonObject, messageTimestampMs: number): Parsed<HappenedAt> {
  const receivedAt = text(message['received_at']);
  return parseOccurredAt(
    {
      occurredAt: text(message['occurred_at']),
      occurredAtLocal: text(message['occurred_at_local']),
      timeZone: text(message['time_zone']),
      receivedAtMs: receivedAt === undefined ? undefined : parseInstant(receivedAt),
    },
    messageTimestampMs,
  );
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

type Trimmings = 'expectedDelivery' | 'deliveryLocation' | 'deliveryInformation' | 'pickupLocation' | 'rerouteLink' | 'trackingLink';

function stated(message: JsonObject): Omit<Scan, Trimmings | 'occurredAtMs' | 'repairs'> {
  const location = message['location'];
  const inbound = message['inbound_hint'];
  const account = (message['account'] ?? undefined) as number | undefined;
  return {
    scanId: ownScanId(message['scan_id'] as string, account),
    account,
    courier: message['courier'] as string,
    trackingNumber: normaliseTrackingNumber(message['tracking_number'] as string),
    locationText: isJsonObject(location) ? (text(location['text']) ?? '') : '',
    code: text(message['carrier_code']),
    subCode: text(message['carrier_sub_code']),
    rawText: text(message['raw_text']),
    statusHint: text(message['status_hint']) as StatusHint | undefined,
    exceptionHint: text(message['exception_hint']) as ExceptionCode | undefined,
    nextActionHint: text(message['next_action_hint']) as NextAction | undefined,
    returnReasonHint: text(message['return_reason_hint']) as ReturnReason | undefined,
    inboundHint: typeof inbound === 'boolean' ? inbound : undefined,
  };
}

const OWN = 'account:';

/**
 * Scans of all accounts and carriers share their tables by id. An account must not be able to use the id of a carrier's scan:
 * the carrier's scan would then count as a repetition.
 */
function ownScanId(scanId: string, account: number | undefined): string {
  if (account !== undefined) return `${ownScanIdsOf(account)}${scanId}`;
  return scanId.startsWith(OWN) ? `${OWN}:${scanId}` : scanId;
}

/** The prefix of the ids of that account's own scans. No other id begins with it. */
export const ownScanIdsOf = (account: number): string => `${OWN}${account}:`;

/** Returns the id as its sender wrote it. */
export function writtenScanId({ scanId, account }: Pick<Scan, 'scanId' | 'account'>): string {
  if (account !== undefined) return scanId.slice(ownScanIdsOf(account).length);
  return scanId.startsWith(OWN) ? scanId.slice(OWN.length + 1) : scanId;
}

/** Reads the lenient fields. An invalid field is dropped and counted; the scan is kept (domain D.2). */
function trimmings(message: JsonObject, repairs: string[]): Pick<Scan, Trimmings> {
  const repaired = <T>(field: string, parse: (value: unknown) => T | undefined): T | undefined => {
    const value = message[field];
    if (value === undefined || value === null) return undefined;
    const result = parse(value);
    if (result === undefined) repairs.push(field);
    return result;
  };
  return {
    expectedDelivery: message['eta'] === null ? null : repaired('eta', parseExpectedDelivery),
    deliveryLocation: repaired('delivery_location', (value) => toDeliveryLocation(value, repairs)),
    deliveryInformation: repaired('delivery_information', (value) => (typeof value === 'string' ? value : undefined)),
    pickupLocation: pickupLocation(message['pickup_location'], repairs),
    rerouteLink: message['reroute_link'] === '' ? '' : repaired('reroute_link', parseLink),
    trackingLink: message['tracking_link'] === '' ? undefined : repaired('tracking_link', parseLink),
  };
}

/** Reads a place that the vocabulary lacks as `Unknown`: the carrier has planned a place, but the service does not know it. */
function toDeliveryLocation(value: unknown, repairs: string[]): DeliveryLocation | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  if ((DELIVERY_LOCATIONS as readonly string[]).includes(value)) return value as DeliveryLocation;
  repairs.push('delivery_location');
  return 'Unknown';
}

/** Each property is checked on its own and kept or dropped. */
function pickupLocation(value: unknown, repairs: string[]): PickupLocation | undefined {
  if (isJsonObject(value)) return parsePickupLocation(value, repairs);
  if (value !== undefined && value !== null) repairs.push('pickup_location');
  return undefined;
}
