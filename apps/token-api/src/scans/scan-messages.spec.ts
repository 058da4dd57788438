import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#libs/contracts';
import type { ApiError } from '#libs/errors';
import { toScanMessages } from './scan-messages.js';

const SCAN = { courier: 'acme-express', tracking_number: 'JD1', occurred_at: '2026-03-29T11:44:05+02:00', carrier_code: 'PO' };

const idOf = (scan: JsonObject): string => toScanMessages(scan, { account: 1, nowMs: Date.UTC(2026, 2, 30) })[0]!.accepted.scan_id;

describe('a scan without an id of its own', () => {
  it('gets the same id each time it is posted, in every version', () => {
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
  ])('gets another id with %j', (difference) => {
    expect(idOf({ ...SCAN, ...difference })).not.toBe(idOf(SCAN));
  });

  it.each([
    [{ eta: { start_date: '2026-03-30' } }],
    [{ inbound_hint: true }],
    [{ delivery_location: 'Doorstep' }],
    [{ time_zone: 'Europe/Berlin' }],
  ])('gets the same id with %j, which does not belong to the id (domain D.2)', (difference) => {
    expect(idOf({ ...SCAN, ...difference })).toBe(idOf(SCAN));
  });

  it.each(['occurred_at', 'occurred_at_local'])('gets another id when its %s without offset is in another zone', (field) => {
    const local = { ...SCAN, occurred_at: undefined, [field]: '2026-03-29T11:44:05', time_zone: 'Europe/Berlin' };
    expect(idOf({ ...local, time_zone: 'America/New_York' })).not.toBe(idOf(local));
    expect(idOf({ ...local })).toBe(idOf(local));
  });
});

describe('faults of scans', () => {
  const faultsOf = (body: JsonObject): string[] => {
    try {
      toScanMessages(body, { account: 1, nowMs: Date.UTC(2026, 2, 30) });
      return [];
    } catch (error) {
      return (error as ApiError).items.map(({ attr, code }) => `${attr}:${code}`);
    }
  };
  const bad = (changes: JsonObject): JsonObject => ({ ...SCAN, ...changes });

  it.each<[string, JsonObject, string[]]>([
    ['the time beside other fields', bad({ occurred_at: 'yesterday', courier: ' ' }), ['courier:invalid', 'occurred_at:invalid']],
    ['a time of the wrong type once', bad({ occurred_at: 7 }), ['occurred_at:invalid']],
    ['a time whose zone has the wrong type once', bad({ occurred_at: '2026-03-29T11:44:05', time_zone: 7 }), ['time_zone:invalid']],
    ['a hint of the wrong type once, with the choices', bad({ status_hint: 7 }), ['status_hint:invalid_choice']],
    ['an empty time as an invalid time', bad({ occurred_at: '' }), ['occurred_at:invalid']],
    ['the account beside the time', bad({ account: 2, occurred_at: '1999-01-01T00:00:00Z' }), ['account:invalid', 'occurred_at:invalid']],
    [
      'all ids that cannot be stored',
      bad({ courier: 'a\u0000', tracking_number: 'b\ud800', occurred_at: 'x' }),
      ['courier:invalid', 'tracking_number:invalid', 'occurred_at:invalid'],
    ],
    ['the size beside the time', bad({ raw_text: 'x'.repeat(260 * 1024), occurred_at: 'x' }), ['null:invalid', 'occurred_at:invalid']],
    ['a text that is empty after its correction', bad({ carrier_code: '\u0000' }), ['carrier_code:required']],
    [
      'the fields of every scan',
      { scans: [bad({ occurred_at: 'x' }), 7, SCAN, bad({ status_hint: 'Gone' }), bad({ occurred_at: '2999-01-01T00:00:00Z' })] },
      ['scans.0.occurred_at:invalid', 'scans.1:invalid', 'scans.3.status_hint:invalid_choice', 'scans.4.occurred_at:invalid'],
    ],
  ])('name %s', (_, body, faults) => {
    expect(faultsOf(body)).toEqual(faults);
  });

  it('are all reported', () => {
    expect(faultsOf({ scans: Array(500).fill(bad({ occurred_at: 'yesterday' })) })).toHaveLength(500);
  });
});
