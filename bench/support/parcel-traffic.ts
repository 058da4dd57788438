// Parcels on their way, as retailers and carriers report them. The same lot gives the same messages.
import { parcelKey } from '#libs/contracts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export interface TrafficMessage {
  readonly key: string;
  readonly value: string;
}

/** `count` parcels that no other lot has. */
export interface Lot {
  readonly name: string;
  readonly count: number;
  /** When the last parcel is delivered, epoch ms. */
  readonly endMs: number;
}

/** A carrier's report of one step, by code, text or hint, like real carriers. */
interface Step {
  readonly hoursBeforeEnd: number;
  readonly says: Readonly<Record<string, string>>;
  readonly place: string;
  readonly hasEta?: true;
}

interface Route {
  readonly courier: string;
  readonly country: string;
  readonly zone: string;
  readonly language: string;
  readonly steps: readonly Step[];
}

export const SCANS_PER_PARCEL = 6;

const german = (code: string, text: string): Step['says'] => ({ carrier_code: code, raw_text: text });
const hinted = (hint: string, text: string): Step['says'] => ({ status_hint: hint, raw_text: text });

const ROUTES: readonly Route[] = [
  {
    courier: 'dhl-germany',
    country: 'DEU',
    zone: 'Europe/Berlin',
    language: 'de',
    steps: [
      { hoursBeforeEnd: 52, says: german('VA', 'Die Sendung wurde elektronisch angekündigt.'), place: '' },
      { hoursBeforeEnd: 44, says: german('AE', 'Die Sendung wurde im Start-Paketzentrum angenommen.'), place: 'Köln' },
      { hoursBeforeEnd: 30, says: german('AA', 'Die Sendung wurde im Paketzentrum bearbeitet.'), place: 'Köln' },
      { hoursBeforeEnd: 20, says: german('EE', 'Die Sendung ist in der Region des Empfängers angekommen.'), place: 'Kiel', hasEta: true },
      { hoursBeforeEnd: 4, says: german('PO', 'Die Sendung wurde in das Zustellfahrzeug geladen.'), place: 'Kiel' },
      { hoursBeforeEnd: 0, says: german('ZU', 'Die Sendung wurde erfolgreich zugestellt.'), place: 'Kiel' },
    ],
  },
  {
    courier: 'la-poste',
    country: 'FRA',
    zone: 'Europe/Paris',
    language: 'fr',
    steps: [
      { hoursBeforeEnd: 50, says: hinted('OrderProcessed', 'Votre colis est prêt à être expédié'), place: '' },
      { hoursBeforeEnd: 40, says: hinted('InboundScan', 'Votre colis est pris en charge'), place: 'Lyon' },
      { hoursBeforeEnd: 28, says: hinted('InTransit', 'Votre colis est en cours d’acheminement'), place: 'Dijon' },
      { hoursBeforeEnd: 18, says: hinted('DestinationDeliveryDepot', 'Votre colis est arrivé sur son site'), place: 'Paris', hasEta: true },
      { hoursBeforeEnd: 3, says: hinted('OutForDelivery', 'Votre colis est en cours de livraison'), place: 'Paris' },
      { hoursBeforeEnd: 0, says: hinted('FailedAttempt', 'Votre colis n’a pas pu être livré'), place: 'Paris' },
    ],
  },
  {
    courier: 'ups',
    country: 'USA',
    zone: 'America/New_York',
    language: 'en',
    steps: [
      { hoursBeforeEnd: 60, says: hinted('OrderProcessed', 'Shipper created a label, UPS has not received the package yet.'), place: '' },
      { hoursBeforeEnd: 48, says: hinted('InboundScan', 'Origin Scan'), place: 'Louisville, KY' },
      { hoursBeforeEnd: 24, says: hinted('InTransit', 'Departed from Facility'), place: 'Louisville, KY' },
      { hoursBeforeEnd: 12, says: hinted('DestinationDeliveryCenter', 'Arrived at Facility'), place: 'Newark, NJ', hasEta: true },
      { hoursBeforeEnd: 5, says: hinted('OutForDelivery', 'Out For Delivery Today'), place: 'Newark, NJ' },
      { hoursBeforeEnd: 0, says: hinted('Delivered', 'DELIVERED'), place: 'Newark, NJ' },
    ],
  },
];

const routeOf = (index: number): Route => ROUTES[index % ROUTES.length]!;

const trackingNumberOf = (lot: Lot, index: number): string => `${lot.name}-${String(index).padStart(7, '0')}`;

/** One record per parcel; each opens its consignment: one event onCreated. */
export function* recordsOf(lot: Lot): Generator<TrafficMessage> {
  for (let index = 0; index < lot.count; index++) {
    const { courier, country, zone, language } = routeOf(index);
    const trackingNumber = trackingNumberOf(lot, index);
    const record = {
      schema: 'record/1',
      transfer_id: `transfer-${trackingNumber}`,
      account: 1 + (index % 100),
      action: 'upsert',
      occurred_at: new Date(lot.endMs - 3 * DAY_MS).toISOString(),
      references: {
        courier,
        tracking_number: trackingNumber,
        orderNo: `ORDER-${index}`,
        client: `shop-${language}`,
        warehouse: 'W237',
        destination_country_iso3: country,
        language,
      },
      recipient_time_zone: zone,
      links: { tracking_link: `https://track.example/${courier}/${trackingNumber}` },
    };
    yield { key: parcelKey(courier, trackingNumber), value: JSON.stringify(record) };
  }
}

/** Six scans per parcel, step by step for all parcels, like a carrier's day. Four of six have an event. */
export function* scansOf(lot: Lot): Generator<TrafficMessage> {
  for (let step = 0; step < SCANS_PER_PARCEL; step++) {
    for (let index = 0; index < lot.count; index++) yield scanOf(lot, index, step);
  }
}

function scanOf(lot: Lot, index: number, at: number): TrafficMessage {
  const { courier, steps } = routeOf(index);
  const { hoursBeforeEnd, says, place, hasEta } = steps[at]!;
  const trackingNumber = trackingNumberOf(lot, index);
  const occurredAtMs = lot.endMs - hoursBeforeEnd * HOUR_MS - (index % 180) * MINUTE_MS;
  const scan = {
    schema: 'scan/1',
    scan_id: `${courier}/${trackingNumber}/${at}`,
    courier,
    tracking_number: trackingNumber,
    occurred_at: new Date(occurredAtMs).toISOString(),
    ...says,
    ...(place !== '' && { location: { text: place } }),
    ...(hasEta && { eta: { start_date: dayOf(lot.endMs), start_time: '09:00', end_time: '13:00' } }),
  };
  return { key: parcelKey(courier, trackingNumber), value: JSON.stringify(scan) };
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 'yyyy-MM-dd'.length);
