import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#libs/contracts';
import { toScanMessages } from './scan-messages.js';

const SCAN = { courier: 'acme-express', tracking_number: 'JD1', occurred_at: '2026-03-29T11:44:05+02:00', carrier_code: 'PO' };

const idOf = (scan: JsonObject): string => toScanMessages(scan, { account: 1, nowMs: Date.UTC(2026, 2, 30) })[0]!.accepted.scan_id;

describe('a scan without an id of its own', () => {
  it('has the same one each time it is posted, in every version', () => {
    expect(idOf(SCAN)).toBe('db42a6dbc33eea087975fdec75ad7231d467a3144779eeca3a95c68dcae27c96');
  });

  it.each([
    [{ courier: 'other' }],
    [{ tracking_number: 'JD2' }],
    [{ carrier_code: 'OT' }],
    [{ carrier_sub_code: 'X' }],
    [{ occurred_at: '2026-03-29T11:44:06+02:00' }],
    [{ location: { text: 'Bonn, DE' } }],
    [{ raw_text: 'Loaded' }],
    [{ status_hint: 'OutForDelivery' }],
  ])('is another one with %j', (difference) => {
    expect(idOf({ ...SCAN, ...difference })).not.toBe(idOf(SCAN));
  });

  it.each([
    [{ eta: { start_date: '2026-03-30' } }],
    [{ inbound_hint: true }],
    [{ delivery_location: 'Doorstep' }],
    [{ time_zone: 'Europe/Berlin' }],
  ])('is the same one with %j, which does not belong to the id (domain D.2)', (difference) => {
    expect(idOf({ ...SCAN, ...difference })).toBe(idOf(SCAN));
  });

  it.each(['occurred_at', 'occurred_at_local'])('is another one when its %s without offset is of another zone', (field) => {
    const local = { ...SCAN, occurred_at: undefined, [field]: '2026-03-29T11:44:05', time_zone: 'Europe/Berlin' };
    expect(idOf({ ...local, time_zone: 'America/New_York' })).not.toBe(idOf(local));
    expect(idOf({ ...local })).toBe(idOf(local));
  });
});
