import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parcelKey, type TrackingEvent } from '#libs/contracts';
import { unpackJson, unpackText } from '#libs/persistence';
import { aRecord, aScan } from '../builders/parcel-world.js';
import type { App } from '../support/app.js';
import { useTestBed } from '../support/test-bed.js';
import { lagOf } from '../support/topics.js';
import { eventually, waitFor } from '../support/wait-for.js';
import { eventsIn } from '../builders/tracking-event.js';

const bed = useTestBed({ env: { ORPHANS_POLL_MS: '100' } });
let app: App;

beforeAll(async () => {
  app = await bed.startApp('event-builder');
});

const HOUR_MS = 60 * 60 * 1000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const COURIER = 'dhl-germany';

const record = (parcel: string, rest: Parameters<typeof aRecord>[0] = {}): { key: string; value: object } => ({
  key: parcelKey(COURIER, parcel),
  value: aRecord({ occurred_at: ago(3 * HOUR_MS), ...rest, references: { tracking_number: parcel, ...rest.references } }),
});

const scan = (parcel: string, status: string, rest: Parameters<typeof aScan>[2] = {}): { key: string; value: object } => ({
  key: parcelKey(COURIER, parcel),
  value: aScan(status, ago(HOUR_MS), { tracking_number: parcel, ...rest }),
});

async function eventsOf(parcel: string): Promise<TrackingEvent[]> {
  const events = eventsIn(await bed.readTopic('events'));
  return events.filter(({ payload }) => payload.references.tracking_number === parcel);
}

const namesOf = async (parcel: string): Promise<string[]> => (await eventsOf(parcel)).map(({ payload }) => payload.event);

/** Returns the events of a parcel once every scan and record published so far is processed. */
async function settled(parcel: string): Promise<string[]> {
  const group = `${bed.topicPrefix}event-builder`;
  await waitFor(
    async () => (await lagOf(group, `${bed.topicPrefix}records`)) === 0 && (await lagOf(group, `${bed.topicPrefix}scans`)) === 0,
    { what: 'all scans and records to be processed' },
  );
  return namesOf(parcel);
}

describe('event-builder', () => {
  it('makes events of a record and its scans, keyed by consignment, with the trace of their cause', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    await bed.publish('records', [record('P1')]);
    await waitFor(async () => (await namesOf('P1')).length > 0);
    await bed.publish('scans', [{ ...scan('P1', 'OutForDelivery'), headers: { traceparent } }]);

    expect(await settled('P1')).toEqual(['onCreated', 'onDispatch', 'onOutForDelivery']);
    const messages = (await bed.readTopic('events')).filter(
      (message) => eventsIn([message])[0]?.payload.references.tracking_number === 'P1',
    );
    const [consignment] = await bed.database.query<{ consignment_id: string }>(
      `SELECT consignment_id FROM consignment WHERE tracking_number = 'P1'`,
    );
    expect(new Set(messages.map(({ key }) => key))).toEqual(new Set([consignment?.consignment_id]));
    expect(messages.map(({ headers }) => headers['traceparent'])).toEqual([undefined, traceparent, traceparent]);
    expect(messages.at(-1)?.headers['content-type']).toBe('application/json');
  });

  it('keeps every event as it was published', async () => {
    const events = await eventsOf('P1');
    const rows = await bed.database.query<{ eventid: string; payload: Buffer; created_at: Date }>(
      `SELECT eventid, payload, created_at FROM event WHERE consignment_id = $1 ORDER BY happened_at, event`,
      [events[0]?.consignmentId],
    );
    expect(rows.map(({ payload }) => unpackText(payload)).toSorted()).toEqual(
      events.map(({ payload }) => JSON.stringify(payload)).toSorted(),
    );
    expect(rows.map(({ created_at }) => created_at.toISOString()).toSorted()).toEqual(
      events.map(({ createdAtMs }) => new Date(createdAtMs).toISOString()).toSorted(),
    );
  });

  it('turns a bad message in the middle of a batch into a dead letter with its reason, and processes the others', async () => {
    await bed.publish('records', [record('P2')]);
    await waitFor(async () => (await namesOf('P2')).length > 0);
    const bad = { key: parcelKey(COURIER, 'P2'), value: '{"schema":"scan/1"' };
    const early = { key: parcelKey(COURIER, 'P2'), value: { ...scan('P2', 'InTransit').value, occurred_at: '2026-02-30T10:00:00Z' } };
    await bed.publish('scans', [scan('P2', 'InboundScan'), bad, early, scan('P2', 'OutForDelivery')]);

    expect(await settled('P2')).toEqual(['onCreated', 'onDispatch', 'onOutForDelivery']);
    const parked = await bed.readTopic('scans.dlq');
    expect(parked.map(({ headers }) => headers['reason'] ?? '').toSorted()).toEqual(['E_JSON', 'E_TIME']);
    expect(parked.map(({ value }) => String(value))).toContain(bad.value);
  });

  it('lets scans wait for their record', async () => {
    await bed.publish('scans', [
      scan('P3', 'OutForDelivery', { occurred_at: ago(HOUR_MS) }),
      scan('P3', 'InboundScan', { occurred_at: ago(2 * HOUR_MS) }),
    ]);
    await waitFor(async () => (await bed.database.query(`SELECT 1 FROM orphan_scan WHERE tracking_number = 'P3'`)).length === 2);
    await bed.publish('records', [record('P3')]);

    expect(await settled('P3')).toEqual(['onCreated', 'onDispatch', 'onOutForDelivery']);
    const [counts] = await bed.database.query<{ parked: number; kept: number }>(
      `SELECT (SELECT count(*)::int FROM orphan_scan WHERE tracking_number = 'P3') parked, (SELECT count(*)::int FROM scan WHERE tracking_number = 'P3') kept`,
    );
    expect(counts).toEqual({ parked: 0, kept: 2 });
  });

  it('replays scans of the same moment in the order of arrival, orphan scans or not', async () => {
    const at = ago(HOUR_MS);
    const nowMs = Date.now(); // Read once, because midnight may pass.
    const day = (after: number): string => new Date(nowMs + after * 24 * HOUR_MS).toISOString().slice(0, 10);
    const statuses = ['InboundScan', 'InTransit', 'ImportHub', 'Scheduled', 'OutForDelivery'];
    await bed.publish(
      'scans',
      statuses.map((status, index) => scan('P8', status, { occurred_at: at, eta: { start_date: day(index + 1) } })),
    );
    await waitFor(async () => (await bed.database.query(`SELECT 1 FROM orphan_scan WHERE tracking_number = 'P8'`)).length === 5);
    for (const account of [100, 200]) {
      await bed.publish('records', [record('P8', { account })]);
      await settled('P8');
      const told = (await eventsOf('P8')).filter((event) => event.account === account).map(({ payload }) => payload);
      expect(told.find(({ event }) => event === 'onDispatch')?.data.delivery_status).toBe('InboundScan');
      expect(told.at(-1)).toMatchObject({ event: 'onOutForDelivery', data: { expected_delivery_date_raw: { startDate: day(5) } } });
    }
    const [row] = await bed.database.query<{ state: Buffer }>(
      `SELECT state FROM consignment WHERE tracking_number = 'P8' AND account_id = 200`,
    );
    expect(unpackJson(row!.state)).toMatchObject({ shown: { status: 'OutForDelivery' } });
  });

  it('edge case 11: removes orphan scans after 30 days without a record, and counts them', async () => {
    await bed.publish('scans', [scan('NEVER', 'InboundScan'), scan('NEVER', 'Delivered'), scan('LATER', 'InboundScan')]);
    const waiting = async (): Promise<string[]> => {
      const rows = await bed.database.query<{ parcel: string }>(
        `SELECT tracking_number AS parcel FROM orphan_scan WHERE tracking_number IN ('NEVER', 'LATER') ORDER BY 1`,
      );
      return rows.map(({ parcel }) => parcel);
    };
    await eventually(async () => expect(await waiting()).toEqual(['LATER', 'NEVER', 'NEVER']));
    expect(await app.metrics()).toContain('orphan_scans_swept_total{app="event-builder"} 0');
    const age = `UPDATE orphan_scan SET created_at = now() - $2::interval WHERE tracking_number = $1`;
    await bed.database.query(age, ['LATER', '29 days 23 hours']);
    await bed.database.query(age, ['NEVER', '30 days 1 minute']);

    await eventually(async () => expect(await waiting()).toEqual(['LATER']));
    await eventually(async () => expect(await app.metrics()).toContain('orphan_scans_swept_total{app="event-builder"} 2'));
    await bed.publish('records', [record('NEVER'), record('LATER')]);
    expect(await settled('NEVER')).toEqual(['onCreated']);
    expect(await settled('LATER')).toEqual(['onCreated', 'onDispatch']);
  });

  it('keeps the order of two scans of one parcel in one batch', async () => {
    await bed.publish('records', [record('P4')]);
    await waitFor(async () => (await namesOf('P4')).length > 0);
    await bed.publish('scans', [scan('P4', 'FailedAttempt'), scan('P4', 'Delivered')]);
    expect(await settled('P4')).toEqual(['onCreated', 'onDispatch', 'onFailedAttempt', 'onDelivered']);
  });

  it('processes a repeated scan once, and replays the scans for another account', async () => {
    await bed.publish('records', [record('P5')]);
    await waitFor(async () => (await namesOf('P5')).length > 0);
    const inbound = scan('P5', 'InboundScan');
    await bed.publish('scans', [inbound, inbound]);
    await bed.publish('scans', [inbound]);
    expect(await settled('P5')).toEqual(['onCreated', 'onDispatch']);

    await bed.publish('records', [record('P5', { account: 200 })]);
    await settled('P5');
    const events = await eventsOf('P5');
    const ofSecond = events.filter(({ account }) => account === 200);
    expect(ofSecond.map(({ payload }) => payload.event)).toEqual(['onCreated', 'onDispatch']);
    expect(new Set(events.map(({ payload }) => payload.eventid)).size).toBe(4);
  });

  it('publishes onInternalDelay once when the send date has passed, with two instances polling', async () => {
    const second = await bed.startApp('event-builder');
    const parcels = Array.from({ length: 30 }, (_, index) => `LATE-${index}`);
    await bed.publish(
      'records',
      parcels.map((parcel) => record(parcel, { send_date: '2026-01-05', warehouse_time_zone: 'Europe/Berlin' })),
    );
    await waitFor(async () => (await Promise.all(parcels.map(isFired))).every(Boolean), {
      what: 'the overdue job to finish',
    });
    const events = eventsIn(await bed.readTopic('events'));
    const late = events.filter(({ payload }) => payload.event === 'onInternalDelay');
    expect(late.map(({ payload }) => payload.references.tracking_number).toSorted()).toEqual(parcels.toSorted());
    await second.stop();
  });

  const isFired = async (parcel: string): Promise<boolean> =>
    (await bed.database.query(`SELECT 1 FROM internal_delay_due WHERE tracking_number = $1 AND state = 'fired'`, [parcel])).length === 1;

  it('lists codes that no mapping knows, and counts them', async () => {
    await bed.publish('records', [record('P6')]);
    await waitFor(async () => (await namesOf('P6')).length > 0);
    const unknown = (text: string): { key: string; value: object } => {
      const { status_hint: _, ...rest } = scan('P6', 'x', { carrier_code: 'QQ7', raw_text: text }).value as Record<string, unknown>;
      return { key: parcelKey(COURIER, 'P6'), value: rest };
    };
    await bed.publish('scans', [unknown('first'), unknown('second')]);
    await eventually(async () => {
      const rows = await bed.database.query(`SELECT courier, code, sub_code, sample_text, count::int FROM unmapped_code`);
      expect(rows).toEqual([{ courier: COURIER, code: 'QQ7', sub_code: '', sample_text: 'second', count: 2 }]);
    });
    expect(await app.metrics()).toContain('unmapped_scan_total{courier="dhl-germany",code="QQ7",app="event-builder"} 2');
  });

  it('lists a code even if others are too long for the list, and counts scans that accounts wrote separately', async () => {
    await bed.publish('records', [record('P16')]);
    await waitFor(async () => (await namesOf('P16')).length > 0);
    const unknown = (code: string, changes = {}): { key: string; value: object } => {
      const { status_hint: _, ...rest } = scan('P16', 'x', { carrier_code: code, ...changes }).value as Record<string, unknown>;
      return { key: parcelKey(COURIER, 'P16'), value: rest };
    };
    // Longer than compression could bring below the limit of an index.
    const long = randomBytes(20_000).toString('hex');
    await bed.publish('scans', [
      unknown(long),
      unknown(`O${long}`, { account: 100 }),
      unknown('QQ8', { raw_text: `${'x'.repeat(499)}😀` }),
      unknown('QQ9', { account: 100 }),
    ]);
    await eventually(async () => {
      const rows = await bed.database.query<{ code: string }>(`SELECT code FROM unmapped_code WHERE code <> 'QQ7'`);
      expect(rows.map(({ code }) => code).toSorted()).toEqual([long.slice(0, 100), `O${long.slice(0, 99)}`, 'QQ8', 'QQ9'].toSorted());
    });
    const counts = [long.slice(0, 100), 'QQ8', 'QQ9'].map((code) => app.metric('unmapped_scan_total', { courier: COURIER, code }));
    expect(await Promise.all(counts)).toEqual([1, 1, undefined]);
    expect(await app.metric('unmapped_scan_total', { courier: 'others', code: 'others' })).toBe(2);
  });

  it('lists texts without a code by their common pattern, at most 500 patterns per courier', async () => {
    await bed.publish('records', [record('P17')]);
    await waitFor(async () => (await namesOf('P17')).length > 0);
    const without = (raw_text: string, place = ''): { key: string; value: object } => {
      const {
        status_hint: _,
        carrier_code: __,
        ...rest
      } = scan('P17', 'x', { raw_text, location: { text: place } }).value as Record<string, unknown>;
      return { key: parcelKey(COURIER, 'P17'), value: rest };
    };
    const listed = (): Promise<unknown[]> =>
      bed.database.query(
        'SELECT pattern, sample_text, count::int FROM unmapped_text WHERE courier = $1 ORDER BY count DESC, pattern LIMIT 2',
        [COURIER],
      );
    await bed.publish('scans', [
      without('Weighed at Bonn, belt 7', 'Bonn'),
      without('Weighed at Köln, belt  12b', 'Köln'),
      without('Weighed at Ulm'),
    ]);
    await eventually(async () =>
      expect(await listed()).toEqual([
        { pattern: 'Weighed at …, belt #', sample_text: expect.stringContaining('Weighed at'), count: 2 },
        { pattern: 'Weighed at Ulm', sample_text: 'Weighed at Ulm', count: 1 },
      ]),
    );
    const letters = (n: number): string =>
      [...n.toString(26)].map((digit) => String.fromCodePoint(97 + Number.parseInt(digit, 26))).join('');
    await bed.publish(
      'scans',
      Array.from({ length: 510 }, (_, n) => without(`Kind ${letters(n)}`)),
    );
    await eventually(async () => {
      const [row] = await bed.database.query<{ patterns: number; scans: number }>(
        'SELECT count(*)::int AS patterns, sum(count)::int AS scans FROM unmapped_text WHERE courier = $1',
        [COURIER],
      );
      expect(row).toEqual({ patterns: 501, scans: 513 });
    });
    expect(await listed()).toEqual([expect.objectContaining({ pattern: '', count: 12 }), expect.objectContaining({ count: 2 })]);
  });

  it('turns a record without any tracking link into a dead letter with E_LINK', async () => {
    const { links: _, ...value } = record('P7', { references: { courier: 'unknown-courier' } }).value as Record<string, unknown>;
    await bed.publish('records', [{ key: 'unknown-courier:P7', value }]);
    await eventually(async () => {
      expect((await bed.readTopic('records.dlq')).map(({ headers }) => headers['reason'])).toEqual(['E_LINK']);
    });
  });
});

describe('a scan or record that becomes a dead letter', () => {
  const notedOf = (parcel: string) =>
    bed.database.query(
      'SELECT topic, account_id::int AS account, message_id AS id, reason FROM dead_letter WHERE tracking_number = $1 ORDER BY topic, message_id',
      [parcel],
    );

  it('is noted for its parcel once, with its account and its reason', async () => {
    const timeless = scan('NOTED', 'InTransit', { scan_id: 'n-1', occurred_at: 'yesterday' });
    const own = scan('NOTED', 'InTransit', { scan_id: 'n-2', account: 7, occurred_at: '' });
    const unread = { key: parcelKey(COURIER, 'NOTED'), value: '{"courier":' };
    await bed.publish('scans', [timeless, unread, { key: 'none', value: 'none' }, own]);
    const languageless = record('NOTED', { transfer_id: 'n-3', account: 9, references: { language: '' } });
    const linkless = record('NOTED', { transfer_id: 'n-4', account: 7, links: {}, references: { courier: 'no-page' } });
    await bed.publish('records', [languageless, linkless]);
    await settled('NOTED');
    expect(await notedOf('NOTED')).toEqual([
      { topic: 'records', account: 9, id: 'n-3', reason: 'E_REF' },
      { topic: 'records', account: 7, id: 'n-4', reason: 'E_LINK' },
      { topic: 'scans', account: null, id: 'n-1', reason: 'E_TIME' },
      { topic: 'scans', account: 7, id: 'n-2', reason: 'E_TIME' },
      { topic: 'scans', account: null, id: null, reason: 'E_JSON' },
    ]);
  });
});
