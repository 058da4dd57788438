import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  CLOUD_EVENT_SCHEMA,
  compileSchema,
  DELIVERY_STATUSES,
  EVENT_NAMES,
  type JsonObject,
  STATUS_RULES,
  toCloudEventBody,
  type WebhookPayload,
} from '#libs/contracts';
import { aRecord, aScan, names, ParcelWorld } from '../../../../test/builders/parcel-world.js';

let world: ParcelWorld;
beforeEach(() => {
  world = new ParcelWorld();
  world.take(aRecord({ occurred_at: '2026-03-01T08:00:00Z' }));
});

const last = (...messages: JsonObject[]): WebhookPayload | undefined => world.take(...messages).at(-1);
const onDay = (day: number): string => `2026-03-${String(day).padStart(2, '0')}T12:00:00Z`;

describe('the table of statuses', () => {
  it('has eleven statuses with their own event', () => {
    const own = DELIVERY_STATUSES.filter((status) => STATUS_RULES[status].event !== undefined);
    expect(own).toHaveLength(11);
  });

  it.each(DELIVERY_STATUSES)('%s causes its own event, and onDispatch only if it comes from the network', (status) => {
    const rule = STATUS_RULES[status];
    const expected = [...(rule.class === 'network' ? ['onDispatch'] : []), ...(rule.event ? [rule.event] : [])];
    expect(names(world.take(aScan(status, onDay(3))))).toEqual(expected);
  });
});

describe('delay, attempts, return', () => {
  it('edge case 39: PartiallyDelivered is a delay because of a missing item and not the end', () => {
    const delay = last(aScan('PartiallyDelivered', onDay(3)));
    expect(delay).toMatchObject({ event: 'onDelay', data: { exception_code: 'ItemMissing' }, reporting: { lead_time_end_to_end: -1 } });
    expect(last(aScan('Delivered', onDay(4)))).toMatchObject({ event: 'onDelivered', reporting: { lead_time_end_to_end: 3 } });
  });

  it('edge case 40: unnumbered attempts are numbered by local days', () => {
    const times = ['2026-03-03T12:00:00Z', '2026-03-03T16:00:00Z', '2026-03-03T23:30:00Z', '2026-03-05T12:00:00Z'];
    const statuses = times.map((time) => last(aScan('FailedAttempt', time))?.data.delivery_status);
    expect(statuses).toEqual(['FailedAttemptFirst', 'FailedAttemptFirst', 'FailedAttemptSecond', 'FailedAttemptFinal']);
  });

  it('edge case 41: uses the next action of the scan, else of the carrier, else none', () => {
    const specified = last(aScan('FailedAttemptFirst', onDay(3), { next_action_hint: 'NewAttemptToday' }));
    expect(specified?.data).toMatchObject({ next_action: 'NewAttemptToday', next_action_is_specified: true });
    expect(last(aScan('FailedAttemptSecond', onDay(4)))?.data).toMatchObject({
      next_action: 'PickUpReady',
      next_action_is_specified: false,
    });
    world.take(aRecord({ references: { courier: 'gls', tracking_number: 'G1' } }));
    const unknown = last(aScan('FailedAttemptFirst', onDay(28), { courier: 'gls', tracking_number: 'G1' }));
    expect(unknown?.event).toBe('onFailedAttempt');
    expect(unknown?.data).not.toHaveProperty('next_action');
    expect(unknown?.data).not.toHaveProperty('next_action_is_specified');
  });

  it('always sends exception_code and return_reason', () => {
    expect(last(aScan('Exception', onDay(3)))?.data.exception_code).toBe('Exception');
    expect(last(aScan('Exception', onDay(4), { exception_hint: 'Customs' }))?.data.exception_code).toBe('Customs');
    expect(last(aScan('Return', onDay(5)))?.data.return_reason).toBe('Unknown');
    expect(last(aScan('Return', onDay(6), { return_reason_hint: 'Lost' }))?.data.return_reason).toBe('Lost');
  });
});

describe('pickup and places', () => {
  const hours = { monday: [{ from: '08:00', to: '24:00' }], sunday: [] };

  it('edge case 42: omits unknown fields and strips tags', () => {
    const bare = last(aScan('PickupReadyToday', onDay(3)));
    expect(Object.keys(bare?.data ?? {}).filter((key) => key.startsWith('pickup_'))).toEqual([]);
    const full = { address: 'Kiosk <b>Blau</b>, Hauptstr. 3', coordinates: { lat: 50.73, long: 7.1 }, opening_hours: hours };
    expect(last(aScan('PickupReadyNextDay', onDay(4), { pickup_location: full }))?.data).toMatchObject({
      pickup_location_address: 'Kiosk Blau, Hauptstr. 3',
      pickup_location_coordinates: { lat: 50.73, long: 7.1 },
      pickup_location_opening_hours: hours,
    });
    expect(last(aScan('Delivered', onDay(5), { pickup_location: full }))?.data).not.toHaveProperty('pickup_location_address');
  });

  it('sends the latest known code as delivery_location', () => {
    expect(last(aScan('InTransit', onDay(2)))?.data.delivery_location).toBe('');
    expect(last(aScan('OutForDelivery', onDay(3), { delivery_location: 'Neighbor' }))?.data.delivery_location).toBe('Neighbor');
    expect(last(aScan('Delivered', onDay(4)))?.data.delivery_location).toBe('Neighbor');
    expect(last(aScan('Delivered', onDay(5), { delivery_location: 'under the mat' }))?.data.delivery_location).toBe('Unknown');
  });

  it('edge case 34: forwards the carrier’s words unchanged', () => {
    const text = `{eta} <b>"Böhn"</b> ' \u2028 📦 ${'x'.repeat(4000)}`;
    const event = last(aScan('OutForDelivery', onDay(3), { raw_text: text, location: { text: `${text}\u0000` } }));
    expect(event?.data).toMatchObject({ raw_scan: text, raw_scan_location: text });
  });

  it('raw_scan falls back to the codes', () => {
    const codes = { raw_text: null, carrier_code: '9999', carrier_sub_code: 'X' };
    expect(last(aScan('OutForDelivery', onDay(3), codes))?.data.raw_scan).toBe('[9999] (X)');
    expect(last(aScan('OutForDelivery', onDay(4), { ...codes, carrier_sub_code: null }))?.data.raw_scan).toBe('[9999]');
  });
});

describe('edge case 43: all eleven events', () => {
  const story = (): WebhookPayload[] => [
    ...new ParcelWorld().take(aRecord({ references: { tracking_number: 'X1' } })),
    ...world.take(aRecord({ occurred_at: '2026-03-01T09:00:00Z', send_date: '2026-03-01' })),
    ...world.tick('2026-03-05T00:00:00Z'),
    ...world.take(
      aScan('InTransit', onDay(6), { eta: { start_date: '2026-03-08', start_time: '10:00', end_time: '14:00' } }),
      aScan('Exception', onDay(7)),
      aScan('OutForDelivery', onDay(8)),
      aScan('FailedAttempt', onDay(9)),
      aScan('PickupReadyToday', onDay(10), { pickup_location: { address: 'Kiosk' } }),
      aScan('Delivered', onDay(11), { delivery_information: 'Meier' }),
      aScan('Return', onDay(12)),
    ),
  ];

  it('are valid against the schema as payload (checked by the world) and as CloudEvents', () => {
    const events = story();
    expect(new Set(names(events))).toEqual(new Set(EVENT_NAMES));
    const findFault = compileSchema(CLOUD_EVENT_SCHEMA);
    const identity = { source: 'urn:test', vendor: 'parcel-events' };
    for (const form of ['object', 'empty', 'null_text'] as const) {
      for (const event of events) expect(findFault(JSON.parse(toCloudEventBody(event, form, identity)) as JsonObject)).toBeUndefined();
    }
  });

  it('keep the specification’s order of keys after a state was read back', () => {
    const events = story();
    const orders = new Set(events.map(({ references }) => Object.keys(references).join()));
    expect([...orders]).toEqual(['courier,tracking_number,orderNo,client,warehouse,destination_country_iso3,language']);
  });
});
