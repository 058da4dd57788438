// The records that retailers send about one parcel: the first, changes, repetitions, a cancellation, another account, the reuse of the
// number.
import type { Dice } from './dice.js';
import type { TravellingParcel } from './parcel-scans.js';
import type { RecordMessage } from './wire-messages.js';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

export interface Addressee {
  readonly country: string;
  /** The time zone stated in the record; without it the country decides. */
  readonly statedZone?: string;
}

export interface Journey {
  readonly startMs: number;
  readonly middleMs: number;
  readonly endMs: number;
}

export interface ParcelRecords {
  /** Waves of records: before, during and after the journey. */
  readonly waves: readonly (readonly RecordMessage[])[];
  /** When the number was reused; undefined = never. */
  readonly reusedMs: number | undefined;
}

interface RecordsOptions {
  readonly to: Addressee;
  readonly at: Journey;
  readonly isCorrected: boolean;
}

export function recordsOf(dice: Dice, parcel: TravellingParcel, { to, at, isCorrected }: RecordsOptions): ParcelRecords {
  if (dice.chance(0.02)) return { waves: [[], [], []], reusedMs: undefined };
  const first = firstRecord(dice, parcel, { to, at });
  const second = { ...first, transfer_id: `${first.transfer_id}-of-another`, account: first.account + 100 };
  const when = dice.pick([0, 0, 1]);
  const isShared = dice.chance(0.08);
  const corrected = isCorrected && dice.chance(0.05) ? [inAnotherZone(first)] : [];
  const amid = later(dice, first, at.middleMs + HOUR_MS / 2);
  const after = amid.some(({ action }) => action === 'cancel') ? takenBack(dice, first, at) : atTheEnd(dice, amid.at(-1) ?? first, at);
  return {
    waves: [
      [first, ...corrected, ...(isShared && when === 0 ? [second] : [])],
      [...amid, ...(isShared && when === 1 ? [second] : [])],
      after,
    ],
    reusedMs: after.some(({ transfer_id }) => transfer_id.endsWith('/reused')) ? Date.parse(after[0]!.occurred_at) : undefined,
  };
}

function firstRecord(dice: Dice, { courier, trackingNumber }: TravellingParcel, { to, at }: { to: Addressee; at: Journey }): RecordMessage {
  const occurredMs = at.startMs + dice.int(-48 * 60, 24 * 60) * 60_000;
  const hasLinks = dice.chance({ epsilon: 1, zeta: 0.5 }[courier] ?? 0.4);
  // The tracking page needs the normalised number. How a page spells the number is not tested by these histories.
  const isSpaced = hasLinks && dice.chance(0.1);
  const sendDate = dice.maybe(0.45, () => sendDateOf(dice, occurredMs));
  return {
    schema: 'record/1',
    transfer_id: `${trackingNumber}/first`,
    account: 100 + dice.int(0, 9),
    action: 'upsert',
    occurred_at: new Date(occurredMs).toISOString(),
    references: {
      courier,
      tracking_number: isSpaced ? ` ${trackingNumber.toLowerCase().slice(0, 4)} ${trackingNumber.slice(4)} ` : trackingNumber,
      orderNo: dice.pick(['', 'A-1', 'Bestellung "ü" 7']),
      client: dice.pick(['shop-de', 'shop-us', '']),
      warehouse: 'W1',
      destination_country_iso3: to.country,
      language: dice.pick(['de', 'en', 'fr', 'pl', 'xx']),
    },
    ...(sendDate !== undefined && { send_date: sendDate }),
    ...(dice.chance(0.7) && { warehouse_time_zone: dice.pick(['Europe/Berlin', 'America/Chicago']) }),
    ...(to.statedZone !== undefined && { recipient_time_zone: to.statedZone }),
    ...(hasLinks && {
      links: {
        tracking_link: `https://shop.example/${trackingNumber}`,
        ...(dice.chance(0.5) && { reroute_link: 'https://shop.example/r' }),
      },
    }),
    ...(dice.chance(0.05) && { is_return: dice.chance(0.5) }),
  };
}

/** Returns a send date that is long past when the messages are processed, except for the few that never become due. */
function sendDateOf(dice: Dice, occurredMs: number): string {
  const day = new Date(occurredMs + dice.int(-1, 6) * DAY_MS).toISOString().slice(0, 10);
  return dice.pick([day, day, day, day, `${day}T18:00:00`, `${day}T18:00:00+01:00`, '2199-12-24']);
}

/** Returns a later version of the record: changed, repeated or cancelled; in most cases nothing. */
function later(dice: Dice, known: RecordMessage, ms: number): RecordMessage[] {
  const again = { ...known, transfer_id: `${known.transfer_id}+`, occurred_at: new Date(ms).toISOString() };
  const throwOf = dice.int(1, 100);
  if (throwOf <= 15) return [changed(dice, again, ms)];
  if (throwOf <= 20) return [again];
  if (throwOf <= 25) return [known, known];
  if (throwOf <= 30 && (known.links !== undefined || known.references.courier !== 'zeta')) return [{ ...again, action: 'cancel' }];
  return [];
}

function changed(dice: Dice, record: RecordMessage, ms: number): RecordMessage {
  const { send_date: _, ...unwatched } = record;
  return dice.pick<() => RecordMessage>([
    () => ({ ...record, references: { ...record.references, language: record.references.language === 'es' ? 'it' : 'es' } }),
    () => ({ ...record, references: { ...record.references, orderNo: `${record.references.orderNo}/2` } }),
    () => ({ ...record, send_date: new Date(ms + dice.int(8, 12) * DAY_MS).toISOString().slice(0, 10) }),
    () => (record.send_date === undefined ? { ...record, is_return: true } : unwatched),
    () => ({ ...record, is_return: true }),
    () => ({ ...record, links: { ...record.links, reroute_link: dice.pick(['', 'https://shop.example/r2']) } }),
  ])();
}

/** Comes at once: between two waves, events that are due are published. */
const inAnotherZone = (first: RecordMessage): RecordMessage => ({
  ...first,
  transfer_id: `${first.transfer_id}/zone`,
  occurred_at: new Date(Date.parse(first.occurred_at) + HOUR_MS).toISOString(),
  warehouse_time_zone: 'Asia/Tokyo',
});

function takenBack(dice: Dice, first: RecordMessage, { endMs }: Journey): RecordMessage[] {
  const occurredAt = new Date(endMs + HOUR_MS / 2).toISOString();
  return dice.chance(0.7) ? [{ ...first, transfer_id: `${first.transfer_id}/back`, occurred_at: occurredAt }] : [];
}

function atTheEnd(dice: Dice, known: RecordMessage, { endMs }: Journey): RecordMessage[] {
  if (dice.chance(0.04)) {
    const ms = endMs + dice.int(85, 140) * DAY_MS;
    return [{ ...known, transfer_id: `${known.transfer_id}/reused`, occurred_at: new Date(ms).toISOString() }];
  }
  return dice.chance(0.25) ? later(dice, known, endMs + HOUR_MS / 2) : [];
}
