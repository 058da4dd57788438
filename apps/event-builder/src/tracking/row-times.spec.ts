import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#libs/contracts';
import { aRecord, aScan, ParcelWorld } from '../../../../test/builders/parcel-world.js';

const BEFORE = '2026-03-28T07:00:00Z';
const BETWEEN = '2026-03-28T08:00:00Z';
const AFTER = '2026-03-28T09:00:00Z';

/** Records and scans are in two topics: if read again, they may arrive in another order than the first time. */
describe('the insertion time of an event’s rows', () => {
  const scans = [
    aScan('InTransit', '2026-03-28T05:00:00Z', { message_timestamp: BEFORE }),
    aScan('OutForDelivery', '2026-03-28T06:00:00Z', { message_timestamp: AFTER }),
  ];
  const record = aRecord({ message_timestamp: BETWEEN });

  const timesOf = (...batches: readonly JsonObject[][]): Record<string, string> => {
    const world = new ParcelWorld();
    const told = batches.flatMap((batch) => world.take(...batch));
    return Object.fromEntries(told.map(({ event, eventid }) => [event, `${eventid} ${world.createdAtMs.get(eventid)}`]));
  };

  it('is the same for record first, scans first, and all in one batch', () => {
    const first = timesOf([record], scans);
    expect(Object.keys(first)).toEqual(['onCreated', 'onDispatch', 'onOutForDelivery']);
    expect(timesOf(scans, [record])).toEqual(first);
    expect(timesOf([...scans, record])).toEqual(first);
    expect(timesOf(scans.slice(0, 1), [record], scans.slice(1))).toEqual(first);
  });

  it('is the later arrival of record and scan', () => {
    const minuteAfter = (time: string): string => String(Date.parse(time) + 60_000);
    const times = Object.values(timesOf([record], scans)).map((each) => each.split(' ')[1]);
    expect(times).toEqual([BETWEEN, BETWEEN, AFTER].map(minuteAfter));
  });

  it('is the arrival of an update', () => {
    const update = aRecord({ references: { orderNo: 'A-2' }, occurred_at: '2026-03-28T08:30:00Z', message_timestamp: AFTER });
    const world = new ParcelWorld();
    world.take(record);
    const [onUpdated] = world.take(update);
    expect(world.createdAtMs.get(onUpdated?.eventid ?? '')).toBe(Date.parse(AFTER) + 60_000);
  });

  it('is the record’s arrival for a send_date long past, whenever the overdue job looks', () => {
    const late = aRecord({ send_date: '2026-01-05', message_timestamp: BETWEEN });
    const times = ['2026-03-28T10:00:00Z', '2026-03-29T15:00:00Z'].map((now) => {
      const world = new ParcelWorld();
      world.take(late);
      const [onInternalDelay] = world.tick(now);
      expect(onInternalDelay?.event).toBe('onInternalDelay');
      return world.createdAtMs.get(onInternalDelay?.eventid ?? '');
    });
    expect(times).toEqual([BETWEEN, BETWEEN].map((time) => Date.parse(time) + 60_000));
  });

  it('is the same for a broken send_date that a scan reveals, but near the scan if the date is long past', () => {
    const late = aRecord({ send_date: '2026-03-27', warehouse_time_zone: 'UTC', message_timestamp: '2026-03-27T08:00:00Z' });
    const told = (scanAt: string): number | undefined => {
      const world = new ParcelWorld();
      const events = world.take(late, aScan('InTransit', scanAt));
      return world.createdAtMs.get(events.find(({ event }) => event === 'onInternalDelay')?.eventid ?? '');
    };
    expect(told('2026-03-29T10:00:00Z')).toBe(Date.parse('2026-03-28T04:00:00Z'));
    expect(told('2026-04-20T10:00:00Z')).toBe(Date.parse('2026-04-13T10:01:00Z'));
  });
});
