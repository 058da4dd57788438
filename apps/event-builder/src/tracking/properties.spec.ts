import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EXCEPTION_CODES, type JsonObject, NEXT_ACTIONS, RETURN_REASONS, STATUS_HINTS, type WebhookPayload } from '#libs/contracts';
import { aRecord, ParcelWorld } from '../../../../test/builders/parcel-world.js';

const START_MS = Date.UTC(2026, 2, 2);
const HOUR_MS = 60 * 60 * 1000;
const MESSAGE_TIMESTAMP = '2026-03-30T00:00:00Z';

const eta = fc.option(fc.record({ start_date: fc.constantFrom('2026-03-04', '2026-03-06', '2026-03-30', '2026-02-30') }), {
  nil: undefined,
});

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined });

/** The optional fields that a producer may send beside the status. */
const trimmings = fc.record({
  eta,
  raw_text: maybe(fc.constantFrom('Out', 'Handed over', '{x} <b>')),
  carrier_code: maybe(fc.constantFrom('QQ', 'PO', 'NDELV')),
  location: maybe(fc.constantFrom({ text: 'Bonn, DE' }, { text: 'Köln' })),
  exception_hint: maybe(fc.constantFrom(...EXCEPTION_CODES)),
  return_reason_hint: maybe(fc.constantFrom(...RETURN_REASONS)),
  next_action_hint: maybe(fc.constantFrom(...NEXT_ACTIONS)),
  inbound_hint: maybe(fc.boolean()),
  delivery_information: maybe(fc.constantFrom('A. Meier', 'Flur')),
  pickup_location: maybe(fc.constantFrom({ address: 'Kiosk Blau' }, { address: 'Markt 1', coordinates: { lat: 50.7, long: 7.1 } })),
});

/** Any scan of any day; some have a date, some share an id. */
const scans = fc.array(
  fc
    .record({
      id: fc.integer({ min: 1, max: 30 }),
      status: fc.constantFrom(...STATUS_HINTS),
      hour: fc.integer({ min: 0, max: 500 }),
      rest: trimmings,
    })
    .map(({ id, status, hour, rest }): JsonObject => ({
      schema: 'scan/1',
      scan_id: `scan-${id}`,
      courier: 'dhl-germany',
      tracking_number: '00340434161094015902',
      occurred_at: new Date(START_MS + hour * HOUR_MS).toISOString(),
      status_hint: status,
      message_timestamp: MESSAGE_TIMESTAMP,
      ...(Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as JsonObject),
    })),
  { minLength: 1, maxLength: 15 },
);

/** Keeps one scan per id: a producer gives an id to one physical scan only. */
const uniqueById = (list: readonly JsonObject[]): JsonObject[] => [...new Map(list.map((scan) => [scan['scan_id'], scan])).values()];
const record = aRecord({ occurred_at: '2026-03-01T08:00:00Z' });
const ids = (events: readonly WebhookPayload[]): string[] => events.map(({ eventid }) => eventid);

/** Scans, with later records of the retailer in between. */
const history = fc
  .tuple(scans, fc.array(fc.tuple(fc.nat(), fc.constantFrom('de', 'fr', 'xx'), fc.constantFrom('upsert', 'cancel')), { maxLength: 3 }))
  .map(([list, changes]) =>
    changes.reduce((mixed, [at, language, action], index) => {
      const change = {
        ...record,
        transfer_id: `change-${index}`,
        action,
        references: { ...(record['references'] as JsonObject), language },
      };
      return mixed.toSpliced(at % (mixed.length + 1), 0, { ...change, occurred_at: '2026-03-02T08:00:00Z' });
    }, list),
  );

function play(list: readonly JsonObject[]): WebhookPayload[] {
  const world = new ParcelWorld();
  return [record, ...list].flatMap((message) => world.take(message));
}

describe('for any history', () => {
  it('every payload is valid against the schema; onCreated comes once, onDispatch at most once', () => {
    fc.assert(
      fc.property(history, (list) => {
        const events = play(list);
        expect(events.filter(({ event }) => event === 'onCreated')).toHaveLength(1);
        expect(events.filter(({ event }) => event === 'onDispatch').length).toBeLessThanOrEqual(1);
        expect(new Set(ids(events)).size).toBe(events.length);
      }),
    );
  });

  it('replaying any prefix twice yields the same set of event ids', () => {
    fc.assert(
      fc.property(history, fc.nat(), (list, cut) => {
        const prefix = list.slice(0, cut % (list.length + 1));
        const once = new Set(ids(play(prefix)));
        expect(new Set(ids(play(prefix)))).toEqual(once);
        expect(new Set(ids([...play(prefix), ...play(prefix)]))).toEqual(once);
      }),
    );
  });

  it('replaying any prefix over the stored state gives no new event', () => {
    fc.assert(
      fc.property(history, fc.nat(), (list, cut) => {
        const world = new ParcelWorld();
        world.take(record, ...list);
        const prefix = list.slice(0, cut % (list.length + 1)).filter(({ schema }) => schema === 'scan/1');
        expect(ids(world.take(...prefix, ...prefix))).toEqual([]);
      }),
    );
  });

  it('the division into batches changes nothing', () => {
    fc.assert(
      fc.property(scans, (list) => {
        expect(new ParcelWorld().take(record, ...list)).toEqual(play(list));
      }),
    );
  });

  it('orphan scans give the same events as scans that arrive in order', () => {
    fc.assert(
      fc.property(scans, (list) => {
        const unique = uniqueById(list);
        const world = new ParcelWorld();
        world.take(...unique);
        const inOrder = unique.toSorted((a, b) => Date.parse(a['occurred_at'] as string) - Date.parse(b['occurred_at'] as string));
        expect(world.take(record)).toEqual(play(inOrder));
      }),
    );
  });

  it('shuffled scans keep the fields that depend only on the scan', () => {
    fc.assert(
      fc.property(scans, fc.infiniteStream(fc.nat()), (list, random) => {
        const unique = uniqueById(list);
        const shuffled = unique
          .map((scan) => ({ scan, rank: random.next().value as number }))
          .toSorted((a, b) => a.rank - b.rank)
          .map(({ scan }) => scan);
        expect(ownFields(play(shuffled))).toEqual(ownFields(play(unique)));
      }),
    );
  });
});

const OWN_FIELDS = [
  'raw_scan',
  'raw_scan_location',
  'exception_code',
  'return_reason',
  'delivery_information',
  'pickup_location_address',
  'pickup_location_opening_hours',
  'pickup_location_coordinates',
  'next_action',
  'next_action_is_specified',
] as const;

/**
 * Returns the fields of an event that depend only on its scan. The order of scans decides which scan is the first of the network or brings
 * a new date, and the number of an attempt.
 */
function ownFields(events: readonly WebhookPayload[]): unknown[] {
  return events
    .filter(({ event }) => event !== 'onDispatch' && event !== 'onScheduled')
    .map(({ eventid, event, timestamp, data }) => ({
      eventid,
      event,
      timestamp,
      status: event === 'onFailedAttempt' ? 'any attempt' : data.delivery_status,
      own: OWN_FIELDS.map((field) => data[field]),
    }))
    .toSorted((a, b) => a.eventid.localeCompare(b.eventid));
}
