// The scans of DHL's answers, and what the service reads in them. It runs in the clone: it needs the service's mapping.
import { describe, expect, it } from '@jest/globals';
import { readingsOf } from '../../test/e2e/scan-readings.js';
import { type DhlAnswer, scansOf } from './scans.ts';

const ID = '00340434161094015902';
type Event = NonNullable<DhlAnswer['shipments'][number]['events']>[number];
const answer = (events: readonly Event[], service = 'parcel-de'): DhlAnswer => ({ shipments: [{ id: ID, service, events }] });
const at = (addressLocality: string): Pick<Event, 'location'> => ({ location: { address: { addressLocality } } });

const EVENTS: readonly Event[] = [
  {
    timestamp: '2026-03-31T14:12:00',
    statusCode: 'delivered',
    status: 'ZU',
    statusDetailed: 'DLVRD_NGHBR_ZU',
    description: 'The shipment has been delivered to a neighbor',
    ...at('Germany'),
  },
  {
    timestamp: '2026-03-31T08:38:00',
    statusCode: 'transit',
    status: 'PO',
    statusDetailed: 'SRTED_NRQRD_PO',
    description: 'The shipment has been loaded onto the delivery vehicle',
  },
  {
    timestamp: '2026-03-30T03:53:00',
    statusCode: 'transit',
    status: 'EE',
    statusDetailed: 'ULFMV_UNLDD_EE',
    description: 'The shipment has arrived in the region of the recipient',
    ...at('Radefeld, Germany'),
  },
  {
    timestamp: '2026-03-28T17:20:00',
    statusCode: 'transit',
    status: 'ES',
    statusDetailed: 'SHRCU_SERPT_ES',
    description: 'The shipment has been posted by the sender at the retail outlet',
    ...at('Bonn, Germany'),
  },
  {
    timestamp: '2026-03-27T21:36:00',
    statusCode: 'pre-transit',
    status: 'VA',
    statusDetailed: 'PARCV_NRQRD_VA',
    description: 'The instruction data for this shipment have been provided by the sender to DHL electronically',
  },
];

describe('an answer of DHL', () => {
  it('gives each event as a scan, with codes and texts as they came', () => {
    const scans = scansOf(answer(EVENTS));
    expect(scans).toHaveLength(EVENTS.length);
    expect(scans[2]).toEqual({
      scan_id: expect.stringMatching(/^dhl\/[0-9a-f]{64}$/),
      courier: 'dhl-germany',
      tracking_number: ID,
      occurred_at: '2026-03-30T03:53:00',
      time_zone: 'Europe/Berlin',
      carrier_code: 'ULFMV_UNLDD_EE',
      raw_text: 'The shipment has arrived in the region of the recipient',
      location: { text: 'Radefeld, Germany' },
    });
  });

  it('gives the same scans at each repetition, also in another language, and no two alike', () => {
    const ids = (events: readonly Event[]): string[] => scansOf(answer(events)).map((scan) => scan.scan_id!);
    const german = EVENTS.map((event) => ({ ...event, description: 'Die Sendung …' }));
    expect(ids(german)).toEqual(ids(EVENTS));
    expect(new Set(ids(EVENTS)).size).toBe(EVENTS.length);
    expect(ids([{ ...EVENTS[0]!, statusDetailed: 'DLVRD_FAMLY_ZU' }])).not.toEqual(ids([EVENTS[0]!]));
  });

  it('without codes gives scans that differ by their texts', () => {
    const [first, second] = ['The shipment has been processed', 'The shipment has left'].map((status) => ({
      timestamp: '2019-08-05T15:46:00',
      statusCode: 'transit',
      status,
    }));
    const [one, other] = scansOf(answer([first!, second!]));
    expect(one?.scan_id).not.toBe(other?.scan_id);
    expect(one).toMatchObject({ carrier_code: 'transit', raw_text: 'The shipment has been processed' });
  });

  it('of another division gives no scan', () => {
    expect(scansOf(answer(EVENTS, 'express'))).toEqual([]);
    expect(scansOf({ shipments: [{ id: ID, service: 'parcel-de' }] })).toEqual([]);
  });
});

describe('the mapping dhl-germany', () => {
  it('reads every scan by its code, and finer by its text, at the right instant', () => {
    expect(readingsOf(scansOf(answer(EVENTS)))).toEqual([
      { at: '2026-03-31T12:12:00.000Z', status: 'Delivered', by: 'code' },
      { at: '2026-03-31T06:38:00.000Z', status: 'OutForDelivery', by: 'code' },
      { at: '2026-03-30T01:53:00.000Z', status: 'DestinationDeliveryCenter', by: 'code' },
      { at: '2026-03-28T16:20:00.000Z', status: 'InboundScan', by: 'code' },
      { at: '2026-03-27T20:36:00.000Z', status: 'OrderProcessed', by: 'code' },
    ]);
  });

  it('reads the letters of an event without detailed code', () => {
    const events = EVENTS.map((event) => ({ ...event, statusDetailed: undefined }));
    expect(readingsOf(scansOf(answer(events))).map(({ status }) => status)).toEqual([
      'Delivered',
      'OutForDelivery',
      'DestinationDeliveryCenter',
      'InboundScan',
      'OrderProcessed',
    ]);
  });

  it('reads the text of an older event without code, and keeps an offset', () => {
    const text = 'The shipment has been loaded onto the delivery vehicle';
    const event = { timestamp: '2026-03-31T08:38:00+02:00', statusCode: 'transit', status: text, description: text };
    expect(readingsOf(scansOf(answer([event])))).toEqual([{ at: '2026-03-31T06:38:00.000Z', status: 'OutForDelivery', by: 'text' }]);
  });
});
