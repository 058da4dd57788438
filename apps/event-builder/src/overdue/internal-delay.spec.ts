import { beforeEach, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#libs/contracts';
import { aRecord, aScan, names, ParcelWorld } from '../../../../test/builders/parcel-world.js';
import { breachOf } from './internal-delay.js';

let world: ParcelWorld;
beforeEach(() => {
  world = new ParcelWorld();
});

const DUE = '2026-03-28T03:00:00Z'; // start of 28 March in Berlin + 4 h
const BEFORE = '2026-03-28T02:59:59Z';
const AFTER = '2026-03-28T03:00:01Z';
const promise = (rest: object = {}): void =>
  void world.take(aRecord({ send_date: '2026-03-27', warehouse_time_zone: 'Europe/Berlin', ...rest }));

describe('the breach of a send_date', () => {
  it.each([
    ['2026-03-29', 'Europe/Berlin', '2026-03-29T22:00:00Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-25T23:00:00Z'],
    ['2026-03-28', 'Asia/Beirut', '2026-03-28T22:00:00Z'],
    ['2026-10-24', 'Asia/Beirut', '2026-10-24T22:00:00Z'],
    ['2026-02-28', 'UTC', '2026-03-01T00:00:00Z'],
    ['2026-03-27T18:00:00+01:00', 'America/New_York', '2026-03-27T17:00:00Z'],
    ['2026-03-27T18:00:00', 'America/New_York', '2026-03-27T22:00:00Z'],
  ])('edge case 25: %s in %s is broken at %s', (sendDate, zone, breach) => {
    expect(breachOf(sendDate, zone)).toBe(Date.parse(breach));
  });
});

describe('onInternalDelay', () => {
  it('fires once after breach and grace, dated at the breach', () => {
    promise();
    expect(world.tick(BEFORE)).toEqual([]);
    const [event] = world.tick(DUE);
    expect(event).toMatchObject({
      event: 'onInternalDelay',
      timestamp: '2026-03-27T23:00:00Z',
      data: { delivery_status: 'WarehouseDelay' },
    });
    expect(world.tick(AFTER)).toEqual([]);
  });

  describe('edge case 26: a network scan, whenever the overdue job looks', () => {
    const LATER = '2026-04-01T00:00:00Z';
    /** Returns all events of the parcel if the overdue job looks at these moments. */
    const told = (...steps: readonly (string | JsonObject)[]): string[] => {
      world = new ParcelWorld();
      return names(steps.flatMap((step) => (typeof step === 'string' ? world.tick(step) : world.take(step))));
    };
    const record = aRecord({ send_date: '2026-03-27', warehouse_time_zone: 'Europe/Berlin' });

    it('that happened a second before the deadline keeps the date, even if it arrives later', () => {
      const scan = aScan('InTransit', BEFORE);
      for (const steps of [
        [record, scan, LATER],
        [record, BEFORE, scan, AFTER, LATER],
        [scan, record, LATER],
      ]) {
        expect(told(...steps)).toEqual(['onCreated', 'onDispatch']);
      }
    });

    it.each([
      ['a second after', AFTER],
      ['at', DUE],
    ])('that happened %s the deadline breaks the date: one event, before the hand-over', (_, at) => {
      const scan = aScan('InTransit', at);
      for (const steps of [
        [record, scan, LATER],
        [record, DUE, scan, LATER],
        [scan, record, LATER],
      ]) {
        expect(told(...steps)).toEqual(['onCreated', 'onInternalDelay', 'onDispatch']);
      }
    });

    it('causes the same event as the overdue job would', () => {
      const packed = aScan('Packed', '2026-03-27T10:00:00Z');
      const tellings = [DUE, undefined].map((look) => {
        world = new ParcelWorld();
        const delay = [record, packed, look ?? packed, aScan('OutForDelivery', AFTER, { eta: { start_date: '2026-03-29' } })]
          .flatMap((step) => (typeof step === 'string' ? world.tick(step) : world.take(step)))
          .find(({ event }) => event === 'onInternalDelay');
        return { delay, rowsAtMs: world.createdAtMs.get(delay?.eventid ?? '') };
      });
      expect(tellings[0]?.delay).toMatchObject({ timestamp: '2026-03-27T23:00:00Z', data: { delivery_status: 'Packed' } });
      expect(tellings[1]).toEqual(tellings[0]);
    });

    it('that arrives late does not undo the event', () => {
      expect(told(record, DUE, aScan('InTransit', BEFORE), LATER)).toEqual(['onCreated', 'onInternalDelay', 'onDispatch']);
      expect(told(record, aScan('InTransit', AFTER), aScan('InboundScan', BEFORE), LATER)).toEqual([
        'onCreated',
        'onInternalDelay',
        'onDispatch',
      ]);
    });

    it('after a hand-over in time is not late, and the date of a parcel with the carrier is not watched', () => {
      expect(told(record, aScan('InboundScan', BEFORE), aScan('InTransit', AFTER), LATER)).toEqual(['onCreated', 'onDispatch']);
      const undated = { ...record, transfer_id: 'undated', send_date: null };
      expect(told(undated, aScan('InTransit', AFTER), { ...record, occurred_at: '2026-03-28T09:00:00Z' }, LATER)).toEqual([
        'onCreated',
        'onDispatch',
        'onUpdated',
      ]);
    });

    it('with which the warehouse itself reports the delay causes one event', () => {
      expect(told(record, aScan('WarehouseDelay', AFTER, { inbound_hint: true }), LATER)).toEqual([
        'onCreated',
        'onDispatch',
        'onInternalDelay',
      ]);
    });

    it('causes an event for each account that was promised the date', () => {
      const other = { ...record, account: 200, transfer_id: 'other' };
      expect(told(record, aScan('InTransit', AFTER), other, LATER)).toEqual(
        Array.from({ length: 2 }, () => ['onCreated', 'onInternalDelay', 'onDispatch']).flat(),
      );
    });
  });

  it('edge case 27: a date moved before it was due is watched again', () => {
    promise();
    promise({ send_date: '2026-03-30', occurred_at: '2026-03-27T09:00:00Z' });
    expect(world.tick(AFTER)).toEqual([]);
    expect(names(world.tick('2026-03-31T02:00:00Z'))).toEqual(['onInternalDelay']);
  });

  it('edge case 27: a date in the past fires once, dated at the arrival of the record', () => {
    promise({ send_date: '2026-03-01' });
    expect(world.tick('2026-03-27T08:01:00Z')).toMatchObject([{ timestamp: '2026-03-27T08:00:00Z' }]);
    expect(world.tick('2026-03-27T08:02:00Z')).toEqual([]);
  });

  it.each([
    ['is_return', { is_return: true }],
    ['a cancelled record', { action: 'cancel' }],
    ['no send_date', { send_date: null }],
  ])('edge case 27: %s is not watched', (_, change) => {
    promise(change);
    expect(world.tick('2026-04-01T00:00:00Z')).toEqual([]);
  });

  it.each([
    ['cancelled', { action: 'cancel' }],
    ['without its date', { send_date: null }],
    ['turned into a return', { is_return: true }],
  ])('a parcel %s later is no longer watched', (_, change) => {
    promise();
    promise({ occurred_at: '2026-03-27T09:00:00Z', ...change });
    expect(world.tick('2026-04-01T00:00:00Z')).toEqual([]);
  });

  const CHANGED = '2026-03-28T03:00:10Z';
  it.each([
    ['a cancel', aRecord({ occurred_at: CHANGED, action: 'cancel' })],
    ['a return', aRecord({ occurred_at: CHANGED, send_date: '2026-03-27', warehouse_time_zone: 'Europe/Berlin', is_return: true })],
    ['a withdrawn date', aRecord({ occurred_at: CHANGED })],
    ['a changed date', aRecord({ occurred_at: CHANGED, send_date: '2026-04-30' })],
    ['a cancelled scan', aScan('Cancelled', CHANGED)],
  ])('%s between the deadline and the look ends the watch, because a scan may still be unread', (_, change) => {
    promise();
    expect(names(world.take(change))).not.toContain('onInternalDelay');
    expect(names(world.take(aScan('InboundScan', BEFORE)))).toEqual(['onDispatch']);
    expect(world.tick('2026-05-01T12:00:00Z')).toEqual([]);
  });

  it('a cancellation disarms the watch; undoing it watches again', () => {
    promise();
    promise({ action: 'cancel' });
    promise({ occurred_at: '2026-03-27T10:00:00Z' });
    expect(names(world.tick(DUE))).toEqual(['onInternalDelay']);

    world = new ParcelWorld();
    promise();
    world.take(aScan('Cancelled', '2026-03-27T12:00:00Z'));
    expect(world.tick(AFTER)).toEqual([]);
  });

  it('a parcel that the carrier cancelled is no longer watched, whatever the retailer sends before or after', () => {
    const cancel = (): void => promise({ action: 'cancel', occurred_at: '2026-03-27T10:00:00Z' });
    const scan = (): void => void world.take(aScan('Cancelled', '2026-03-27T12:00:00Z'));
    for (const steps of [
      [scan, cancel],
      [cancel, scan],
    ]) {
      world = new ParcelWorld();
      promise();
      for (const step of steps) step();
      promise({ occurred_at: '2026-03-27T14:00:00Z' });
      expect(world.tick(AFTER)).toEqual([]);
      promise({ occurred_at: '2026-03-27T15:00:00Z', send_date: '2026-03-28' });
      expect(world.tick('2026-04-01T00:00:00Z')).toEqual([]);
    }
  });

  it('edge case 28: the warehouse reports the delay between a cancel and its withdrawal: one event', () => {
    promise();
    promise({ action: 'cancel', occurred_at: '2026-03-27T10:00:00Z' });
    expect(names(world.take(aScan('WarehouseDelay', '2026-03-27T12:00:00Z')))).toEqual(['onInternalDelay']);
    promise({ occurred_at: '2026-03-27T14:00:00Z' });
    expect(world.tick(AFTER)).toEqual([]);
  });

  it('edge case 28: the warehouse reports the delay, then the deadline passes: one event', () => {
    promise();
    const events = world.take(aScan('WarehouseDelay', '2026-03-27T15:00:00Z'));
    expect(events).toMatchObject([{ event: 'onInternalDelay', timestamp: '2026-03-27T15:00:00Z' }]);
    promise({ occurred_at: '2026-03-27T16:00:00Z', references: { orderNo: 'B' } });
    expect(world.tick('2026-04-01T00:00:00Z')).toEqual([]);
  });

  it('a hand-over in time that waited for the record keeps a date that was past when the record arrived', () => {
    world.take(aScan('InboundScan', '2026-03-26T02:00:00Z'));
    promise({ send_date: '2026-03-25' });
    expect(world.tick('2026-04-01T00:00:00Z')).toEqual([]);
  });

  it('shows the last scan, if any, with texts about the delay', () => {
    promise({ references: { language: 'en' } });
    world.take(aScan('Packed', '2026-03-27T10:00:00Z', { location: { text: 'Lager 1' } }));
    const texts = {
      delivery_status_locale_short: 'Shipping delayed',
      delivery_status_locale_long: 'Shipping of your order is delayed.',
    };
    expect(world.tick(DUE)).toMatchObject([
      { data: { delivery_status: 'Packed', raw_scan: 'Raw Packed', raw_scan_location: 'Lager 1', ...texts } },
    ]);
  });

  it('waits for the client’s grace', () => {
    const client = { client: 'shop-de', language: undefined, graceMs: 0 };
    world = new ParcelWorld({ clients: new Map([['shop-de', client]]) });
    promise();
    expect(names(world.tick('2026-03-27T23:00:00Z'))).toEqual(['onInternalDelay']);
  });

  it('reads the date in the zone of the warehouse, of the account, or UTC', () => {
    const dueAt = (warehouses: ConstructorParameters<typeof ParcelWorld>[0]): string => {
      world = new ParcelWorld(warehouses);
      promise({ warehouse_time_zone: null });
      return new Date(world.consignments[0]?.internalDelay?.dueAtMs ?? 0).toISOString();
    };
    const zones = [
      { account: '100', warehouse: undefined, zone: 'America/New_York' },
      { account: '100', warehouse: 'W237', zone: 'Europe/Warsaw' },
    ];
    expect(dueAt({ warehouses: zones })).toBe('2026-03-28T03:00:00.000Z');
    expect(dueAt({ warehouses: zones.slice(0, 1) })).toBe('2026-03-28T08:00:00.000Z');
    expect(dueAt({})).toBe('2026-03-28T04:00:00.000Z');
  });

  describe('a record that corrects the basis of the same date', () => {
    const dueAt = (): string => new Date(world.consignments[0]?.internalDelay?.dueAtMs ?? 0).toISOString();
    const later = { occurred_at: '2026-03-27T09:00:00Z' };

    it('its zone', () => {
      promise();
      promise({ ...later, warehouse_time_zone: 'America/New_York' });
      expect(dueAt()).toBe('2026-03-28T08:00:00.000Z');
      expect(world.tick(DUE)).toEqual([]);
      expect(world.tick('2026-03-28T08:00:00Z')).toMatchObject([{ event: 'onInternalDelay', timestamp: '2026-03-28T04:00:00Z' }]);
    });

    it('its warehouse', () => {
      world = new ParcelWorld({
        warehouses: [
          { account: '100', warehouse: 'W237', zone: 'Europe/Warsaw' },
          { account: '100', warehouse: 'W1', zone: 'America/New_York' },
        ],
      });
      promise({ warehouse_time_zone: null });
      promise({ ...later, warehouse_time_zone: null, references: { warehouse: 'W1' } });
      expect(dueAt()).toBe('2026-03-28T08:00:00.000Z');
    });

    it('its client', () => {
      const patient = { client: 'shop-at', language: undefined, graceMs: 24 * 60 * 60 * 1000 };
      world = new ParcelWorld({ clients: new Map([['shop-at', patient]]) });
      promise();
      promise({ ...later, references: { client: 'shop-at' } });
      expect(dueAt()).toBe('2026-03-28T23:00:00.000Z');
    });

    it('to a past moment fires at the next poll, dated at the arrival of the record', () => {
      promise({ warehouse_time_zone: 'America/New_York' });
      promise({ occurred_at: '2026-03-28T05:00:00Z' });
      expect(world.tick('2026-03-28T05:01:00Z')).toMatchObject([{ timestamp: '2026-03-28T05:00:00Z' }]);
    });

    it('too late changes nothing: the event was sent once', () => {
      promise();
      expect(names(world.tick(DUE))).toEqual(['onInternalDelay']);
      promise({ occurred_at: '2026-03-28T04:00:00Z', warehouse_time_zone: 'America/New_York' });
      expect(world.tick('2026-04-01T00:00:00Z')).toEqual([]);
    });

    it('or corrects something else: the date counts from the record that promised it', () => {
      promise();
      promise({ occurred_at: '2026-03-28T01:00:00Z', references: { orderNo: 'B' } });
      expect(world.tick(DUE)).toMatchObject([{ timestamp: '2026-03-27T23:00:00Z' }]);
    });
  });

  it('sends no event again for a date that comes back, because the eventid would be the same', () => {
    promise({ transfer_id: 'a' });
    expect(names(world.tick(DUE))).toEqual(['onInternalDelay']);
    promise({ transfer_id: 'b', send_date: '2026-03-28' });
    promise({ transfer_id: 'c' });
    expect(world.tick('2026-04-30T00:00:00Z')).toEqual([]);
  });

  describe('edge case 28: a WarehouseDelay is about the date that was promised when it happened, whichever topic is read first', () => {
    const first = aRecord({ send_date: '2026-03-27', warehouse_time_zone: 'Europe/Berlin', occurred_at: '2026-03-26T08:00:00Z' });
    const moved = { ...first, transfer_id: 'moved', occurred_at: '2026-03-27T10:05:00Z', send_date: '2026-04-02' };
    const movedBack = { ...first, transfer_id: 'back', occurred_at: '2026-03-27T12:00:00Z' };
    const delay = aScan('WarehouseDelay', '2026-03-27T10:00:00Z');
    /** The timestamps of all delay events, from the overdue job and from the scan. */
    const delaysOf = (messages: readonly JsonObject[]): string[] => {
      world = new ParcelWorld();
      const events = [...messages.flatMap((message) => world.take(message)), ...world.tick('2026-05-01T00:00:00Z')];
      return events.flatMap(({ event, timestamp }) => (event === 'onInternalDelay' ? [timestamp] : [])).toSorted();
    };

    it('a replacing date is a new promise', () => {
      const expected = ['2026-03-27T10:00:00Z', '2026-04-02T22:00:00Z'];
      for (const order of [
        [first, delay, moved],
        [first, moved, delay],
        [delay, first, moved],
      ]) {
        expect(delaysOf(order)).toEqual(expected);
      }
    });

    it('an older date is settled, even if the delay was read first', () => {
      const later = aScan('WarehouseDelay', '2026-03-27T10:30:00Z');
      const undated = { ...first, transfer_id: 'undated', send_date: null };
      for (const order of [
        [first, moved, later],
        [first, later, moved],
        [later, first, moved],
        [undated, moved, later],
        [undated, later, moved],
      ]) {
        expect(delaysOf(order)).toEqual(['2026-03-27T10:30:00Z']);
      }
    });

    it('a date that comes back later is settled', () => {
      for (const order of [
        [first, delay, moved, movedBack],
        [first, moved, delay, movedBack],
        [first, moved, movedBack, delay],
      ]) {
        expect(delaysOf(order)).toEqual(['2026-03-27T10:00:00Z']);
      }
    });

    it('a date first promised after the delay is a new promise; a repeated date is not', () => {
      const undated = { ...first, transfer_id: 'undated', send_date: null };
      const cancelled = { ...first, transfer_id: 'cancelled', action: 'cancel', occurred_at: '2026-03-27T09:00:00Z' };
      for (const order of [
        [undated, delay, moved],
        [undated, moved, delay],
      ]) {
        expect(delaysOf(order)).toEqual(['2026-03-27T10:00:00Z', '2026-04-02T22:00:00Z']);
      }
      for (const order of [
        [first, cancelled, delay, movedBack],
        [first, cancelled, movedBack, delay],
      ]) {
        expect(delaysOf(order)).toEqual(['2026-03-27T10:00:00Z']);
      }
    });

    it('a delay before the parcel’s first record is about the date of that record', () => {
      expect(delaysOf([aScan('WarehouseDelay', '2026-03-26T07:00:00Z'), first])).toEqual(['2026-03-26T07:00:00Z']);
      expect(delaysOf([first, aScan('WarehouseDelay', '2026-03-26T07:00:00Z')])).toEqual(['2026-03-26T07:00:00Z']);
    });
  });
});
