// The words and small rules of the simple model.
import { DateTime } from 'luxon';
import { v5 as uuidv5 } from 'uuid';
import { TEST_COURIERS, type TestRule } from '../builders/carrier-files.js';
import type { RecordMessage, ScanMessage } from '../builders/wire-messages.js';

export const DAY_MS = 24 * 60 * 60 * 1000;
const GRACE_MS = 4 * 60 * 60 * 1000;

/** One consignment: a parcel of an account in one generation. */
export interface ModelConsignment {
  readonly consignmentId: string;
  readonly account: number;
  readonly generation: number;
  readonly openedMs: number;
  readonly zone: string;
  record: RecordMessage;
  readonly transfers: Set<string>;
  /** Scans in the order in which they were processed. */
  readonly scans: SeenScan[];
  /** scan_ids that waited for the record but were too old to belong to this parcel. */
  readonly leftOutScans: Set<string>;
  /** Reroute links of records; links of scans are kept separately. */
  readonly rerouteLinks: { readonly ms: number; readonly value: string }[];
  /** The newest tracking link among the scans that waited for the record. */
  waitingLink?: { readonly ms: number; readonly value: string } | undefined;
  eta?: { readonly value: Eta | null; readonly ms: number };
  /** Send dates in the order of the records, each with its start; a withdrawn date stays in force until the next date. */
  readonly promises: { readonly sendDate: string; readonly ms: number }[];
  /** Send dates whose delay was reported, either by the clock or by the warehouse. */
  readonly toldDates: Set<string>;
  watch?: Watch | undefined;
  cancelledMs?: number | undefined;
  /** True once the next generation has begun. */
  isOver: boolean;
}

export interface SeenScan {
  readonly scan: ScanMessage;
  readonly ms: number;
  /** Calendar day in the recipient's time zone. */
  readonly day: string;
  /** The status, with failed attempts numbered. */
  readonly status: string;
  readonly reading: Reading;
}

export interface Reading {
  readonly status: string;
  readonly isInbound: boolean;
  readonly exceptionCode: string | undefined;
  readonly nextAction: string | undefined;
  readonly returnReason: string | undefined;
  readonly deliveryLocation: string | undefined;
}

export interface Eta {
  readonly startDate: string;
  readonly endDate: string;
  readonly startTime?: string;
  readonly endTime?: string;
}

export interface Watch {
  readonly sendDate: string;
  readonly breachMs: number;
  readonly dueMs: number;
  /** Time of the record that promised the date. */
  readonly promisedMs: number;
}

/** D.4, class p. */
const IN_NETWORK = new Set(
  `InboundScan InterimHaul InTransit ExportHub ImportHub CustomsIn CustomsReleased DestinationDeliveryCenter DestinationDeliveryDepot
   OutForDelivery FailedAttemptFirst FailedAttemptSecond FailedAttemptFinal PickupReadyToday PickupReadyNextDay PartiallyDelivered Delivered
   Stored Return ReturnWarning`.split(/\s+/),
);

/** D.4, by event. */
export const OWN_EVENTS: Readonly<Record<string, string>> = {
  WarehouseDelay: 'onInternalDelay',
  Exception: 'onDelay',
  PartiallyDelivered: 'onDelay',
  OutForDelivery: 'onOutForDelivery',
  FailedAttemptFirst: 'onFailedAttempt',
  FailedAttemptSecond: 'onFailedAttempt',
  FailedAttemptFinal: 'onFailedAttempt',
  PickupReadyToday: 'onPickupReady',
  PickupReadyNextDay: 'onPickupReady',
  Delivered: 'onDelivered',
  Return: 'onReturn',
};

export const isInNetwork = ({ status, reading }: SeenScan): boolean => reading.isInbound || IN_NETWORK.has(status);
export const isLate = (status: string): boolean => status.startsWith('FailedAttempt');

/** D.2, time rule, for the forms that the builders write. */
export function momentOf(message: { occurred_at?: string; occurred_at_local?: string; time_zone?: string }): number {
  const { occurred_at: text, occurred_at_local: local = '', time_zone: zone = '' } = message;
  if (text === undefined) return DateTime.fromISO(local, { zone }).toMillis();
  return Date.parse(text.replace(/(\.\d{3})\d*/, '$1').replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();

export function localDay(ms: number, zone: string): string {
  const format = dayFormats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone });
  dayFormats.set(zone, format);
  return format.format(ms);
}

const COUNTRY_ZONES: Readonly<Record<string, string>> = {
  DEU: 'Europe/Berlin',
  FRA: 'Europe/Paris',
  USA: 'America/New_York',
  XKX: 'Europe/Belgrade',
};

/** D.7: record, else country, else UTC. */
export const zoneOf = ({ recipient_time_zone: zone, references }: RecordMessage): string =>
  zone ?? COUNTRY_ZONES[references.destination_country_iso3] ?? 'UTC';

/** D.5: exact code, code, hint, text, else InternalStatus. */
export function readingOf(scan: ScanMessage): Reading {
  const rules = TEST_COURIERS[scan.courier]?.rules ?? [];
  const ofCode = rules.filter(({ code }) => code !== undefined && code === scan.carrier_code);
  const byCode = ofCode.find(({ subCode }) => subCode === scan.carrier_sub_code) ?? ofCode.find(({ subCode }) => subCode === undefined);
  const byText = rules.find(({ text }) => text !== undefined && new RegExp(text).test(scan.raw_text ?? ''));
  const rule: TestRule | undefined = byCode ?? (scan.status_hint === undefined ? byText : undefined);
  return {
    status: rule?.status ?? scan.status_hint ?? 'InternalStatus',
    isInbound: rule?.inbound === true || scan.inbound_hint === true,
    exceptionCode: rule?.exceptionCode ?? scan.exception_hint,
    nextAction: rule?.nextAction ?? scan.next_action_hint,
    returnReason: rule?.returnReason ?? scan.return_reason_hint,
    deliveryLocation: rule?.deliveryLocation ?? scan.delivery_location,
  };
}

/** D.5: 1 + the distinct earlier local days with a failed attempt. */
export function numbered(status: string, day: string, scans: readonly SeenScan[]): string {
  if (status !== 'FailedAttempt') return status;
  const earlierDays = new Set(scans.filter((seen) => isLate(seen.status) && seen.day < day).map((seen) => seen.day));
  return ['FailedAttemptFirst', 'FailedAttemptSecond'][earlierDays.size] ?? 'FailedAttemptFinal';
}

/** D.6: undefined = no (or an invalid) estimate, null = the estimate is withdrawn. */
export function etaOf({ eta }: ScanMessage): Eta | null | undefined {
  if (eta === undefined || eta === null) return eta;
  const { start_date: startDate, end_date: endDate = startDate } = eta;
  if (startDate > endDate) return undefined;
  const [start, end] = [eta.start_time ?? eta.end_time, eta.end_time ?? eta.start_time].map((time) => time && `${time}:00`.slice(0, 8));
  if (startDate !== endDate || start === undefined || end === undefined) return { startDate, endDate };
  return start > end ? undefined : { startDate, endDate, startTime: start, endTime: end };
}

/** D.8: the day after send_date in the warehouse's zone, or the instant itself. */
export function dueOf(record: RecordMessage, sendDate: string): Watch {
  const zone = record.warehouse_time_zone ?? 'UTC';
  const stated = DateTime.fromISO(sendDate, { zone });
  const breachMs = (sendDate.length === 10 ? stated.plus({ days: 1 }).startOf('day') : stated).toMillis();
  return { sendDate, breachMs, dueMs: breachMs + GRACE_MS, promisedMs: momentOf(record) };
}

/** The namespace is a permanent contract: it is copied, not imported, so that tests notice a changed recipe. */
const NAMESPACE = 'b6f7a1de-3c57-5d0e-9a44-1f0e7c2d8b60';

export const consignmentIdOf = ({ account, references }: RecordMessage, generation: number): string =>
  uuidv5(
    JSON.stringify([account, references.courier, references.tracking_number.replaceAll(' ', '').toUpperCase(), generation]),
    NAMESPACE,
  );

export const eventIdOf = (consignmentId: string, event: string, cause: readonly string[]): string =>
  uuidv5(JSON.stringify([event, ...cause]), consignmentId);
