import { describe, expect, it } from '@jest/globals';
import type { ReadAs } from '#libs/contracts';
import { arrivalsOf, type ScanRow } from './scan-history.js';

const HOUR = 3_600_000;
const OPENED_AT_MS = Date.parse('2026-03-29T00:00:00Z');

/** The hours are relative to the record. */
const row = (scanId: string, hours: { readonly at: number; readonly stored: number; readonly offset: number }, readAs: ReadAs): ScanRow =>
  ({
    scan: { scanId, occurredAtMs: OPENED_AT_MS + hours.at * HOUR, readAs, offset: hours.offset },
    createdAt: new Date(OPENED_AT_MS + hours.stored * HOUR),
  }) as ScanRow;

const told = (scans: readonly ScanRow[]): string[] =>
  [...arrivalsOf(scans, OPENED_AT_MS)].map(
    ([{ scan }, { hasWaited, isLate }]) => `${scan.scanId}${hasWaited ? ' waited' : ''}${isLate ? ' late' : ''}`,
  );

describe('a scan', () => {
  it('is late when a newer scan came before it', () => {
    const scans = [
      row('delivered', { at: 5, stored: 5, offset: 1 }, 'Delivered'),
      row('hub', { at: 3, stored: 6, offset: 2 }, 'InTransit'),
      row('again', { at: 7, stored: 7, offset: 3 }, 'Delivered'),
    ];
    expect(told(scans.toReversed())).toEqual(['delivered', 'hub late', 'again']);
  });

  it('is not late after scans whose status is never shown', () => {
    const scans = [
      row('ignored', { at: 5, stored: 5, offset: 1 }, 'Ignore'),
      row('unread', { at: 5, stored: 5, offset: 2 }, 'unmapped'),
      row('internal', { at: 5, stored: 5, offset: 3 }, 'InternalStatus'),
      row('hub', { at: 3, stored: 6, offset: 4 }, 'InTransit'),
    ];
    expect(told(scans)).toEqual(['ignored', 'unread', 'internal', 'hub']);
  });

  it('waited when it was stored before the record; waiting scans are applied in the order of their times', () => {
    const scans = [
      row('late one', { at: -2, stored: 1, offset: 7 }, 'InTransit'),
      row('second', { at: -1, stored: -3, offset: 1 }, 'InTransit'),
      row('first', { at: -5, stored: -1, offset: 2 }, 'InboundScan'),
    ];
    expect(told(scans)).toEqual(['first waited', 'second waited', 'late one late']);
  });
});
