import type { WebhookPayload } from '#libs/contracts';
import { TEST_COURIERS } from '../builders/carrier-files.js';
import { eventIdOf, isInNetwork, isLate, type ModelConsignment, localDay, OWN_EVENTS, type SeenScan } from './simple-model-consignment.js';

/** An event without its localized texts, in a form that can be compared as a whole. */
export interface ModelEvent {
  readonly account: number;
  readonly consignmentId: string;
  readonly event: string;
  readonly eventid: string;
  readonly timestamp: string;
  readonly references: object;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Door to door, qualified attempt, end to end. */
  readonly leadTimes: readonly number[];
}

/** Returns a published event in the same form. */
export function toComparable({
  account,
  consignmentId,
  payload,
}: {
  account: number;
  consignmentId: string;
  payload: WebhookPayload;
}): ModelEvent {
  const { event, eventid, timestamp, references, data: fields, reporting } = payload;
  const {
    delivery_status_locale_short: _short,
    delivery_status_locale_long: _long,
    expected_delivery_date_formatted: _date,
    ...untranslated
  } = fields;
  const leadTimes = [reporting.lead_time_door_to_door, reporting.lead_time_qualified_attempt, reporting.lead_time_end_to_end];
  return { account, consignmentId, event, eventid, timestamp, references, fields: untranslated, leadTimes };
}

export interface ModelCause {
  readonly event: string;
  readonly cause: readonly string[];
  readonly ms: number;
}

/** The scan data that the event shows (D.6): from the scan that caused the event, else from the newest scan. */
export interface Showing {
  readonly shown: SeenScan | undefined;
  readonly status: string;
}

export function toModelEvent(consignment: ModelConsignment, { event, cause, ms }: ModelCause, { shown, status }: Showing): ModelEvent {
  return {
    account: consignment.account,
    consignmentId: consignment.consignmentId,
    event,
    eventid: eventIdOf(consignment.consignmentId, event, cause),
    timestamp: new Date(ms).toISOString().replace('.000Z', 'Z'),
    references: consignment.record.references,
    fields: {
      tracking_link: trackingLinkOf(consignment),
      reroute_link: rerouteLinkOf(consignment),
      raw_scan: rawScanOf(shown),
      raw_scan_location: shown?.scan.location?.text ?? '',
      delivery_status: status,
      expected_delivery_date_raw: reliableEtaOf(consignment, event, ms),
      delivery_location: deliveryLocationOf(consignment),
      ...(shown && ownFieldsOf(event, shown)),
    },
    leadTimes: leadTimesOf(consignment),
  };
}

interface Dated {
  readonly ms: number;
  readonly value: string;
}

const newest = (values: readonly Dated[]): string | undefined => values.toSorted((a, b) => a.ms - b.ms).at(-1)?.value;

function deliveryLocationOf({ scans }: ModelConsignment): string {
  const stated = scans.flatMap(({ ms, reading: { deliveryLocation: value } }) => (value === undefined ? [] : [{ ms, value }]));
  return newest(stated) ?? '';
}

/** D.3: the link of the record, else of the latest mapped scan, else the courier's own page. */
export function trackingLinkOf(consignment: ModelConsignment): string {
  const { courier, tracking_number: number, language } = consignment.record.references;
  const page = TEST_COURIERS[courier]?.page?.replace('{tracking_number}', encodeURIComponent(number)).replace('{language}', language);
  const ofScans = consignment.scans.flatMap(({ ms, scan: { tracking_link: value } }) => (value === undefined ? [] : [{ ms, value }]));
  const latestOfScans = newest([...(consignment.waitingLink ? [consignment.waitingLink] : []), ...ofScans]);
  return consignment.record.links?.tracking_link ?? latestOfScans ?? page ?? '';
}

function rerouteLinkOf(consignment: ModelConsignment): string {
  const isOver =
    consignment.cancelledMs !== undefined || consignment.scans.some(({ status }) => ['Delivered', 'Return', 'Cancelled'].includes(status));
  if (isOver) return '';
  const ofScans = consignment.scans.flatMap(({ ms, scan }) => (scan.reroute_link === undefined ? [] : [{ ms, value: scan.reroute_link }]));
  return newest([...consignment.rerouteLinks, ...ofScans]) ?? '';
}

function rawScanOf(shown: SeenScan | undefined): string {
  if (shown === undefined) return '';
  const { raw_text: text, carrier_code: code, carrier_sub_code: subCode } = shown.scan;
  return text ?? (code === undefined ? '' : `[${code}]${subCode === undefined ? '' : ` (${subCode})`}`);
}

function reliableEtaOf(consignment: ModelConsignment, event: string, ms: number): object {
  const eta = consignment.eta?.value ?? null;
  if (eta === null) return {};
  return event === 'onDelivered' || eta.endDate >= localDay(ms, consignment.zone) ? eta : {};
}

/** Fields that only certain events have. */
function ownFieldsOf(event: string, { scan, reading, status }: SeenScan): object {
  if (event === 'onDelay')
    return { exception_code: reading.exceptionCode ?? (status === 'PartiallyDelivered' ? 'ItemMissing' : 'Exception') };
  if (event === 'onReturn') return { return_reason: reading.returnReason ?? 'Unknown' };
  if (event === 'onFailedAttempt') return nextActionOf(scan.courier, status, reading.nextAction);
  if (event === 'onDelivered') return scan.delivery_information === undefined ? {} : { delivery_information: scan.delivery_information };
  if (event !== 'onPickupReady') return {};
  const { address, opening_hours: hours, coordinates } = scan.pickup_location ?? {};
  return {
    ...(address !== undefined && { pickup_location_address: address }),
    ...(hours !== undefined && { pickup_location_opening_hours: hours }),
    ...(coordinates !== undefined && { pickup_location_coordinates: coordinates }),
  };
}

function nextActionOf(courier: string, status: string, specified: string | undefined): object {
  const defaults = TEST_COURIERS[courier]?.nextAction;
  const usual = { FailedAttemptFirst: defaults?.first, FailedAttemptSecond: defaults?.second, FailedAttemptFinal: defaults?.final }[status];
  if (specified === undefined && usual === undefined) return {};
  return { next_action: specified ?? usual, next_action_is_specified: specified !== undefined };
}

/** D.7. */
function leadTimesOf(consignment: ModelConsignment): number[] {
  const earliest = (isMeant: (seen: SeenScan) => boolean): number | undefined => {
    const found = consignment.scans.filter(isMeant).map(({ ms }) => ms);
    return found.length === 0 ? undefined : Math.min(...found);
  };
  const label = earliest(({ status }) => status === 'OrderProcessed' || status === 'PickUpScheduled') ?? consignment.openedMs;
  const inbound = earliest(isInNetwork);
  const attempt = earliest(({ status }) => isLate(status) || ['onPickupReady', 'onDelivered'].includes(OWN_EVENTS[status] ?? ''));
  const delivered = earliest(({ status }) => status === 'Delivered');
  return [days(consignment, inbound, attempt), days(consignment, label, attempt), days(consignment, label, delivered)];
}

function days({ zone }: ModelConsignment, from: number | undefined, to: number | undefined): number {
  if (from === undefined || to === undefined) return -1;
  const between = Math.round((Date.parse(localDay(to, zone)) - Date.parse(localDay(from, zone))) / (24 * 60 * 60 * 1000));
  return Math.max(0, Math.min(90, between));
}
