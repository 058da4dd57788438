// Scans and records: bytes of a topic → events, their bodies and the requests that carry them.
import { isDeepStrictEqual } from 'node:util';
import {
  compileSchema,
  type JsonObject,
  parcelKey,
  parseRecord,
  parseScan,
  type RetailerRecord,
  type Scan,
  toCloudEventBody,
  toPlainBody,
  type TrackingEvent,
  WEBHOOK_PAYLOAD_SCHEMA,
} from '#libs/contracts';
import type { Arrival } from '../../../apps/event-builder/src/consignment/arrival.js';
import { parcelOf } from '../../../apps/event-builder/src/consignment/parcel.js';
import { foldBatch } from '../../../apps/event-builder/src/tracking/fold-batch.js';
import { toRulebook } from '../../../apps/event-builder/src/rulebook/to-rulebook.js';
import { aRecord, aScan, defaultInputs } from '../../builders/parcel-world.js';
import { eventMessage, eventsIn } from '../../builders/tracking-event.js';
import { hold, type Target, twice } from '../target.js';

const NOW_MS = Date.parse('2026-03-30T12:00:00Z');
const RULEBOOK = toRulebook(defaultInputs());
const IDENTITY = { source: 'urn:fuzz', vendor: 'fuzz' };
const findPayloadFault = compileSchema(WEBHOOK_PAYLOAD_SCHEMA);
const NOTHING = { consignments: [], orphanScans: [], appliedScans: [], pastGenerations: [] };

const RECORD = parseRecord(Buffer.from(JSON.stringify(aRecord())), NOW_MS);
if (!RECORD.ok) throw new Error(RECORD.detail);
const KNOWN = foldBatch(NOTHING, [recordArrival(RECORD.value)], RULEBOOK).changes.current;

const FULL_SCAN = aScan('PickupReadyToday', '2026-03-28T10:00:00Z', {
  time_zone: 'Europe/Berlin',
  received_at: '2026-03-28T10:00:01Z',
  carrier_code: 'X',
  carrier_sub_code: '30',
  location: { text: 'Bonn', country_iso3: 'DEU' },
  exception_hint: 'Customs',
  next_action_hint: 'PickUpReady',
  return_reason_hint: 'Lost',
  inbound_hint: true,
  eta: { start_date: '2026-03-29', end_date: '2026-03-29', start_time: '10:00', end_time: '14:00:00' },
  delivery_location: 'Neighbor',
  delivery_information: 'Meier',
  pickup_location: {
    address: 'Kiosk, <b>Bonn</b>',
    opening_hours: { monday: [{ from: '08:00', to: '24:00' }], sunday: [] },
    coordinates: { lat: 50.7, long: 7.1 },
  },
  reroute_link: 'https://carrier.example/reroute?id=1',
  tracking_link: 'https://carrier.example/track/ä b',
});

export const SCAN: Target = {
  name: 'scan',
  what: 'a value of topic scans → the scan, the events it causes, their bodies',
  seeds: [
    FULL_SCAN,
    ...['Delivered', 'FailedAttempt', 'Return', 'Exception', 'Scheduled', 'OutForDelivery'].map((status) =>
      aScan(status, '2026-03-28T10:00:00+02:00'),
    ),
    { ...aScan('InTransit', ''), occurred_at: null, occurred_at_local: '2026-03-29T02:30:00', time_zone: 'Europe/Berlin' },
  ].map((scan) => JSON.stringify(scan)),
  words: [
    '2026-03-29T02:30:00',
    '9999-12-31T23:59:59-23:59',
    '2000-01-01T00:00:00Z',
    'Europe/Berlin',
    'Etc/GMT+14',
    'https://a.example/',
    'scan/1',
  ],
  check: (input) => {
    const parsed = twice(() => parseScan(input, NOW_MS));
    if (!parsed.ok) return holdFault(parsed.detail);
    holdStorable(parsed.value);
    // Any scan is assigned to the known parcel, so that it causes events.
    const { courier, trackingNumber } = KNOWN[0]!;
    checkFold(scanArrival({ ...parsed.value, courier, trackingNumber }));
    holdKey(parsed.value.courier, parsed.value.trackingNumber);
  },
};

export const RECORD_TARGET: Target = {
  name: 'record',
  what: 'a value of topic records → the record, the events it causes, their bodies',
  seeds: [
    aRecord({
      send_date: '2026-03-28',
      warehouse_time_zone: 'Europe/Berlin',
      recipient_time_zone: 'Europe/Vienna',
      links: { tracking_link: 'https://a.example/1', reroute_link: '' },
      is_return: true,
    }),
    aRecord({ action: 'cancel' }),
    aRecord({ send_date: '2026-03-29T02:30:00', links: null }),
  ].map((record) => JSON.stringify(record)),
  words: ['9999-12-31', '2026-02-30', 'Europe/Berlin', 'https://a.example/', 'record/1', 'zz', 'ZZZ'],
  check: (input) => {
    const parsed = twice(() => parseRecord(input, NOW_MS));
    if (!parsed.ok) return holdFault(parsed.detail);
    holdStorable(parsed.value);
    checkFold(recordArrival(parsed.value));
    holdKey(parsed.value.courier, parsed.value.trackingNumber);
  },
};

function scanArrival(scan: Scan): Arrival {
  return { kind: 'scan', scan, ...common(scan) };
}

function recordArrival(record: RetailerRecord): Arrival {
  return { kind: 'record', record, ...common(record) };
}

function common({ courier, trackingNumber }: { courier: string; trackingNumber: string }) {
  return { parcel: parcelOf({ courier, trackingNumber }), createdAtMs: NOW_MS, offset: 0, traceparent: undefined, isKeyed: true };
}

function checkFold(arrival: Arrival): void {
  const { events } = twice(() => foldBatch({ ...NOTHING, consignments: KNOWN }, [arrival], RULEBOOK));
  for (const { event } of events) checkEvent(event);
}

function checkEvent(event: TrackingEvent): void {
  const fault = findPayloadFault(JSON.parse(JSON.stringify(event.payload)) as JsonObject);
  hold(fault === undefined, `a payload matches the specification: ${fault?.instancePath} ${fault?.message}`);
  hold(isDeepStrictEqual(eventsIn([eventMessage(event)]), [event]), 'an event is unchanged after its topic');
  JSON.parse(toPlainBody(event.payload, 'empty'));
  JSON.parse(toCloudEventBody(event.payload, 'null_text', IDENTITY));
}

const MOST_DETAIL_CHARS = 700;

/** Faults go to the log: they must name the problem without repeating the message. */
function holdFault(detail: string): void {
  hold(detail.length <= MOST_DETAIL_CHARS, `a fault is short, not ${detail.length} characters`);
}

/** Checks that PostgreSQL accepts the value as text and jsonb. */
function holdStorable(value: object): void {
  const json = JSON.stringify(value);
  hold(!/\\u0000|\\ud[89a-f]/i.test(json.replaceAll('\\\\', '')), 'every text can be stored');
}

function holdKey(courier: string, trackingNumber: string): void {
  hold(parcelKey(courier, trackingNumber) === `${courier}:${trackingNumber}`, 'normalising a normalised tracking number changes nothing');
}
