import { describe, expect, it } from '@jest/globals';
import { expiredPartitions, isNeeded, type KeptDays, type WeekPartition, whyNotToTrust } from './expiry.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW_MS = Date.UTC(2026, 10, 21);
const KEPT: KeptDays = {
  scanRetentionDays: 40,
  eventRetentionDays: 60,
  deliveryRetentionDays: 100,
  consignmentRetentionDays: 120,
  consignmentIdleDays: 365,
  generationMemoryDays: 1095,
};

const aged = (table: WeekPartition['table'], days: number): WeekPartition => ({ table, week: `w${days}`, endMs: NOW_MS - days * DAY_MS });

describe('expiredPartitions', () => {
  it.each([
    ['scan', 40, 39],
    ['delivery', 100, 99],
    ['delivery_attempt', 100, 99],
  ] as const)('%s: expired after %i days, not after %i', (table, expired, kept) => {
    const standing = [aged(table, kept), aged(table, expired)];
    expect(expiredPartitions(standing, KEPT, NOW_MS)).toEqual([aged(table, expired)]);
  });

  it('keeps an event as long as its deliveries, which are sent again from it', () => {
    expect(expiredPartitions([aged('event', 61), aged('event', 99)], KEPT, NOW_MS)).toEqual([]);
    expect(expiredPartitions([aged('event', 61)], { ...KEPT, deliveryRetentionDays: 30 }, NOW_MS)).toHaveLength(1);
  });

  it('removes deliveries before their attempts and events, the oldest first', () => {
    const standing = [aged('event', 200), aged('delivery_attempt', 200), aged('delivery', 150), aged('delivery', 200), aged('scan', 50)];
    const order = expiredPartitions(standing, KEPT, NOW_MS).map(({ table, week }) => `${table} ${week}`);
    expect(order).toEqual(['scan w50', 'delivery w200', 'delivery w150', 'delivery_attempt w200', 'event w200']);
  });
});

describe('isNeeded', () => {
  it.each([
    ['event', true],
    ['delivery_attempt', true],
    ['scan', false],
    ['delivery', false],
  ] as const)('%s while the deliveries of its week exist: %s', (table, expected) => {
    expect(isNeeded(aged(table, 1), new Set(['w1']))).toBe(expected);
    expect(isNeeded(aged(table, 1), new Set(['w2']))).toBe(false);
  });
});

describe('whyNotToTrust', () => {
  const HOUR_MS = DAY_MS / 24;

  it.each([0, HOUR_MS, -HOUR_MS])('accepts clocks that are %i ms apart', (apartMs) => {
    expect(whyNotToTrust(NOW_MS + apartMs, NOW_MS)).toBeUndefined();
  });

  it.each([
    [120 * DAY_MS, 'This clock is 2880 h ahead of the database'],
    [-HOUR_MS - 1, 'This clock is 1 h behind the database'],
  ])('names the difference of the clocks: %i ms', (apartMs, beginning) => {
    expect(whyNotToTrust(NOW_MS + apartMs, NOW_MS)).toContain(beginning);
  });
});
