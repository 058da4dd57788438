import { describe, expect, it } from '@jest/globals';
import { parseRecord } from './record.js';

const AT = Date.UTC(2026, 2, 29, 10);

const references = {
  courier: 'dhl-germany',
  tracking_number: ' 0034 ab ',
  orderNo: '',
  client: '',
  warehouse: '',
  destination_country_iso3: 'XKX',
  language: 'de',
};

const record = { schema: 'record/1', transfer_id: 't-1', account: 100, action: 'upsert', occurred_at: '2026-03-27T08:00:00Z', references };

const parse = (changes: object): ReturnType<typeof parseRecord> => parseRecord(Buffer.from(JSON.stringify({ ...record, ...changes })), AT);

describe('parseRecord', () => {
  it('forwards references byte for byte and identifies by the normalised number', () => {
    expect(parse({})).toMatchObject({
      ok: true,
      value: { references, courier: 'dhl-germany', trackingNumber: '0034AB', isReturn: false, repairs: [] },
    });
  });

  it.each([
    ['a lower-case country', { destination_country_iso3: 'deu' }],
    ['a country of two letters', { destination_country_iso3: 'DE' }],
    ['a language with a region', { language: 'de-DE' }],
    ['a missing order number', { orderNo: undefined }],
    ['a blank courier', { courier: '' }],
    ['a tracking number of blanks', { tracking_number: '  ' }],
    ['a client that is null', { client: null }],
  ])('refuses %s as E_REF', (_, change) => {
    expect(parse({ references: { ...references, ...change } })).toMatchObject({ ok: false, reason: 'E_REF' });
  });

  it.each(['courier', 'tracking_number', 'orderNo', 'client', 'warehouse'])(
    'refuses %s with E_REF when it would need a correction',
    (key) => {
      for (const value of ['a\u0000b', 'x\ud800y', '\udc00']) {
        const refused = parse({ references: { ...references, [key]: value } });
        expect(refused).toMatchObject({ ok: false, reason: 'E_REF', field: `references.${key}` });
      }
      expect(parse({ references: { ...references, [key]: '📦 "ü" \u2028' } })).toMatchObject({ ok: true, value: { repairs: [] } });
    },
  );

  it('refuses a transfer_id that a correction would change into another id', () => {
    expect(parse({ transfer_id: 't\u0000' })).toMatchObject({ ok: false, reason: 'E_SCHEMA', field: 'transfer_id' });
  });

  it('forwards its references unchanged when other texts are corrected, and ignores a property whose name needs a correction', () => {
    const message = { note: 'a\u0000', references: { ...references, orderNo: 'A-1', 'orderNo\u0000': 'B-2' } };
    expect(parse(message)).toMatchObject({ ok: true, value: { references: { orderNo: 'A-1' } } });
  });

  it.each([
    ['account 0', { account: 0 }],
    ['an account as text', { account: '100' }],
    ['an unknown action', { action: 'delete' }],
    ['no references', { references: undefined }],
  ])('refuses %s as E_SCHEMA', (_, change) => {
    expect(parse(change)).toMatchObject({ ok: false, reason: 'E_SCHEMA' });
  });

  it.each([
    ['occurred_at without offset', { occurred_at: '2026-03-27T08:00:00' }],
    ['a send_date in words', { send_date: 'tomorrow' }],
  ])('refuses %s as E_TIME', (_, change) => {
    expect(parse(change)).toMatchObject({ ok: false, reason: 'E_TIME' });
  });

  it('does not repeat a text in place of the send_date, because faults are logged', () => {
    const detailOf = (send_date: string): string => {
      const result = parse({ send_date });
      return result.ok ? '' : result.detail;
    };
    expect(detailOf('for Jo Doe, Hauptstr. 3, 53113 Bonn')).not.toMatch(/Doe|Hauptstr/);
    expect(detailOf('9'.repeat(100_000)).length).toBeLessThan(200);
    expect(detailOf('30.02.2026')).toContain('send_date "30.02.2026" is neither');
  });

  it.each(['2000-01-01', '2199-12-31', '2026-03-27', '2026-03-27T18:00:00', '2026-03-27T18:00:00+01:00'])(
    'accepts the send_date %s',
    (send_date) => {
      expect(parse({ send_date })).toMatchObject({ ok: true, value: { sendDate: send_date } });
    },
  );

  it.each([
    '9999-12-31',
    '2200-01-01',
    '0000-00-00',
    '0000-00-00 00:00:00',
    '0001-01-01',
    '0001-01-01T00:00:00Z',
    '1900-01-01',
    '1970-01-01T00:00:00.000Z',
    '2026-02-30',
    '2026-13-01',
    '2026-02-30T10:00:00Z',
    '2026-03-29T25:00:00+01:00',
  ])('ignores the send_date %s', (send_date) => {
    const result = parse({ send_date });
    expect(result).toMatchObject({ ok: true, value: { repairs: ['send_date'] } });
    expect(result.ok && result.value.sendDate).toBeUndefined();
  });

  it('treats a bad link as absent and an unknown zone as not stated', () => {
    const result = parse({ links: { tracking_link: 'nope', reroute_link: '' }, recipient_time_zone: 'Mars/Olympus' });
    expect(result).toMatchObject({ ok: true, value: { rerouteLink: '', repairs: ['recipient_time_zone', 'links.tracking_link'] } });
    expect(result.ok && result.value.trackingLink).toBeUndefined();
  });

  it('reports dropped zones and links of another type, but not absent, null and empty ones', () => {
    const repairs = ['warehouse_time_zone', 'recipient_time_zone', 'links.tracking_link', 'links.reroute_link'];
    const changed = (value: unknown): object => ({
      warehouse_time_zone: value,
      recipient_time_zone: value,
      links: { tracking_link: value, reroute_link: value },
    });
    for (const value of [5, 0, false, {}]) expect(parse(changed(value))).toMatchObject({ ok: true, value: { repairs } });
    for (const value of [undefined, null, '']) expect(parse(changed(value))).toMatchObject({ ok: true, value: { repairs: [] } });
  });
});
