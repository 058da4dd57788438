import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aRecord, aScan, ParcelWorld } from '../../../../test/builders/parcel-world.js';

let world: ParcelWorld;
beforeEach(() => {
  world = new ParcelWorld();
});

const inZone = (zone: string): void => void world.take(aRecord({ occurred_at: '2026-03-01T08:00:00Z', recipient_time_zone: zone }));
const attempt = (occurredAt: string): string | undefined => world.take(aScan('FailedAttempt', occurredAt)).at(-1)?.data.delivery_status;

describe('a record that corrects the zone moves earlier attempts to other days', () => {
  it('can turn the next day into an earlier day', () => {
    inZone('Europe/Berlin');
    attempt('2026-03-27T18:00:00-07:00'); // 28 March in Berlin
    inZone('America/Los_Angeles');
    expect(attempt('2026-03-28T16:00:00-07:00')).toBe('FailedAttemptSecond');
  });

  it('can turn two days into one', () => {
    inZone('America/New_York');
    attempt('2026-03-27T00:30:00Z');
    inZone('Europe/Berlin');
    expect(attempt('2026-03-27T15:30:00Z')).toBe('FailedAttemptFirst');
  });

  it('can turn one day into two: its first and last attempt count', () => {
    inZone('Europe/Berlin');
    for (const hour of ['12', '02', '20', '10']) attempt(`2026-03-27T${hour}:00:00Z`);
    expect(world.consignments[0]?.failedAttemptsMs).toHaveLength(2);
    inZone('America/New_York');
    expect(attempt('2026-03-28T15:00:00Z')).toBe('FailedAttemptFinal');
  });

  it('restores the days when the zone changes back', () => {
    inZone('Europe/Berlin');
    attempt('2026-03-27T12:00:00Z');
    attempt('2026-03-28T00:30:00Z');
    for (const zone of ['America/Los_Angeles', 'Asia/Tokyo', 'Europe/Berlin']) inZone(zone);
    expect(attempt('2026-03-29T12:00:00Z')).toBe('FailedAttemptFinal');
    expect(world.consignments[0]?.failedAttemptsMs).toHaveLength(3);
  });

  it('has the same effect as the zone in the first record', () => {
    const zones = fc.constantFrom('Pacific/Kiritimati', 'Asia/Tokyo', 'Europe/Berlin', 'America/New_York', 'Pacific/Pago_Pago');
    const hours = fc.array(fc.nat({ max: 24 * 4 }), { minLength: 1, maxLength: 6 });
    const lastStatusOf = (steps: readonly (string | number)[]): string | undefined => {
      world = new ParcelWorld();
      const told = steps.map((step) => (typeof step === 'string' ? inZone(step) : attempt(at(step))));
      return told.at(-1) ?? undefined;
    };
    const at = (hour: number): string => new Date(Date.UTC(2026, 2, 27, hour)).toISOString();
    fc.assert(
      fc.property(fc.array(zones, { minLength: 1, maxLength: 3 }), zones, hours, (former, zone, list) => {
        const corrected = list.flatMap((hour, index) => [former[index % former.length] ?? zone, hour]);
        expect(lastStatusOf([...corrected.slice(0, -1), zone, list.at(-1)!])).toBe(lastStatusOf([zone, ...list]));
      }),
    );
  });
});

it('the number of stored attempts is limited', () => {
  inZone('Europe/Berlin');
  const days = Array.from({ length: 40 }, (_, day) => new Date(Date.UTC(2026, 2, 1 + day, 8)).toISOString());
  for (const day of days) [day, day.replace('T08', 'T18')].map(attempt);
  const [state] = world.consignments;
  expect(state?.failedAttemptsMs).toHaveLength(64);
});
