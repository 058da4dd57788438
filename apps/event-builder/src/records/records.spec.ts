import { beforeEach, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#libs/contracts';
import { aRecord, aScan, names, ParcelWorld } from '../../../../test/builders/parcel-world.js';

let world: ParcelWorld;
beforeEach(() => {
  world = new ParcelWorld();
});

const links = { tracking_link: 'https://track.example/p' };

describe('scans before their record', () => {
  it('edge case 10: onCreated, then the orphan scans in the order of their times', () => {
    expect(world.take(aScan('Delivered', '2026-03-05T12:00:00Z'), aScan('InboundScan', '2026-03-03T12:00:00Z'))).toEqual([]);
    expect(world.take(aScan('OutForDelivery', '2026-03-04T12:00:00Z'))).toEqual([]);
    const events = world.take(aRecord({ occurred_at: '2026-03-06T12:00:00Z' }));
    expect(events.map(({ event, timestamp }) => [event, timestamp])).toEqual([
      ['onCreated', '2026-03-06T12:00:00Z'],
      ['onDispatch', '2026-03-03T12:00:00Z'],
      ['onOutForDelivery', '2026-03-04T12:00:00Z'],
      ['onDelivered', '2026-03-05T12:00:00Z'],
    ]);
    expect(events[0]?.data).toMatchObject({ delivery_status: 'Pending', raw_scan: '', raw_scan_location: '' });
    expect(world.parkedScanIds).toEqual([]);
  });

  describe('at the same moment are replayed in order of arrival', () => {
    const at = '2026-03-28T10:00:00Z';
    const first = aScan('InboundScan', at, { eta: { start_date: '2026-03-29' }, tracking_link: 'https://scan.example/1' });
    const second = aScan('OutForDelivery', at, { eta: { start_date: '2026-03-30' }, tracking_link: 'https://scan.example/2' });
    const record = { occurred_at: '2026-03-28T12:00:00Z', links: null };
    const expectSecondToWin = (events: ReturnType<ParcelWorld['take']>): void => {
      expect(names(events)).toEqual(['onCreated', 'onDispatch', 'onScheduled', 'onScheduled', 'onOutForDelivery']);
      expect(events[0]?.data.tracking_link).toBe('https://scan.example/2');
      expect(events[1]?.data.delivery_status).toBe('InboundScan');
      expect(events.at(-1)?.data.expected_delivery_date_raw).toMatchObject({ startDate: '2026-03-30' });
      expect(world.consignments.at(-1)?.shown?.status).toBe('OutForDelivery');
    };

    it.each([
      ['in one batch', [[first, second]]],
      ['in two', [[first], [second]]],
      ['in two batches, the second with an earlier message time', [[first], [{ ...second, message_timestamp: at }]]],
    ])('%s', (_, batches) => {
      for (const batch of batches) world.take(...batch);
      expectSecondToWin(world.take(aRecord(record)));
    });

    it('with their record in the same batch', () => {
      expectSecondToWin(world.take(first, second, aRecord(record)));
    });

    it('for another account, and for an account whose own scan still waited', () => {
      world.take({ ...first, account: 200 });
      world.take(aRecord({ ...record, links }));
      world.take(second);
      expectSecondToWin(world.take(aRecord({ ...record, account: 200 })));
    });
  });

  it('a scan more than 14 days older than the record belongs to an earlier consignment and is counted', () => {
    world.take(aScan('Delivered', '2026-03-01T11:00:00Z'), aScan('InboundScan', '2026-03-01T13:00:00Z'));
    expect(names(world.take(aRecord({ occurred_at: '2026-03-15T12:00:00Z' })))).toEqual(['onCreated', 'onDispatch']);
    expect(world.remarks).toContainEqual({ kind: 'earlier_consignment' });
  });

  it('a scan of an earlier consignment that comes again after the record has no effect for any account', () => {
    const previous = aScan('Delivered', '2026-03-01T11:00:00Z');
    world.take(previous);
    expect(names(world.take(aRecord({ occurred_at: '2026-03-15T12:00:00Z' })))).toEqual(['onCreated']);
    expect([world.consignments[0]?.appliedScans, world.parkedScanIds.length]).toEqual([[], 1]);
    expect(names(world.take(aRecord({ account: 200, occurred_at: '2026-03-15T13:00:00Z' })))).toEqual(['onCreated']);
    expect(world.take(previous)).toEqual([]);
  });

  it('an account’s own scan waits for that account’s record, and is not sent to others', () => {
    const own = { ...aScan('InboundScan', '2026-03-02T08:00:00Z'), account: 200 };
    world.take(own);
    expect(names(world.take(aRecord({ occurred_at: '2026-03-03T08:00:00Z' })))).toEqual(['onCreated']);
    expect(world.parkedScanIds).toHaveLength(1);
    expect(names(world.take(aRecord({ account: 200, occurred_at: '2026-03-03T09:00:00Z' })))).toEqual(['onCreated', 'onDispatch']);
    expect(names(world.take(aRecord({ account: 300, occurred_at: '2026-03-03T10:00:00Z' })))).toEqual(['onCreated']);
  });

  it('the record of another account replays the stored scans', () => {
    world.take(aRecord({ occurred_at: '2026-03-01T08:00:00Z' }));
    world.take(aScan('InboundScan', '2026-03-03T12:00:00Z'));
    const events = world.take(aRecord({ account: 200, occurred_at: '2026-03-04T08:00:00Z' }));
    expect(names(events)).toEqual(['onCreated', 'onDispatch']);
    expect(names(world.take(aScan('Delivered', '2026-03-05T12:00:00Z')))).toEqual(['onDelivered', 'onDelivered']);
  });
});

describe('a number that is used again', () => {
  const delivered = (): void => {
    world.take(aRecord({ occurred_at: '2026-01-01T08:00:00Z', send_date: '2026-01-02' }));
    world.take(aScan('Delivered', '2026-01-05T12:00:00Z'));
  };

  it('edge case 12: more than 90 days after the final event opens a new consignment', () => {
    delivered();
    const previous = world.consignments[0]?.consignmentId;
    world.take(aScan('InboundScan', '2026-04-07T12:00:00Z'));
    const events = world.take(aRecord({ occurred_at: '2026-04-08T08:00:00Z' }));
    expect(names(events)).toEqual(['onCreated', 'onDispatch']);
    expect(world.consignments).toMatchObject([{ generation: 2 }]);
    expect(world.consignments[0]?.consignmentId).not.toBe(previous);
  });

  it('edge case 12: scans of the new parcel wait for its record', () => {
    delivered();
    const scans = ['InTransit', 'OutForDelivery', 'Delivered'].map((status, day) => aScan(status, `2026-06-1${day}T12:00:00Z`));
    expect(world.take(...scans)).toEqual([]);
    const events = world.take(aRecord({ occurred_at: '2026-06-10T08:00:00Z', references: { orderNo: 'NEW' } }));
    expect(names(events)).toEqual(['onCreated', 'onDispatch', 'onOutForDelivery', 'onDelivered']);
    expect(new Set(events.map(({ references }) => references.orderNo))).toEqual(new Set(['NEW']));
    expect(world.parkedScanIds).toEqual([]);
  });

  it('edge case 12: such a scan still reaches an account whose own parcel has not ended', () => {
    delivered();
    world.take(aRecord({ account: 200, occurred_at: '2026-06-09T08:00:00Z', references: { orderNo: 'B' } }));
    const told = world.take(aScan('InTransit', '2026-06-10T12:00:00Z'));
    expect(told.map(({ event, references }) => [event, references.orderNo])).toEqual([['onDispatch', 'B']]);
    expect(names(world.take(aRecord({ occurred_at: '2026-06-10T08:00:00Z' })))).toEqual(['onCreated', 'onDispatch']);
  });

  it('edge case 9: accepts corrections by carriers for ninety days after the final event', () => {
    delivered();
    expect(names(world.take(aScan('Return', '2026-04-05T12:00:00Z')))).toEqual(['onReturn']);
    expect(names(world.take(aScan('Delivered', '2026-07-04T12:00:00Z')))).toEqual(['onDelivered']);
    expect(world.take(aScan('Delivered', '2026-10-02T12:00:01Z'))).toEqual([]);
  });

  it('a cancel is a record like any other: it opens the next parcel as cancelled', () => {
    delivered();
    const events = world.take(aRecord({ action: 'cancel', occurred_at: '2026-04-08T08:00:00Z' }));
    expect(events.map(({ event, data }) => [event, data.delivery_status])).toEqual([['onCreated', 'Cancelled']]);
    expect(world.consignments).toMatchObject([{ generation: 2 }]);
  });

  it('edge case 12: within 90 days stays the same consignment', () => {
    delivered();
    const events = world.take(aRecord({ occurred_at: '2026-04-05T11:59:00Z' }));
    expect(names(events)).toEqual(['onUpdated']);
  });

  it('a repeated transfer of the earlier consignment opens nothing', () => {
    const first = aRecord({ occurred_at: '2026-01-01T08:00:00Z' });
    world.take(first);
    world.take(aScan('Delivered', '2026-01-05T12:00:00Z'));
    world.take(aRecord({ occurred_at: '2026-04-08T08:00:00Z' }));
    expect(world.take(first)).toEqual([]);
    expect(world.take(aScan('InTransit', '2026-01-04T12:00:00Z'))).toEqual([]);
    expect(world.remarks).toContainEqual({ kind: 'earlier_consignment' });
  });
});

describe('a number whose consignment retention has removed', () => {
  const removed = (): string | undefined => {
    world.take(aRecord({ occurred_at: '2026-01-01T08:00:00Z' }));
    world.take(aScan('Delivered', '2026-01-05T12:00:00Z'));
    const previous = world.consignments[0]?.consignmentId;
    world.removeConsignments();
    return previous;
  };

  it('opens the next generation when it is used again', () => {
    const previous = removed();
    expect(names(world.take(aRecord({ occurred_at: '2026-06-08T08:00:00Z' })))).toEqual(['onCreated']);
    expect(world.consignments).toMatchObject([{ generation: 2 }]);
    expect(world.consignments[0]?.consignmentId).not.toBe(previous);
  });

  it('causes nothing when the retailer sends the old parcel again', () => {
    removed();
    expect(world.take(aRecord({ occurred_at: '2026-01-01T08:00:00Z' }))).toEqual([]);
    expect(world.consignments).toEqual([]);
    expect(world.remarks).toContainEqual({ kind: 'late_record' });
  });

  it('is new for an account that never had the parcel', () => {
    removed();
    expect(names(world.take(aRecord({ account: 200, occurred_at: '2026-01-01T08:00:00Z' })))).toEqual(['onCreated']);
  });
});

describe('a record again', () => {
  it('edge case 13: the same content causes nothing; another language causes onUpdated in that language', () => {
    const first = aRecord({ occurred_at: '2026-03-01T08:00:00Z' });
    world.take(first);
    expect(world.take(first)).toEqual([]);
    expect(world.take({ ...first, transfer_id: 'another', occurred_at: '2026-03-02T08:00:00Z' })).toEqual([]);
    const [updated] = world.take(aRecord({ occurred_at: '2026-03-03T08:00:00Z', references: { language: 'en' } }));
    expect(updated).toMatchObject({ event: 'onUpdated', data: { delivery_status_locale_short: 'Awaiting information' } });
    const [dispatched] = world.take(aScan('InboundScan', '2026-03-04T08:00:00Z'));
    expect(dispatched?.data.delivery_status_locale_short).toBe('Handed over');
  });

  it('a repeated older transfer does not undo a newer transfer', () => {
    const transfers = ['A', 'B', 'C'].map((orderNo, day) =>
      aRecord({ occurred_at: `2026-03-0${day + 1}T08:00:00Z`, references: { orderNo } }),
    );
    expect(names(world.take(...transfers))).toEqual(['onCreated', 'onUpdated', 'onUpdated']);
    expect(transfers.flatMap((transfer) => world.take(transfer))).toEqual([]);
    expect(world.consignments[0]?.record.references.orderNo).toBe('C');
  });

  it('keeps its links when a transfer has none', () => {
    world.take(aRecord({ links: { ...links, reroute_link: 'https://reroute.example/' } }));
    const [updated] = world.take(aRecord({ links: null, references: { orderNo: 'B' } }));
    expect(updated?.data).toMatchObject({ tracking_link: links.tracking_link, reroute_link: 'https://reroute.example/' });
  });

  it('cancelled: Cancelled, onUpdated, no rerouting; undone by an upsert', () => {
    world.take(aRecord({ links: { ...links, reroute_link: 'https://reroute.example/' } }));
    world.take(aScan('Packed', '2026-03-27T10:00:00Z'));
    const [cancelled] = world.take(aRecord({ action: 'cancel', occurred_at: '2026-03-28T08:00:00Z', links }));
    expect(cancelled).toMatchObject({
      event: 'onUpdated',
      data: { delivery_status: 'Cancelled', reroute_link: '', raw_scan: 'Raw Packed' },
    });
    const [again] = world.take(aRecord({ occurred_at: '2026-03-28T09:00:00Z', links }));
    expect(again).toMatchObject({ event: 'onUpdated', data: { delivery_status: 'Packed', reroute_link: 'https://reroute.example/' } });
  });
});

describe('a cancel that arrives after a newer scan', () => {
  const eta = { start_date: '2026-03-30', end_date: '2026-03-30' };
  const cancel = { action: 'cancel', occurred_at: '2026-03-28T10:00:00Z' };

  it.each(['InTransit', 'InternalStatus'])('removes the promised date of %s, whose status it outranks', (status) => {
    world.take(aRecord());
    world.take(aScan(status, '2026-03-28T10:02:00Z', { eta }));
    const [cancelled] = world.take(aRecord(cancel));
    const data = { delivery_status: 'Cancelled', expected_delivery_date_raw: {}, expected_delivery_date_formatted: '' };
    expect(cancelled).toMatchObject({ event: 'onUpdated', data });
    expect(names(world.take(aScan('InTransit', '2026-03-28T10:01:00Z', { eta })))).not.toContain('onScheduled');
  });
});

describe('a cancellation by the carrier', () => {
  const record = (rest: JsonObject): JsonObject => aRecord({ links: { ...links, reroute_link: 'https://reroute.example/' }, ...rest });
  const first = record({});
  const cancel = record({ action: 'cancel', occurred_at: '2026-03-28T08:00:00Z' });
  const upsert = record({ occurred_at: '2026-03-28T10:00:00Z' });

  it.each([
    ['before the retailer’s cancel', '2026-03-28T07:00:00Z', (scan: JsonObject): JsonObject[] => [first, scan, cancel, upsert]],
    ['after it', '2026-03-28T09:00:00Z', (scan: JsonObject): JsonObject[] => [first, cancel, scan, upsert]],
    ['after it, told late', '2026-03-28T07:00:00Z', (scan: JsonObject): JsonObject[] => [first, cancel, scan, upsert]],
    [
      'between two cancels',
      '2026-03-28T09:00:00Z',
      (scan: JsonObject): JsonObject[] => [first, cancel, scan, { ...cancel, transfer_id: 'c' }, upsert],
    ],
  ])('%s is not undone by an upsert', (_, at, story) => {
    const told = story(aScan('Cancelled', at)).flatMap((message) => world.take(message));
    expect(told.at(-1)).toMatchObject({ event: 'onUpdated', data: { delivery_status: 'Cancelled', reroute_link: '' } });
  });
});

describe('links', () => {
  it('tracking_link: record, else latest scan, else the carrier’s page, else E_LINK', () => {
    const parcel = (tracking_number: string, courier = 'dhl-germany'): { references: JsonObject; links: null } => ({
      references: { tracking_number, courier },
      links: null,
    });
    const scanLink = { tracking_number: 'S1', tracking_link: 'https://scan.example/1' };
    world.take(aScan('InTransit', '2026-03-27T07:00:00Z', scanLink));
    const linkOf = (events: ReturnType<ParcelWorld['take']>): string | undefined => events[0]?.data.tracking_link;
    expect(linkOf(world.take(aRecord(parcel('S1'))))).toBe('https://scan.example/1');
    expect(linkOf(world.take(aRecord({ ...parcel('S2'), links })))).toBe(links.tracking_link);
    expect(linkOf(world.take(aRecord(parcel('s 3'))))).toMatch(/^https:\/\/www\.dhl\.de\/.*S3$/);
    expect(world.take(aRecord(parcel('S4', 'nobody')))).toEqual([]);
    expect(world.refused.map(({ reason }) => reason)).toEqual(['E_LINK']);
  });

  it('edge case 32: reroute_link absent keeps, "" ends, a URL sets, Delivered ends', () => {
    world.take(aRecord());
    const reroutes = [
      {},
      { reroute_link: 'https://reroute.example/1' },
      {},
      { reroute_link: '' },
      { reroute_link: 'https://reroute.example/2' },
    ];
    const told = reroutes.map(
      (rest, index) => world.take(aScan('OutForDelivery', `2026-03-28T0${index}:00:00Z`, rest)).at(-1)?.data.reroute_link,
    );
    expect(told).toEqual(['', 'https://reroute.example/1', 'https://reroute.example/1', '', 'https://reroute.example/2']);
    const [delivered] = world.take(aScan('Delivered', '2026-03-28T09:00:00Z', { reroute_link: 'https://reroute.example/3' }));
    expect(delivered?.data.reroute_link).toBe('');
  });

  it('a link that every transfer repeats does not overwrite a later link of a scan', () => {
    const record = { links: { ...links, reroute_link: '' } };
    world.take(aRecord(record));
    world.take(aScan('InTransit', '2026-03-28T08:00:00Z', { reroute_link: 'https://reroute.example/1' }));
    const [updated] = world.take(aRecord({ ...record, occurred_at: '2026-03-28T09:00:00Z', references: { orderNo: 'B' } }));
    expect(updated?.data.reroute_link).toBe('https://reroute.example/1');
  });
});

describe('references', () => {
  it('edge case 35: gives one key for every spelling of a number, and forwards the number as received', () => {
    const [event] = world.take(aRecord({ references: { tracking_number: ' ab 12-ü+/&# ' } }));
    expect(event?.references.tracking_number).toBe(' ab 12-ü+/&# ');
    expect(names(world.take(aScan('InboundScan', '2026-03-28T08:00:00Z', { tracking_number: 'AB12-Ü+/&#' })))).toEqual(['onDispatch']);
  });
});
