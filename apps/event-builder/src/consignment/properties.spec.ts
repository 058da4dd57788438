import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type JsonObject, STATUS_HINTS, type WebhookPayload } from '#libs/contracts';
import { aRecord, ParcelWorld } from '../../../../test/builders/parcel-world.js';

const START_MS = Date.UTC(2026, 2, 2);
const HOUR_MS = 60 * 60 * 1000;
const MESSAGE_TIMESTAMP = '2026-03-30T00:00:00Z';

const eta = fc.option(fc.record({ start_date: fc.constantFrom('2026-03-04', '2026-03-06', '2026-03-30', '2026-02-30') }), {
  nil: undefined,
});

/** Any scan of any day, some of them with a date, some with the same id as another. */
const scans = fc.array(
  fc
    .record({ id: fc.integer({ min: 1, max: 30 }), status: fc.constantFrom(...STATUS_HINTS), hour: fc.integer({ min: 0, max: 500 }), eta })
    .map(({ id, status, hour, eta: date }): JsonObject => ({
      schema: 'scan/1',
      scan_id: `scan-${id}`,
      courier: 'dhl-germany',
      tracking_number: '00340434161094015902',
      occurred_at: new Date(START_MS + hour * HOUR_MS).toISOString(),
      status_hint: status,
      message_timestamp: MESSAGE_TIMESTAMP,
      ...(date !== undefined && { eta: date }),
    })),
  { minLength: 1, maxLength: 15 },
);

/** A producer gives an id to one physical scan only. */
const uniqueById = (list: readonly JsonObject[]): JsonObject[] => [...new Map(list.map((scan) => [scan['scan_id'], scan])).values()];
const record = aRecord({ occurred_at: '2026-03-01T08:00:00Z' });
const ids = (events: readonly WebhookPayload[]): string[] => events.map(({ eventid }) => eventid);

function play(list: readonly JsonObject[]): WebhookPayload[] {
  const world = new ParcelWorld();
  return [record, ...list].flatMap((message) => world.take(message));
}

describe('for any history', () => {
  it('every payload is valid (checked by the world) and onDispatch comes at most once', () => {
    fc.assert(
      fc.property(scans, (list) => {
        const events = play(list);
        expect(events.filter(({ event }) => event === 'onDispatch').length).toBeLessThanOrEqual(1);
        expect(new Set(ids(events)).size).toBe(events.length);
      }),
    );
  });

  it('replaying any prefix gives no new event', () => {
    fc.assert(
      fc.property(scans, fc.nat(), (list, cut) => {
        const world = new ParcelWorld();
        world.take(record, ...list);
        expect(ids(world.take(record, ...list.slice(0, cut % (list.length + 1))))).toEqual([]);
      }),
    );
  });

  it('the cut into batches changes nothing', () => {
    fc.assert(
      fc.property(scans, (list) => {
        expect(new ParcelWorld().take(record, ...list)).toEqual(play(list));
      }),
    );
  });

  it('parked scans give the events of scans that come in the order of their times', () => {
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

  it('shuffled scans keep the own fields of their events', () => {
    const own = (events: readonly WebhookPayload[]): unknown[] =>
      events
        .filter(({ event }) => event !== 'onDispatch' && event !== 'onScheduled' && event !== 'onFailedAttempt')
        .map(({ eventid, event, timestamp, data }) => [eventid, event, timestamp, data.raw_scan, data.delivery_status, data.return_reason])
        .toSorted((a, b) => String(a[0]).localeCompare(String(b[0])));
    fc.assert(
      fc.property(scans, fc.infiniteStream(fc.nat()), (list, random) => {
        const unique = uniqueById(list);
        const shuffled = unique
          .map((scan) => ({ scan, rank: random.next().value as number }))
          .toSorted((a, b) => a.rank - b.rank)
          .map(({ scan }) => scan);
        expect(own(play(shuffled))).toEqual(own(play(unique)));
      }),
    );
  });
});
