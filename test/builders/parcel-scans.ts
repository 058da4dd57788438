// The scans of one parcel's journey, likely and unlikely, in every form that producers write.
import { DateTime } from 'luxon';
import { TEST_COURIERS, type TestRule } from './carrier-files.js';
import type { Dice } from './dice.js';
import type { EtaMessage, PickupMessage, ScanMessage } from './wire-messages.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const BEFORE = 'OrderProcessed OrderProcessed PickUpScheduled PickUpPlanned WarehousePrepared Packed Loaded Upgrade WarehouseDelay Pending';
const MOVING = `InboundScan InboundScan InterimHaul InTransit InTransit InTransit ExportHub ImportHub CustomsIn CustomsReleased Scheduled Scheduled
  DestinationDeliveryCenter DestinationDeliveryDepot Rerouted Exception Stored InternalStatus None Ignore unmapped`;
const LAST_MILE = `OutForDelivery OutForDelivery OutForDelivery FailedAttempt FailedAttempt FailedAttemptFirst FailedAttemptSecond FailedAttemptFinal
  PickupReadyToday PickupReadyNextDay PartiallyDelivered ReturnWarning Exception Scheduled InTransit unmapped`;
const END = 'Delivered Delivered Delivered Delivered Delivered Delivered Delivered Return Return Cancelled';
const AFTER = 'Delivered Return OutForDelivery ReturnInProcess ReturnProcessed ReturnRefunded InTransit Cancelled';

export interface TravellingParcel {
  readonly courier: string;
  readonly trackingNumber: string;
  /** The time zone of the scans. */
  readonly zone: string;
}

/** A scan with the time when it happened, for tests that sort scans. */
export interface TimedScan {
  readonly ms: number;
  readonly message: ScanMessage;
}

/** Returns a whole journey in chronological order; sometimes two scans have the same time. */
export function journey(dice: Dice, parcel: TravellingParcel, from: { readonly ms: number; readonly name: string }): TimedScan[] {
  const statuses = [
    ...draw(dice, BEFORE, dice.int(0, 2)),
    ...draw(dice, MOVING, dice.int(3, 6)),
    ...draw(dice, LAST_MILE, dice.int(2, 4)),
    ...draw(dice, END, dice.chance(0.9) ? 1 : 0),
    ...draw(dice, AFTER, dice.chance(0.15) ? dice.int(1, 2) : 0),
  ];
  let ms = from.ms;
  return statuses.map((status, index) => {
    if (!dice.chance(0.05)) ms += dice.int(20, 30 * 60) * MINUTE_MS + dice.int(0, 59) * 1000 + (dice.chance(0.1) ? dice.int(1, 999) : 0);
    return { ms, message: scanOf(dice, parcel, { status, ms, scanId: `${parcel.trackingNumber}/${from.name}${index}` }) };
  });
}

const draw = (dice: Dice, pool: string, count: number): string[] => Array.from({ length: count }, () => dice.pick(pool.split(/\s+/)));

interface Options {
  readonly status: string;
  readonly ms: number;
  readonly scanId: string;
}

/** Returns one scan. JSON omits undefined values, so this function omits them too. */
export function scanOf(dice: Dice, { courier, trackingNumber, zone }: TravellingParcel, { status, ms, scanId }: Options): ScanMessage {
  const location = dice.maybe(0.8, () => ({ text: dice.pick(['Bonn, DE', 'Köln "Süd" {0}', '<b>Lyon</b>', 'Memphis, TN 📦']) }));
  return defined({
    schema: 'scan/1',
    scan_id: scanId,
    courier,
    tracking_number: trackingNumber,
    ...timeOf(dice, ms, zone),
    ...meaningOf(dice, courier, status),
    ...ownFieldsOf(dice, status),
    location,
    eta: etaOf(dice, ms),
    delivery_location: dice.maybe(0.12, () =>
      dice.pick(['Doorstep', 'Postbox', 'ParcelShop', 'ParcelLocker', 'Neighbor', 'HomeDeposit', 'Unknown']),
    ),
    reroute_link: dice.maybe(0.12, () => (dice.chance(0.3) ? '' : `https://reroute.example/${dice.int(1, 9)}`)),
    tracking_link: dice.maybe(isSilentOnLinks(courier, status) ? 0 : 0.15, () => `https://scan.example/${dice.int(1, 9)}`),
  });
}

/** If a courier never sends a link, its records without links stay rejected; a status that is never shown needs no link. */
const isSilentOnLinks = (courier: string, status: string): boolean => courier === 'zeta' || status === 'None' || status === 'Ignore';

const defined = (message: { readonly [K in keyof ScanMessage]: ScanMessage[K] | undefined }): ScanMessage =>
  Object.fromEntries(Object.entries(message).filter(([, value]) => value !== undefined)) as unknown as ScanMessage;

function timeOf(dice: Dice, ms: number, zone: string): Partial<ScanMessage> {
  const local = DateTime.fromMillis(ms, { zone });
  const form = dice.int(1, 5);
  if (form === 1) return { occurred_at: new Date(ms).toISOString().replace('Z', '000000Z') };
  if (form === 2) return { occurred_at: local.toISO() ?? '' };
  if (form === 3) return { occurred_at: local.toISO({ format: 'extended' })?.replace(/:(\d\d)$/, '$1') ?? '' };
  // An hour that occurs twice (end of daylight saving time) has a test of its own.
  if (form === 4 && local.getPossibleOffsets().length === 1) {
    return { occurred_at_local: local.toISO({ includeOffset: false }) ?? '', time_zone: zone };
  }
  return { occurred_at: new Date(ms).toISOString() };
}

/** Expresses the status by the courier's code, by its text or by the producer's hint. A code takes precedence over the hint beside it. */
function meaningOf(dice: Dice, courier: string, status: string): Partial<ScanMessage> {
  const text = dice.maybe(0.7, () => `Carrier says ${status} ${dice.int(1, 99)}`);
  if (status === 'unmapped')
    return dice.chance(0.5) ? { raw_text: 'Nobody knows this text' } : { carrier_code: `Q${dice.int(1, 30)}`, raw_text: text };
  const rules = (TEST_COURIERS[courier]?.rules ?? []).filter((rule) => rule.status === status);
  if (rules.length === 0 || dice.chance(0.4)) return { status_hint: status, raw_text: text };
  const rule: TestRule = dice.pick(rules);
  if (rule.text !== undefined) return { raw_text: rule.text.replace('^', '').replace('.*', 'Hub 7') };
  const hint = dice.maybe(0.2, () => dice.pick(['InTransit', 'Pending', 'Delivered']));
  const subCode = rule.subCode ?? dice.maybe(0.2, () => 'OTHER');
  return { carrier_code: rule.code, carrier_sub_code: subCode, raw_text: text, status_hint: hint };
}

function ownFieldsOf(dice: Dice, status: string): Partial<ScanMessage> {
  const isAstray = dice.chance(0.05); // Adds fields to a status to which they do not belong.
  const says = (share: number, ...statuses: string[]): boolean => isAstray || (statuses.includes(status) && dice.chance(share));
  return {
    exception_hint: says(0.6, 'Exception', 'PartiallyDelivered') ? dice.pick(['Damaged', 'Customs', 'LackSpace']) : undefined,
    next_action_hint:
      isAstray || (status.startsWith('FailedAttempt') && dice.chance(0.4)) ? dice.pick(['NewAttemptToday', 'PickUpReady']) : undefined,
    return_reason_hint: says(0.6, 'Return') ? dice.pick(['Recall', 'NotCollected', 'Unknown']) : undefined,
    inbound_hint:
      says(0.1, 'Pending', 'Loaded', 'Packed', 'Exception', 'unmapped') && status !== 'None' && status !== 'Ignore' ? true : undefined,
    delivery_information: says(0.5, 'Delivered') ? dice.pick(['Nachbar Meier', 'Signed by: X']) : undefined,
    pickup_location: says(0.8, 'PickupReadyToday', 'PickupReadyNextDay') ? pickupOf(dice) : undefined,
  };
}

function pickupOf(dice: Dice): PickupMessage {
  return {
    address: 'Kiosk Blau, Hauptstr. 3, 53113, Bonn, Germany',
    ...(dice.chance(0.5) && { opening_hours: { monday: [{ from: '08:00', to: '18:30' }], sunday: [] } }),
    ...(dice.chance(0.5) && { coordinates: { lat: 50.73, long: 7.1 } }),
  };
}

/** Returns one of a few days and time windows, so that the same estimate often recurs. */
function etaOf(dice: Dice, ms: number): EtaMessage | null | undefined {
  if (!dice.chance(0.18)) return undefined;
  const day = (after: number): string => new Date(ms + after * DAY_MS).toISOString().slice(0, 10);
  const start_date = day(dice.int(-1, 2));
  switch (dice.int(1, 7)) {
    case 1:
      return null;
    case 2:
      return { start_date, end_date: start_date, start_time: '10:00', end_time: dice.pick(['12:00', '14:00']) };
    case 3:
      return { start_date, end_date: day(3) };
    case 4:
      return { start_date, start_time: '09:30' };
    case 5:
      return { start_date: day(1), end_date: day(4), start_time: '10:00', end_time: '12:00' };
    case 6:
      return dice.pick<EtaMessage>([
        { start_date: day(3), end_date: day(1) },
        { start_date, start_time: '22:00', end_time: '02:00' },
      ]);
    default:
      return { start_date };
  }
}
