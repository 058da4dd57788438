import { describe, expect, it } from '@jest/globals';
import { parseScan, type Scan } from './scan.js';

const AT = Date.UTC(2026, 2, 29, 10);

const scan = {
  schema: 'scan/1',
  scan_id: 's-1',
  courier: 'dhl-germany',
  tracking_number: '00340434161094015902',
  occurred_at: '2026-03-29T11:44:05.120+02:00',
  carrier_code: 'PO',
};

const parse = (message: unknown): ReturnType<typeof parseScan> => parseScan(Buffer.from(JSON.stringify(message)), AT);

function parsedScan(changes: object): Scan {
  const result = parse({ ...scan, ...changes });
  if (!result.ok) throw new Error(`${result.reason}: ${result.detail}`);
  return result.value;
}

/** Links that URL parsers accept but change. */
const toBadLink = (tracking_link: string): [string, object, string] => ['tracking_link', { tracking_link }, 'trackingLink'];

describe('parseScan accepts', () => {
  it('the smallest scan', () => {
    expect(parsedScan({})).toEqual({
      scanId: 's-1',
      courier: 'dhl-germany',
      trackingNumber: '00340434161094015902',
      occurredAtMs: Date.parse('2026-03-29T09:44:05.120Z'),
      code: 'PO',
      locationText: '',
      repairs: [],
    });
  });

  it('unknown properties: producers evolve first', () => {
    expect(parsedScan({ weight: 3, __proto__: { polluted: true } }).repairs).toEqual([]);
  });

  it.each([
    ['spaces and lower case', ' jd01 4600 0012 ab ', 'JD0146000012AB'],
    ['dashes', 'ab-12-cd', 'AB-12-CD'],
    ['signs', 'a+/&#ü', 'A+/&#Ü'],
  ])('a tracking number with %s under one key (edge case 35)', (_, written, key) => {
    expect(parsedScan({ tracking_number: written }).trackingNumber).toBe(key);
  });

  it.each([
    ['{} <b>fett</b> "quoted" \\ \u2028 📦', '{} <b>fett</b> "quoted" \\ \u2028 📦'],
    ['x'.repeat(4096), 'x'.repeat(4096)],
    ['nul\u0000byte', 'nulbyte'],
    ['half a pair \ud83d', 'half a pair \ufffd'],
  ])('a location text unchanged, except for characters that a database cannot store (edge case 34)', (written, kept) => {
    expect(parsedScan({ location: { text: written } }).locationText).toBe(kept);
  });

  it('an absent, a withdrawn and a stated eta as three different values', () => {
    expect(parsedScan({}).expectedDelivery).toBeUndefined();
    expect(parsedScan({ eta: null }).expectedDelivery).toBeNull();
    expect(parsedScan({ eta: { start_date: '2026-03-30' } }).expectedDelivery).toEqual({ startDate: '2026-03-30', endDate: '2026-03-30' });
  });

  it('an absent, a removed and a present reroute link as three different values (edge case 32)', () => {
    expect(parsedScan({}).rerouteLink).toBeUndefined();
    expect(parsedScan({ reroute_link: '' }).rerouteLink).toBe('');
    expect(parsedScan({ reroute_link: 'https://carrier.example/reroute?n=ä b' }).rerouteLink).toBe(
      'https://carrier.example/reroute?n=%C3%A4%20b',
    );
  });

  it.each([
    ['https://x.example/a|b?c=[d]', 'https://x.example/a%7Cb?c=%5Bd%5D'],
    ['https://[2606:2800::1]/a[1]', 'https://[2606:2800::1]/a%5B1%5D'],
    ['https://x.example', 'https://x.example'],
    ['https://x.example/100%?q=50%25', 'https://x.example/100%25?q=50%25'],
    ['https://x.example/#/track#T1', 'https://x.example/#/track%23T1'],
    ['https://x.example?#a#b#', 'https://x.example?#a%23b%23'],
    ['https://x.example/?q=a\\b#c\\d', 'https://x.example/?q=a%5Cb#c%5Cd'],
    [' https://x.example/a \n', 'https://x.example/a'],
  ])('the link %s as a valid URI', (written, kept) => {
    expect(parsedScan({ tracking_link: written }).trackingLink).toBe(kept);
  });

  it.each([
    ['eta', { eta: { start_date: '2026-02-30' } }, 'expectedDelivery'],
    ['tracking_link', { tracking_link: 'javascript:alert(1)' }, 'trackingLink'],
    ['reroute_link', { reroute_link: 'not a link' }, 'rerouteLink'],
    ...['ht\ntps://x.example/', '\u0001https://x.example/', 'https://x.example/a\tb', 'https://x.example/?a=\u007f'].map(toBadLink),
    ...['https:\\\\x.example\t', 'https://x.example\\a', 'https:/x.example/', 'https:x.example', 'https:///x.example/'].map(toBadLink),
    ['delivery_information', { delivery_information: 7 }, 'deliveryInformation'],
    ['pickup_location', { pickup_location: 'Kiosk Blau' }, 'pickupLocation'],
    ['received_at', { received_at: 'nonsense' }, 'receivedAt'],
  ])('a bad %s by dropping it, and reports it', (field, change, property) => {
    const result = parsedScan(change);
    expect(Reflect.get(result, property)).toBeUndefined();
    expect(result.repairs).toEqual([field]);
  });

  it('a pickup location without tags, impossible coordinates and unreadable hours (edge case 42)', () => {
    const pickup = {
      address: '<b title="a>b">Kiosk Blau</b><br/>Hauptstr.&nbsp;3, 53113, Bonn',
      coordinates: { lat: 91, long: 7.1 },
      opening_hours: { monday: [{ from: '8 am', to: '6 pm' }] },
    };
    const result = parsedScan({ pickup_location: pickup });
    expect(result.pickupLocation).toEqual({ address: 'Kiosk Blau Hauptstr. 3, 53113, Bonn' });
    expect(result.repairs).toEqual(['pickup_location.address', 'pickup_location.opening_hours', 'pickup_location.coordinates']);
  });

  it('opening hours to midnight and a closed day', () => {
    const opening_hours = { monday: [{ from: '08:00', to: '24:00' }], sunday: [] };
    expect(parsedScan({ pickup_location: { opening_hours } }).pickupLocation).toEqual({ openingHours: opening_hours });
  });

  it('an unknown place as Unknown, and reports it', () => {
    expect(parsedScan({ delivery_location: 'Rooftop' })).toMatchObject({ deliveryLocation: 'Unknown', repairs: ['delivery_location'] });
    expect(parsedScan({ delivery_location: 'Neighbor' })).toMatchObject({ deliveryLocation: 'Neighbor', repairs: [] });
  });

  it('a property name that cannot be stored as unknown, never as the name after a correction', () => {
    expect(parsedScan({ 'scan_id\u0000': 's-2', 'raw_text\ud800': 'x' })).toEqual(parsedScan({}));
  });
});

describe('parseScan refuses', () => {
  it.each([
    ['nothing', Buffer.alloc(0), 'E_JSON'],
    ['a tombstone', null, 'E_JSON'],
    ['a byte order mark', Buffer.from(`\ufeff${JSON.stringify(scan)}`), 'E_JSON'],
    ['invalid UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0x22]), 'E_JSON'],
    ['half a message', Buffer.from('{"schema":'), 'E_JSON'],
    ['300 kB', Buffer.alloc(300_000, 'x'), 'E_SIZE'],
    ['a list', Buffer.from('[]'), 'E_SCHEMA'],
    ['null', Buffer.from('null'), 'E_SCHEMA'],
    ['text', Buffer.from('"scan"'), 'E_SCHEMA'],
  ])('%s (edge case 50)', (_, value, reason) => {
    expect(parseScan(value, AT)).toMatchObject({ ok: false, reason });
  });

  it.each([
    ['another schema', { schema: 'scan/2' }, 'E_SCHEMA'],
    ['a scan_id with U+0000, which would become another id when corrected', { scan_id: 'a\u0000b' }, 'E_SCHEMA'],
    ['a tracking number with half a surrogate pair', { tracking_number: '0034\ud800' }, 'E_SCHEMA'],
    ['a courier with U+0000', { courier: 'dhl\u0000' }, 'E_SCHEMA'],
    ['no scan_id', { scan_id: undefined }, 'E_SCHEMA'],
    ['a scan_id of 129 characters', { scan_id: 'x'.repeat(129) }, 'E_SCHEMA'],
    ['a blank courier', { courier: ' ' }, 'E_SCHEMA'],
    ['a tracking number that is a number', { tracking_number: 7 }, 'E_SCHEMA'],
    ['neither code, hint nor text', { carrier_code: undefined }, 'E_SCHEMA'],
    ['neither code, hint nor text but blanks', { carrier_code: ' ', raw_text: '' }, 'E_SCHEMA'],
    ['no time', { occurred_at: undefined }, 'E_TIME'],
    ['a time that is not one', { occurred_at: '2026-02-30T10:00:00Z' }, 'E_TIME'],
    ['a status hint outside the words', { status_hint: 'Teleported' }, 'E_ENUM'],
    ['a status hint that is no text', { status_hint: 7 }, 'E_ENUM'],
    ['an exception hint outside the words', { exception_hint: 'Bad' }, 'E_ENUM'],
    ['a next action hint outside the words', { next_action_hint: '' }, 'E_ENUM'],
    ['a return reason hint outside the words', { return_reason_hint: 'Bored' }, 'E_ENUM'],
  ])('%s', (_, change, reason) => {
    expect(parse({ ...scan, ...change })).toMatchObject({ ok: false, reason, detail: expect.stringMatching(/.{10,}/) });
  });

  it('says what is wrong, where, and what is allowed', () => {
    expect(parse({ ...scan, next_action_hint: 'Wait' })).toMatchObject({
      detail: expect.stringMatching(/^next_action_hint must be equal to one of the allowed values: .*NewAttemptToday/),
    });
  });
});
