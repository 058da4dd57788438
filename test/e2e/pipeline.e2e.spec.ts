import { beforeAll, describe, expect, it } from '@jest/globals';
import { CLOUD_EVENT_SCHEMA, compileSchema, type EventName, type JsonObject, WEBHOOK_PAYLOAD_SCHEMA } from '#libs/contracts';
import { insertReceiver } from '../builders/receiver-row.js';
import { parcel, type Parcel } from '../builders/parcel.js';
import type { TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const ACCOUNT = 7;
const bed = useTestBed();
let receiver: TestReceiver;

const findPlainFault = compileSchema(WEBHOOK_PAYLOAD_SCHEMA);
const findCloudFault = compileSchema(CLOUD_EVENT_SCHEMA);

beforeAll(async () => {
  receiver = await bed.startReceiver();
  await insertReceiver(bed.database, { account: ACCOUNT, url: receiver.url('/plain') });
  await insertReceiver(bed.database, { account: ACCOUNT, url: receiver.url('/cloud'), format: 'cloudevents' });
  await Promise.all([bed.startApp('event-builder'), bed.startApp('webhook-sender')]);
});

interface Body extends JsonObject {
  readonly event: EventName;
  readonly eventid: string;
  readonly timestamp: string;
  readonly references: { readonly tracking_number: string };
}

const bodiesOf = ({ trackingNumber }: Parcel): Body[] =>
  receiver
    .requests('/plain')
    .map((request) => request.json<Body>())
    .filter(({ references }) => references.tracking_number === trackingNumber);

const eventsOf = (each: Parcel): EventName[] => bodiesOf(each).map(({ event }) => event);

describe('a parcel', () => {
  it('causes its webhooks from the record to the delivery, in order, each body valid against the specification in both formats', async () => {
    const each = parcel({ account: ACCOUNT });
    await bed.publish('records', [each.record()]);
    await waitFor(() => eventsOf(each).includes('onCreated'));
    await bed.publish('scans', [
      each.scan('OrderProcessed', '2026-03-27T18:00:00+01:00'),
      each.scan('InboundScan', '2026-03-28T21:00:00+01:00', { eta: { start_date: '2026-03-30' } }),
      each.scan('OutForDelivery', '2026-03-30T08:00:00+02:00', {
        eta: { start_date: '2026-03-30', start_time: '10:00', end_time: '12:00' },
      }),
      each.scan('Delivered', '2026-03-30T11:30:00+02:00', { delivery_information: 'Nachbar', delivery_location: 'Neighbor' }),
    ]);
    const expected = ['onCreated', 'onDispatch', 'onScheduled', 'onScheduled', 'onOutForDelivery', 'onDelivered'];
    await waitFor(() => eventsOf(each).length === expected.length && receiver.requests('/cloud').length === expected.length);

    expect(eventsOf(each)).toEqual(expected);
    expect(bodiesOf(each).map((body) => findPlainFault(body))).toEqual(expected.map(() => undefined));
    expect(receiver.requests('/cloud').map((request) => findCloudFault(request.json()))).toEqual(expected.map(() => undefined));
    expect(bodiesOf(each).at(-1)).toMatchObject({
      timestamp: '2026-03-30T09:30:00Z',
      data: {
        delivery_status: 'Delivered',
        delivery_information: 'Nachbar',
        delivery_location: 'Neighbor',
        expected_delivery_date_raw: { startDate: '2026-03-30', endDate: '2026-03-30', startTime: '10:00:00', endTime: '12:00:00' },
      },
      reporting: { lead_time_door_to_door: 2, lead_time_qualified_attempt: 3, lead_time_end_to_end: 3 },
    });
  });

  it('whose scans come before its record causes all its webhooks when the record comes (edge case 10)', async () => {
    const each = parcel({ account: ACCOUNT });
    await bed.publish('scans', [
      each.scan('Delivered', '2026-03-30T11:30:00Z'),
      each.scan('InboundScan', '2026-03-28T21:00:00Z'),
      each.scan('OutForDelivery', '2026-03-30T08:00:00Z'),
    ]);
    await waitFor(async () => {
      const rows = await bed.database.query<{ count: string }>('SELECT count(*) FROM orphan_scan WHERE tracking_number = $1', [
        each.trackingNumber.toUpperCase(),
      ]);
      return Number(rows[0]?.count) === 3;
    });
    await bed.publish('records', [each.record()]);
    await waitFor(() => eventsOf(each).includes('onDelivered'));
    expect(eventsOf(each)).toEqual(['onCreated', 'onDispatch', 'onOutForDelivery', 'onDelivered']);
  });

  it('whose scan comes twice causes one webhook for it (edge case 1)', async () => {
    const each = parcel({ account: ACCOUNT });
    await bed.publish('records', [each.record()]);
    const scan = each.scan('OutForDelivery', '2026-03-30T08:00:00Z');
    await bed.publish('scans', [scan, scan]);
    await waitFor(() => eventsOf(each).length === 3);
    await bed.publish('scans', [scan, each.scan('Delivered', '2026-03-30T11:30:00Z')]);
    await waitFor(() => eventsOf(each).includes('onDelivered'));
    expect(eventsOf(each)).toEqual(['onCreated', 'onDispatch', 'onOutForDelivery', 'onDelivered']);
  });

  it('that was not shipped in time causes one webhook about the delay', async () => {
    const each = parcel({ account: ACCOUNT });
    await bed.publish('records', [each.record({ send_date: '2026-03-27', warehouse_time_zone: 'Europe/Berlin' })]);
    await waitFor(() => eventsOf(each).includes('onInternalDelay'));
    await bed.publish('scans', [each.scan('InboundScan', '2026-03-29T08:00:00Z')]);
    await waitFor(() => eventsOf(each).includes('onDispatch'));
    expect(eventsOf(each)).toEqual(['onCreated', 'onInternalDelay', 'onDispatch']);
    expect(bodiesOf(each)[1]).toMatchObject({
      timestamp: '2026-03-27T23:00:00Z',
      data: { delivery_status: 'WarehouseDelay', raw_scan: '' },
    });
  });

  it('with an unreadable scan continues, and the scan becomes a dead letter', async () => {
    const each = parcel({ account: ACCOUNT });
    await bed.publish('records', [each.record()]);
    await bed.publish('scans', [
      { key: 'k', value: 'no json' },
      each.scan('Teleported', '2026-03-29T08:00:00Z'),
      each.scan('InboundScan', '2026-03-29T08:00:00Z'),
    ]);
    await waitFor(() => eventsOf(each).includes('onDispatch'));
    const reasons = (await bed.readTopic('scans.dlq')).map(({ headers }) => headers['reason']);
    expect(new Set(reasons)).toEqual(new Set(['E_ENUM', 'E_JSON']));
  });
});
