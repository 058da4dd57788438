import { beforeEach, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#libs/contracts';
import { aRecord, aScan, names, ParcelWorld } from '../../../../test/builders/parcel-world.js';

let world: ParcelWorld;
beforeEach(() => {
  world = new ParcelWorld();
});

const created = (): void => void world.take(aRecord({ occurred_at: '2026-03-01T08:00:00Z' }));
const at = (day: number, hour = 12): string => `2026-03-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00Z`;

describe('the same scan again', () => {
  it('edge case 1: causes nothing, in the same batch and in a later batch', () => {
    created();
    const scan = aScan('OutForDelivery', at(3));
    expect(names(world.take(scan, scan))).toEqual(['onDispatch', 'onOutForDelivery']);
    expect(world.take(scan)).toEqual([]);
  });

  it('edge case 1: gives the same event ids when the first result was not saved', () => {
    created();
    const before = world.consignments;
    const scan = aScan('OutForDelivery', at(3));
    const first = world.take(scan);
    world.consignments = before;
    expect(world.take(scan)).toEqual(first);
  });

  it('edge case 2: three scans of one status are three events', () => {
    created();
    const events = [3, 4, 5].flatMap((day) => world.take(aScan('OutForDelivery', at(day))));
    const ids = events.filter(({ event }) => event === 'onOutForDelivery').map(({ eventid }) => eventid);
    expect(new Set(ids).size).toBe(3);
    expect(ids.every((id) => /^[a-f0-9-]+$/.test(id))).toBe(true);
  });
});

describe('onDispatch', () => {
  it('edge case 4: comes with a first scan that is Delivered, zero days before', () => {
    created();
    const events = world.take(aScan('Delivered', at(4)));
    expect(names(events)).toEqual(['onDispatch', 'onDelivered']);
    expect(events.map(({ reporting }) => reporting.lead_time_door_to_door)).toEqual([0, 0]);
  });

  it('edge case 5: does not come with the label', () => {
    created();
    expect(world.take(aScan('OrderProcessed', at(2)))).toEqual([]);
  });

  it('edge case 6: comes once, with what a producer marks as inbound', () => {
    created();
    expect(names(world.take(aScan('OrderProcessed', at(2), { inbound_hint: true })))).toEqual(['onDispatch']);
    expect(world.take(aScan('InboundScan', at(3)))).toEqual([]);
  });

  it('has the same id, whichever network scan a replay reads first', () => {
    const record = aRecord();
    const [first, second] = [aScan('InboundScan', at(3)), aScan('InTransit', at(4))];
    const idOf = (...scans: readonly JsonObject[]): string | undefined =>
      new ParcelWorld().take(record, ...scans).find(({ event }) => event === 'onDispatch')?.eventid;
    expect(idOf(first, second)).toMatch(/./);
    expect(idOf(second, first)).toBe(idOf(first, second));
  });

  it('edge case 7: is not repeated by an earlier scan that arrives late, but later lead times count from that scan', () => {
    created();
    world.take(aScan('OutForDelivery', at(5)));
    expect(world.take(aScan('InboundScan', at(3)))).toEqual([]);
    const [delivered] = world.take(aScan('Delivered', at(6)));
    expect(delivered?.reporting.lead_time_door_to_door).toBe(3);
  });

  it('edge case 36: comes for each parcel of a split order', () => {
    const parcels = ['A1', 'A2', 'A3'];
    world.take(...parcels.map((tracking_number) => aRecord({ occurred_at: at(1), references: { tracking_number, orderNo: 'SPLIT' } })));
    const events = world.take(...parcels.map((tracking_number) => aScan('InboundScan', at(3), { tracking_number })));
    expect(names(events)).toEqual(['onDispatch', 'onDispatch', 'onDispatch']);
    expect(new Set(events.map(({ eventid }) => eventid)).size).toBe(3);
  });
});

describe('late scans and scans after the end', () => {
  it('edge case 3: sends two Delivered a minute apart, with the lead time of the first', () => {
    created();
    world.take(aScan('InboundScan', at(2)));
    const first = world.take(aScan('Delivered', at(9, 13)));
    const second = world.take(aScan('Delivered', '2026-03-09T13:01:00Z'));
    expect(names([...first, ...second])).toEqual(['onDelivered', 'onDelivered']);
    expect(second[0]?.reporting).toEqual(first[0]?.reporting);
  });

  it('edge case 8: sends yesterday’s scan with its own time and does not move the parcel back', () => {
    created();
    world.take(aScan('InboundScan', at(2)), aScan('Delivered', at(6)));
    const [late] = world.take(aScan('OutForDelivery', at(5), { raw_text: 'Loaded yesterday' }));
    expect(late).toMatchObject({ event: 'onOutForDelivery', timestamp: at(5), data: { raw_scan: 'Loaded yesterday' } });
    const [updated] = world.take(aRecord({ occurred_at: at(7), references: { language: 'en' } }));
    expect(updated?.data.delivery_status).toBe('Delivered');
  });

  it('edge case 9: accepts changes after a final event', () => {
    created();
    const days = [aScan('Delivered', at(3)), aScan('Return', at(4)), aScan('Delivered', at(5))];
    expect(names(days.flatMap((scan) => world.take(scan)))).toEqual(['onDispatch', 'onDelivered', 'onReturn', 'onDelivered']);
  });
});

describe('statuses that customers do not see', () => {
  it.each(['None', 'Ignore'])('%s is stored without effect', (status) => {
    created();
    const before = world.consignments[0];
    expect(world.take(aScan(status, at(3), { inbound_hint: true, eta: { start_date: '2026-03-09' } }))).toEqual([]);
    expect({ ...world.consignments[0], appliedScans: [] }).toEqual({ ...before, appliedScans: [] });
  });

  it('InternalStatus may set a date, but is not shown', () => {
    created();
    world.take(aScan('Packed', at(2)));
    expect(names(world.take(aScan('InternalStatus', at(3), { eta: { start_date: '2026-03-09' } })))).toEqual(['onScheduled']);
    expect(world.consignments[0]?.shown?.status).toBe('Packed');
  });
});
