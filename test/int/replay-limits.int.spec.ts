import { beforeAll, describe, expect, it } from '@jest/globals';
import { parcel } from '../builders/parcel.js';
import { useTestBed } from '../support/test-bed.js';
import { lagOf } from '../support/topics.js';
import { waitFor } from '../support/wait-for.js';
import { eventsIn } from '../builders/tracking-event.js';

/** Others write the stored scans, however many: such scans must neither break a replay nor crowd out the scans of other writers. */

const SCAN_BYTES = 246_000;
const LARGE = 24;
/** The longest statement allowed here; a parcel that cannot be loaded within it would block its partition for ever. */
const STATEMENT_MS = 5_000;
const env = { NODE_OPTIONS: '--max-old-space-size=256', DATABASE_STATEMENT_TIMEOUT_MS: String(STATEMENT_MS), LOG_LEVEL: 'warn' };
const bed = useTestBed({ partitions: 1, env });

const AT = '2026-03-28T10:00:00Z';

interface Parked {
  readonly trackingNumber: string;
  readonly count: number;
  readonly bytes: number;
  /** undefined = scans of the carrier. */
  readonly account?: number;
  readonly minutesAgo: number;
}

/** Stores scans `OutForDelivery`, one second apart; the last scan is the newest. */
async function park({ trackingNumber, count, bytes, account, minutesAgo }: Parked): Promise<void> {
  await bed.database.query(
    `INSERT INTO orphan_scan (courier, tracking_number, scan_id, occurred_at, scan, created_at)
     SELECT 'acme-express', $1::text, id, $2, (jsonb_build_object('scanId', id, 'courier', 'acme-express', 'trackingNumber', $1::text,
         'occurredAtMs', extract(epoch FROM $2::timestamptz) * 1000 + number, 'locationText', '', 'statusHint', 'OutForDelivery',
         'rawText', repeat('ab cd ', $3::integer / 6), 'repairs', '[]'::jsonb, 'offset', number)
       || CASE WHEN $4::bigint IS NULL THEN '{}' ELSE jsonb_build_object('account', $4::bigint) END)::json,
       now() - make_interval(mins => $5::integer) + make_interval(secs => number / 1000.0)
     FROM generate_series(1, $6::integer) AS number
     CROSS JOIN LATERAL (SELECT coalesce('account:' || $4::bigint || ':', '') || 's' || $5::integer || '-' || number AS id) AS named`,
    [trackingNumber, AT, bytes, account ?? null, minutesAgo, count],
  );
}

const settled = (): Promise<unknown> =>
  waitFor(async () => (await lagOf(`${bed.topicPrefix}event-builder`, `${bed.topicPrefix}records`)) === 0, {
    what: 'the records to be processed',
  });

/** Counts the events of each parcel and account, by name. */
async function told(): Promise<Map<string, Record<string, number>>> {
  const counts = new Map<string, Record<string, number>>();
  for (const { account, payload } of eventsIn(await bed.readTopic('events'))) {
    const of = counts.get(`${payload.references.tracking_number}/${account}`) ?? {};
    counts.set(`${payload.references.tracking_number}/${account}`, { ...of, [payload.event]: (of[payload.event] ?? 0) + 1 });
  }
  return counts;
}

const outForDelivery = (count: number): Record<string, number> => ({ onCreated: 1, onDispatch: 1, onOutForDelivery: count });

const stillParked = async (trackingNumber: string): Promise<number> =>
  (await bed.database.query(`SELECT 1 FROM orphan_scan WHERE tracking_number = $1`, [trackingNumber])).length;

const record = (trackingNumber: string, account = 1) =>
  parcel({ account, trackingNumber }).record({ transfer_id: `${trackingNumber}/${account}` });

describe('a record of a parcel with very many earlier scans', () => {
  beforeAll(async () => {
    await Promise.all([
      park({ trackingNumber: 'HUGE', count: 1500, bytes: SCAN_BYTES, account: 1, minutesAgo: 5 }),
      park({ trackingNumber: 'HUGE', count: 3, bytes: 100, minutesAgo: 60 }),
      park({ trackingNumber: 'MANY', count: 200_000, bytes: 30, account: 2, minutesAgo: 5 }),
      park({ trackingNumber: 'MANY', count: 2, bytes: 100, account: 1, minutesAgo: 60 }),
      park({ trackingNumber: 'SMALL', count: 2, bytes: 100, minutesAgo: 5 }),
    ]);
    for (let n = 0; n < LARGE; n++) await park({ trackingNumber: `LARGE-${n}`, count: 8, bytes: SCAN_BYTES, account: 1, minutesAgo: 5 });
  });

  it('replays its newest scans, carriers’ scans and the account’s own separately, and the other parcels of the batch get their events too', async () => {
    const app = await bed.startProcess('event-builder', { NODE_OPTIONS: env.NODE_OPTIONS });
    const large = Array.from({ length: LARGE }, (_, n) => record(`LARGE-${n}`));
    await bed.publish('records', [record('HUGE'), record('MANY', 2), record('MANY', 1), ...large, record('SMALL')]);
    await settled();
    expect(app.isRunning()).toBe(true);
    const events = await told();
    expect(events.get('SMALL/1')).toEqual(outForDelivery(2));
    for (let n = 0; n < LARGE; n++) expect(events.get(`LARGE-${n}/1`)).toEqual(outForDelivery(8));
    expect(events.get('HUGE/1')).toEqual(outForDelivery(3 + 8)); // 2 MiB of the account's own scans.
    expect(events.get('MANY/1')).toEqual(outForDelivery(2));
    expect(events.get('MANY/2')).toEqual(outForDelivery(1000));
    expect(await stillParked('HUGE')).toBe(1500 - 8);
    await app.stop();
  });
});
