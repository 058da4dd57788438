import { beforeEach, describe, expect, it } from '@jest/globals';
import type { JsonObject, WebhookPayload } from '#libs/contracts';
import { aRecord, aScan, names, ParcelWorld } from '../../../../test/builders/parcel-world.js';

let world: ParcelWorld;
beforeEach(() => {
  world = new ParcelWorld();
  world.take(aRecord({ occurred_at: '2026-03-01T08:00:00Z' }), aScan('InboundScan', '2026-03-01T12:00:00Z'));
});

let minute = 0;
const scan = (eta: unknown, rest: JsonObject = {}): JsonObject =>
  aScan('InTransit', new Date(Date.UTC(2026, 2, 2, 12, minute++)).toISOString(), { ...(eta !== undefined && { eta }), ...rest });
const day = (date: string): JsonObject => ({ start_date: date, end_date: date });
const window = (from: string, to: string): JsonObject => ({ ...day('2026-03-10'), start_time: from, end_time: to });
const take = (eta: unknown): string[] => names(world.take(scan(eta)));
const rawOf = (event: WebhookPayload | undefined): unknown => event?.data.expected_delivery_date_raw;

describe('onScheduled', () => {
  it('edge case 17: same again –, window changed, earlier, later ✓, cleared –, back to the same ✓', () => {
    expect(take(window('10:00', '14:00'))).toEqual(['onScheduled']);
    expect(take(window('10:00', '14:00'))).toEqual([]);
    expect(take(window('10:00', '12:00'))).toEqual(['onScheduled']);
    expect(take(day('2026-03-08'))).toEqual(['onScheduled']);
    expect(take(day('2026-03-11'))).toEqual(['onScheduled']);
    expect(take(null)).toEqual([]);
    expect(take(day('2026-03-11'))).toEqual(['onScheduled']);
    expect(take(undefined)).toEqual([]);
  });

  it('edge case 18: an older announcement that arrives late changes nothing', () => {
    const late = scan(day('2026-03-05'));
    world.take(scan(day('2026-03-09')));
    expect(names(world.take(late))).toEqual([]);
    expect(world.consignments[0]?.expectedDelivery?.value?.startDate).toBe('2026-03-09');
  });

  it('edge case 19: Scheduled without a date causes no event', () => {
    expect(names(world.take(aScan('Scheduled', '2026-03-02T08:00:00Z')))).toEqual([]);
    expect(names(world.take(aScan('Scheduled', '2026-03-02T09:00:00Z', { eta: day('2026-03-09') })))).toEqual(['onScheduled']);
  });

  it('comes before the own event of the same scan', () => {
    expect(names(world.take(aScan('OutForDelivery', '2026-03-10T07:00:00Z', { eta: window('10:00', '14:00') })))).toEqual([
      'onScheduled',
      'onOutForDelivery',
    ]);
  });

  it('a record never causes it', () => {
    expect(names(world.take(aRecord({ occurred_at: '2026-03-02T08:00:00Z', eta: day('2026-03-09') })))).toEqual([]);
  });

  it('edge case 15: an implausible date is left out and counted', () => {
    const senseless = [day('2026-02-30'), { start_date: '2026-03-09', end_date: '2026-03-08' }, window('22:00', '02:00')];
    expect(senseless.flatMap(take)).toEqual([]);
    expect(world.remarks.filter(({ kind }) => kind === 'repaired')).toHaveLength(3);
  });
});

describe('expected_delivery_date_raw and _formatted', () => {
  it('carries only the keys that are set', () => {
    expect(rawOf(world.take(scan(day('2026-03-09')))[0])).toEqual({ startDate: '2026-03-09', endDate: '2026-03-09' });
    expect(rawOf(world.take(scan(window('10:00', '14:00')))[0])).toEqual({
      startDate: '2026-03-10',
      endDate: '2026-03-10',
      startTime: '10:00:00',
      endTime: '14:00:00',
    });
  });

  it('edge case 20: yesterday’s date is not sent, but a delivered parcel keeps its promised date', () => {
    world.take(scan(day('2026-03-09')));
    const [late] = world.take(aScan('OutForDelivery', '2026-03-10T08:00:00Z'));
    expect([rawOf(late), late?.data.expected_delivery_date_formatted]).toEqual([{}, '']);
    const [delivered] = world.take(aScan('Delivered', '2026-03-10T12:00:00Z'));
    expect(rawOf(delivered)).toEqual({ startDate: '2026-03-09', endDate: '2026-03-09' });
  });

  it('the day ends in the recipient’s zone', () => {
    world.take(scan(day('2026-03-09')));
    expect(rawOf(world.take(aScan('OutForDelivery', '2026-03-09T22:59:00Z'))[0])).toEqual({
      startDate: '2026-03-09',
      endDate: '2026-03-09',
    });
    expect(rawOf(world.take(aScan('OutForDelivery', '2026-03-09T23:00:00Z'))[0])).toEqual({});
  });

  it('a failed attempt clears the date unless it names a new date', () => {
    world.take(scan(day('2026-03-09')));
    const at = (hour: number): string => `2026-03-08T${hour}:00:00Z`;
    expect(rawOf(world.take(aScan('FailedAttempt', at(10)))[0])).toEqual({});
    const events = world.take(aScan('FailedAttempt', at(11), { eta: day('2026-03-10') }));
    expect(names(events)).toEqual(['onScheduled', 'onFailedAttempt']);
    expect(rawOf(events[1])).toEqual({ startDate: '2026-03-10', endDate: '2026-03-10' });
  });
});
