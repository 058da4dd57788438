import { beforeEach, describe, expect, it } from '@jest/globals';
import { aRecord, aScan, ParcelWorld } from '../../../../test/builders/parcel-world.js';

const PARCEL = 'acme-express:T1';
const references = { courier: 'acme-express', tracking_number: 'T1' };
const record = (transfer: string, occurredAt: string, account = 1): ReturnType<typeof aRecord> =>
  aRecord({ account, transfer_id: transfer, occurred_at: occurredAt, references });
const scan = (occurredAt: string): ReturnType<typeof aScan> => aScan('InTransit', occurredAt, references);

let world: ParcelWorld;
let firstId: string | undefined;
beforeEach(() => {
  world = new ParcelWorld();
  [firstId] = world.take(record('first', '2026-03-01T08:00:00Z')).map(({ eventid }) => eventid);
});

const remarks = (): string[] => world.remarks.map(({ kind }) => kind).filter((kind) => kind === 'erased');

describe('a parcel that was erased', () => {
  beforeEach(() => world.erase(PARCEL, { account: 0, at: '2026-03-10T08:00:00Z' }));

  it('causes no more events, and none of its scans is parked', () => {
    expect(world.take(record('first', '2026-03-01T08:00:00Z'), record('new', '2026-03-11T08:00:00Z'))).toEqual([]);
    expect(world.take(scan('2026-03-02T08:00:00Z'), scan('2026-05-20T08:00:00Z'))).toEqual([]);
    expect([world.parkedScanIds, world.consignments, remarks().length]).toEqual([[], [], 4]);
  });

  it('is erased for other accounts too, if it was erased for all', () => {
    expect(world.take(record('other', '2026-03-11T08:00:00Z', 2))).toEqual([]);
  });

  it('frees its number after ninety days for another parcel, whose scans may come two weeks before its record', () => {
    world.take(scan('2026-06-01T08:00:00Z'));
    const told = world.take(record('another', '2026-06-09T08:00:00Z'));
    expect(told.map(({ event }) => event)).toEqual(['onCreated', 'onDispatch']);
    expect(told[0]?.eventid).not.toBe(firstId);
    expect(world.consignments).toMatchObject([{ generation: 2 }]);
  });
});

describe('a parcel that was erased for one account', () => {
  it('continues for another account that has it', () => {
    world.take(record('other', '2026-03-01T09:00:00Z', 2));
    world.erase(PARCEL, { account: 1, at: '2026-03-10T08:00:00Z' });
    expect(world.take(scan('2026-03-11T08:00:00Z')).map(({ event }) => event)).toEqual(['onDispatch']);
    expect(world.take(record('again', '2026-03-11T08:00:00Z'))).toEqual([]);
  });

  it('leaves out that account’s later messages, even if other accounts have the parcel', () => {
    world.take(record('other', '2026-03-01T09:00:00Z', 2));
    world.erase(PARCEL, { account: 1, at: '2026-03-10T08:00:00Z' });
    expect(world.take({ ...scan('2026-03-11T08:00:00Z'), account: 1 })).toEqual([]);
    expect([world.parkedScanIds, remarks().length]).toEqual([[], 1]);
    world.take({ ...scan('2026-06-01T08:00:00Z'), account: 1 });
    expect(world.parkedScanIds).toHaveLength(1);
  });

  it('keeps another account’s scans for that account’s record', () => {
    world.erase(PARCEL, { account: 1, at: '2026-03-10T08:00:00Z' });
    world.take({ ...scan('2026-03-11T08:00:00Z'), account: 2 }, { ...scan('2026-03-11T09:00:00Z'), account: 1 });
    expect(world.parkedScanIds).toHaveLength(1);
    expect(world.take(record('other', '2026-03-11T10:00:00Z', 2)).map(({ event }) => event)).toEqual(['onCreated', 'onDispatch']);
  });

  it('can still be opened by another account', () => {
    world.erase(PARCEL, { account: 1, at: '2026-03-10T08:00:00Z' });
    expect(world.take(record('other', '2026-03-11T08:00:00Z', 2)).map(({ event }) => event)).toEqual(['onCreated']);
  });

  it('counts as erased from the latest erasure on', () => {
    world.take(record('other', '2026-03-01T09:00:00Z', 2));
    world.erase(PARCEL, { account: 1, at: '2026-03-10T08:00:00Z' });
    world.erase(PARCEL, { account: 2, at: '2026-06-10T08:00:00Z' });
    world.take(scan('2026-06-20T08:00:00Z')); // more than ninety days after the first erasure
    expect([world.parkedScanIds, remarks().length]).toEqual([[], 1]);
  });
});
