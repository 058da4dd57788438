// The scans of the answers of UPS, and what the service reads in them. It runs in the clone: it needs the service's mapping.
import { describe, expect, it } from '@jest/globals';
import { readingsOf } from '../../test/e2e/scan-readings.js';
import { scansOf, type UpsActivity, type UpsAnswer } from './scans.ts';

const NUMBER = '1Z999AA10123456784';
const answer = (activity: readonly UpsActivity[]): UpsAnswer => ({
  trackResponse: { shipment: [{ package: [{ trackingNumber: NUMBER, activity }] }] },
});
const at = (city: string, stateProvince: string): Pick<UpsActivity, 'location'> => ({
  location: { address: { city, stateProvince, countryCode: 'US' } },
});

/** Newest first, as UPS answers. The local times beside the GMT times are not used. */
const ACTIVITIES = [
  {
    date: '20260331',
    time: '120435',
    gmtDate: '20260331',
    gmtOffset: '-07:00',
    gmtTime: '19:04:35',
    status: { type: 'D', code: 'FS', statusCode: '011', description: 'DELIVERED ' },
    ...at('NEWARK', 'CA'),
  },
  {
    date: '20260331',
    time: '084714',
    gmtDate: '20260331',
    gmtOffset: '-07:00',
    gmtTime: '15:47:14',
    status: { type: 'I', code: 'OT', statusCode: '021', description: 'Out For Delivery Today' },
    ...at('Fremont', 'CA'),
  },
  {
    date: '20260330',
    time: '183000',
    gmtDate: '20260331',
    gmtOffset: '-07:00',
    gmtTime: '01:30:00',
    status: { type: 'I', code: 'DP', statusCode: '005', description: 'Departed from Facility' },
    ...at('San Pablo', 'CA'),
  },
  {
    date: '20260329',
    time: '231500',
    gmtDate: '20260330',
    gmtOffset: '-04:00',
    gmtTime: '031500',
    status: { type: 'I', code: 'OR', statusCode: '038', description: 'Origin Scan' },
    ...at('Louisville', 'KY'),
  },
  {
    date: '20260328',
    time: '034700',
    gmtDate: '20260328',
    gmtOffset: '-04:00',
    gmtTime: '74700',
    status: { type: 'M', code: 'MP', statusCode: '003', description: 'Shipper created a label, UPS has not received the package yet. ' },
    location: { address: { countryCode: 'US' } },
  },
];

describe('an answer of UPS', () => {
  it('gives each activity as a scan, with codes and texts as they came', () => {
    const scans = scansOf(answer(ACTIVITIES));
    expect(scans).toHaveLength(ACTIVITIES.length);
    expect(scans[0]).toEqual({
      scan_id: expect.stringMatching(/^ups\/[0-9a-f]{64}$/),
      courier: 'ups',
      tracking_number: NUMBER,
      occurred_at: '2026-03-31T19:04:35Z',
      carrier_code: 'D',
      carrier_sub_code: 'FS',
      raw_text: 'DELIVERED ',
      location: { text: 'NEWARK, CA, US' },
    });
  });

  it('gives the same scans at each repetition, also in another language, and no two alike', () => {
    const ids = (activities: readonly UpsActivity[]): string[] => scansOf(answer(activities)).map((scan) => scan.scan_id!);
    const german = ACTIVITIES.map((activity) => ({ ...activity, status: { ...activity.status, description: 'Zugestellt' } }));
    expect(ids(german)).toEqual(ids(ACTIVITIES));
    expect(new Set(ids(ACTIVITIES)).size).toBe(ACTIVITIES.length);
    const sameWrittenOtherwise = { ...ACTIVITIES[0]!, gmtDate: '2026-03-31', gmtTime: '190435' };
    expect(ids([sameWrittenOtherwise])).toEqual(ids([ACTIVITIES[0]!]));
  });

  it('has no scan for an activity without GMT time, and none for a number that UPS does not know', () => {
    expect(scansOf(answer([{ ...ACTIVITIES[0]!, gmtDate: undefined }]))).toEqual([]);
    expect(scansOf({ trackResponse: { shipment: [{}] } })).toEqual([]);
  });
});

describe('the mapping ups', () => {
  it('reads every scan by type and code, at the right instant', () => {
    expect(readingsOf(scansOf(answer(ACTIVITIES)))).toEqual([
      { at: '2026-03-31T19:04:35.000Z', status: 'Delivered', by: 'code and sub code' },
      { at: '2026-03-31T15:47:14.000Z', status: 'OutForDelivery', by: 'code and sub code' },
      { at: '2026-03-31T01:30:00.000Z', status: 'InTransit', by: 'code and sub code' },
      { at: '2026-03-30T03:15:00.000Z', status: 'InboundScan', by: 'code and sub code' },
      { at: '2026-03-28T07:47:00.000Z', status: 'OrderProcessed', by: 'code and sub code' },
    ]);
  });

  it('reads the three digits where UPS sends no activity code', () => {
    const activities = ACTIVITIES.map((activity) => ({ ...activity, status: { ...activity.status, code: undefined } }));
    expect(readingsOf(scansOf(answer(activities))).map(({ status }) => status)).toEqual([
      'Delivered',
      'OutForDelivery',
      'InTransit',
      'InboundScan',
      'OrderProcessed',
    ]);
  });
});
