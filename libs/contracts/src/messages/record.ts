// retailer, token-api → event-builder
import { REFERENCE_KEYS, type ReferenceKey } from '../vocabulary.js';
import { parseLink } from './link.js';
import { isJsonObject, type JsonObject, parseJsonObject, type VerbatimFields } from './message-bytes.js';
import { type HappenedAt, hasDateForm, isCalendarDateText, isTimeZone, parseInstantIn, parseOccurredAt, quoted } from './message-time.js';
import { normaliseTrackingNumber } from './parcel-key.js';
import { fault, type Parsed, parsed } from './parsed.js';
import { RECORD_SCHEMA } from './record-schema.js';
import { compileSchema, describe } from './schema-check.js';

/** The seven references as received, forwarded byte for byte (spec: References). */
export type References = Readonly<Record<ReferenceKey, string>>;

/** One data transfer of a retailer about a consignment (record/1, domain D.3). */
export interface RetailerRecord {
  readonly transferId: string;
  readonly account: number;
  readonly action: 'upsert' | 'cancel';
  readonly occurredAtMs: number;
  readonly references: References;
  readonly courier: string;
  /** The normalised number that identifies the parcel; `references.tracking_number` keeps the original. */
  readonly trackingNumber: string;
  /** A calendar date `yyyy-MM-dd`, a date-time with offset, or a local date-time in the warehouse's zone. */
  readonly sendDate?: string;
  readonly warehouseTimeZone?: string;
  readonly recipientTimeZone?: string;
  readonly trackingLink?: string;
  /** '' = not available. */
  readonly rerouteLink?: string;
  readonly isReturn: boolean;
  readonly repairs: readonly string[];
}

const findFault = compileSchema(RECORD_SCHEMA);

/** Forwarded byte for byte, so these fields are validated and never corrected (domain D.3). */
export const RECORD_VERBATIM: VerbatimFields = [
  ...REFERENCE_KEYS.map((key) => ({ reason: 'E_REF', field: `references.${key}` }) as const),
  { reason: 'E_SCHEMA', field: 'transfer_id' },
];

/**
 * Parses a Kafka value. Faults: `E_JSON`, `E_SIZE`, `E_SCHEMA`, `E_REF` (any fault in `references`), `E_TIME` (occurred_at or send_date).
 * @param messageTimestampMs the Kafka message's own timestamp, epoch ms
 */
export function parseRecord(value: Buffer | null, messageTimestampMs: number): Parsed<RetailerRecord> {
  const json = parseJsonObject(value, RECORD_VERBATIM);
  if (!json.ok) return json;
  return parseRecordObject(json.value, messageTimestampMs);
}

export function parseRecordObject(message: JsonObject, messageTimestampMs: number): Parsed<RetailerRecord> {
  const error = findFault(message);
  if (error) return fault(error.instancePath.startsWith('/references') ? 'E_REF' : 'E_SCHEMA', describe(error));
  const time = recordTime(message, messageTimestampMs);
  if (!time.ok) return time;
  const repairs = time.value.clamped ? ['occurred_at'] : [];
  const zones = parseZones(message, repairs);
  const sendDate = parseSendDate(message, repairs);
  if (!sendDate.ok) return sendDate;
  return parsed({
    occurredAtMs: time.value.occurredAtMs,
    sendDate: sendDate.value,
    repairs,
    ...stated(message),
    ...zones,
    ...parseLinks(message['links'], repairs),
  });
}

/** Returns the time of transfer of a message whose `occurred_at` is a text. Faults: `E_TIME`. */
export const recordTime = (message: JsonObject, messageTimestampMs: number): Parsed<HappenedAt> =>
  parseOccurredAt({ occurredAt: message['occurred_at'] as string }, messageTimestampMs);

/** True for a program's placeholder for "no date": 0000-00-00 (MySQL), 0001-01-01 (.NET, Go), 1900-01-01, 1970-01-01, 9999-12-31. */
const isNoDate = (text: string): boolean => /^\d{4}-/.test(text) && (text < '2000' || text >= '2200');

/** Returns undefined when no send_date is stated, or when its date does not exist: the record is kept and not watched. Faults: `E_TIME`. */
export function parseSendDate(message: JsonObject, repairs: string[]): Parsed<string | undefined> {
  const sendDate = text(message['send_date']);
  if (sendDate === undefined) return parsed(undefined);
  if (!isNoDate(sendDate) && isSendDate(sendDate)) return parsed(sendDate);
  if (isNoDate(sendDate) || hasDateForm(sendDate)) {
    repairs.push('send_date');
    return parsed(undefined);
  }
  const detail = `send_date ${quoted(sendDate)} is neither yyyy-MM-dd nor a date-time such as 2026-03-27T18:00:00+01:00`;
  return fault('E_TIME', detail, 'send_date');
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Absent, null and "" state nothing, so dropping them loses nothing. */
const isStated = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

const isSendDate = (sendDate: string): boolean => isCalendarDateText(sendDate) || parseInstantIn(sendDate, 'UTC') !== undefined;

function stated(
  message: JsonObject,
): Pick<RetailerRecord, 'transferId' | 'account' | 'action' | 'references' | 'courier' | 'trackingNumber' | 'isReturn'> {
  const received = message['references'] as References;
  const references: References = {
    courier: received.courier,
    tracking_number: received.tracking_number,
    orderNo: received.orderNo,
    client: received.client,
    warehouse: received.warehouse,
    destination_country_iso3: received.destination_country_iso3,
    language: received.language,
  };
  return {
    transferId: message['transfer_id'] as string,
    account: message['account'] as number,
    action: message['action'] as 'upsert' | 'cancel',
    references,
    courier: references.courier,
    trackingNumber: normaliseTrackingNumber(references.tracking_number),
    isReturn: message['is_return'] === true,
  };
}

/** An unknown zone is dropped. Then the next source of a zone decides (domain D.3). */
function parseZones(message: JsonObject, repairs: string[]): Pick<RetailerRecord, 'warehouseTimeZone' | 'recipientTimeZone'> {
  const zone = (field: string): string | undefined => {
    const name = text(message[field]);
    if (name !== undefined && isTimeZone(name)) return name;
    if (isStated(message[field])) repairs.push(field);
    return undefined;
  };
  return { warehouseTimeZone: zone('warehouse_time_zone'), recipientTimeZone: zone('recipient_time_zone') };
}

/** A bad link in a record counts as absent (domain D.3). */
function parseLinks(links: unknown, repairs: string[]): Pick<RetailerRecord, 'trackingLink' | 'rerouteLink'> {
  if (!isJsonObject(links)) return {};
  const trackingLink = text(links['tracking_link']) === undefined ? undefined : parseLink(links['tracking_link']);
  const rerouteLink = links['reroute_link'] === '' ? '' : parseLink(links['reroute_link']);
  if (isStated(links['tracking_link']) && trackingLink === undefined) repairs.push('links.tracking_link');
  if (isStated(links['reroute_link']) && rerouteLink === undefined) repairs.push('links.reroute_link');
  return { trackingLink, rerouteLink };
}
