import { createHash } from 'node:crypto';
import { packText } from '#libs/persistence';
import type { Client } from 'pg';
import { ALL_RECEIVERS, ALL_STATUSES } from '../../apps/token-api/src/rollups/attempt-rollup.js';
import { benchEvent } from './bench-events.js';

/**
 * The deliveries of the measured account, and as many events; other accounts have a fifth as many. BENCH_LISTS_DELIVERIES sets fewer for a
 * quick look.
 */
export const DELIVERIES = Number(process.env['BENCH_LISTS_DELIVERIES'] ?? 1_000_000);
const OF_OTHERS = DELIVERIES / 5;
const OTHER_ACCOUNTS = 10;
export const ACCOUNT = 1;
export const RECEIVERS = 5;
export const EVENTS_PER_PARCEL = 4;
const AUDIT_ENTRIES = 100_000;
/** As long as events and deliveries are kept: the rows are in eighteen partitions. */
const DAYS = 119;

/** The newest row is an hour old. */
const NEWEST_MS = Date.now() - 3_600_000;

/** Returns when the account's n-th row was made, epoch ms; rows are in order. */
export const createdAtMs = (row: number): number => Math.round(NEWEST_MS - DAYS * 24 * 3_600_000 * (1 - row / DELIVERIES));

const moment = `to_timestamp(${NEWEST_MS} / 1000.0) - ${DAYS} * interval '1 day' * (1 - n::float8 / ${DELIVERIES})`;
const parcel = `(n / ${EVENTS_PER_PARCEL})`;
/** Account 1 has the rows up to number 1,000,000; other accounts have the rest, spread over the same time. */
const ROWS = `
  SELECT n, ${ACCOUNT} AS account, ${moment} AS moment FROM generate_series(0, ${DELIVERIES - 1}) n
  UNION ALL
  SELECT n + ${DELIVERIES}, 2 + n % ${OTHER_ACCOUNTS}, ${moment.replace('n::float8', `(n * ${DELIVERIES / OF_OTHERS})::float8`)} FROM generate_series(0, ${OF_OTHERS - 1}) n`;
const EVENT_NAME = `(ARRAY['onCreated', 'onDispatch', 'onOutForDelivery', 'onDelivered'])[1 + n % ${EVENTS_PER_PARCEL}]`;
const RECEIVER = `md5('receiver' || account || ' ' || n % ${RECEIVERS})::uuid`;
/**
 * The last receiver of each account is dead: one of 50,000 of its deliveries has arrived. At the other receivers one in a hundred has not
 * arrived.
 */
const STATUS = `
  CASE WHEN n % ${RECEIVERS} = ${RECEIVERS - 1} THEN CASE WHEN n % 50000 = ${RECEIVERS - 1} THEN 'delivered' ELSE 'exhausted' END
       WHEN n % 100 = 1 THEN 'exhausted' WHEN n % 10000 = 2 THEN 'expired' WHEN moment > now() - interval '3 hours' THEN 'pending' ELSE 'delivered' END`;

/**
 * One parcel in a hundred belongs to a small client; every tenth of these belongs to a tiny client instead. A former client has only old
 * parcels.
 */
const CLIENT = `CASE WHEN moment < now() - interval '115 days' THEN 'former' WHEN ${parcel} % 1000 = 7 THEN 'tiny' WHEN ${parcel} % 100 = 7 THEN 'small' ELSE 'shop-de' END`;
const COUNTRY = `CASE WHEN ${parcel} % 1000 = 7 THEN 'XKX' WHEN ${parcel} % 100 = 7 THEN 'AUT' ELSE 'DEU' END`;
const PARCEL_STATUS = `CASE WHEN ${parcel} % 20000 = 3 THEN 'Return' WHEN moment > now() - interval '5 days' THEN 'InTransit' ELSE 'Delivered' END`;

const PARTITIONS = `
  DO $$ DECLARE parent text; monday timestamptz; BEGIN
    FOREACH parent IN ARRAY ARRAY['scan', 'event', 'delivery', 'delivery_attempt'] LOOP
      FOR week IN 0..18 LOOP
        monday := date_trunc('week', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - week * interval '7 days';
        IF to_regclass(parent || '_p' || to_char(monday AT TIME ZONE 'UTC', 'YYYYMMDD')) IS NULL THEN
          EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
            parent || '_p' || to_char(monday AT TIME ZONE 'UTC', 'YYYYMMDD'), parent, monday, monday + interval '7 days');
        END IF;
      END LOOP;
    END LOOP;
  END $$`;

const EVENTS = `
  INSERT INTO event (eventid, account_id, consignment_id, event, happened_at, order_crc, client, payload, created_at)
  SELECT md5('event' || n)::uuid, account, md5('consignment' || ${parcel})::uuid, ${EVENT_NAME}, moment, ${parcel} / 2, ${CLIENT}, $1::bytea, moment
  FROM (${ROWS}) AS row`;

const DELIVERY_ROWS = `
  INSERT INTO delivery (delivery_id, account_id, receiver_id, consignment_id, eventid, event, status, attempts, last_outcome, last_http_status, created_at, updated_at)
  SELECT md5('delivery' || n)::uuid, account, ${RECEIVER}, md5('consignment' || ${parcel})::uuid, md5('event' || n)::uuid, ${EVENT_NAME},
         status, 1, CASE WHEN status IN ('exhausted', 'expired') THEN CASE WHEN n % 3 = 0 THEN 'timeout' ELSE 'http_status' END ELSE 'accepted' END,
         CASE WHEN status IN ('exhausted', 'expired') THEN CASE WHEN n % 3 = 0 THEN NULL WHEN n % 70000 = 1 THEN 410 ELSE 503 END ELSE 200 END, moment, moment
  FROM (SELECT *, ${STATUS} AS status FROM (${ROWS}) AS row) AS row`;

/** One delivery in a thousand was tried sixteen times. */
const ATTEMPTS = `
  INSERT INTO delivery_attempt (delivery_id, round, attempt, account_id, receiver_id, outcome, http_status, answer, sender_address, attempted_at, duration_ms, delivery_created_at, event, is_test, body_sha256,
    url, request_headers, tls_version, first_byte_ms)
  SELECT md5('delivery' || n)::uuid, 1, attempt, account, ${RECEIVER}, 'http_status', 503, repeat('The shop is closed. ', 10), '192.0.2.1', moment, 120, moment, 'onDelivered', false, sha256('some body'),
    'https://shop.example/webhooks', E'content-type: application/json\\nuser-agent: parcel-event-webhooks/1\\nwebhook-signature: v1,***', 'TLSv1.3', 118
  FROM (${ROWS}) AS row, generate_series(1, CASE WHEN n % 1000 = 0 THEN 16 ELSE 1 END) attempt`;

const CONSIGNMENTS = `
  INSERT INTO consignment (consignment_id, account_id, courier, tracking_number, generation, order_no, client, warehouse, destination_country, language, status, state, created_at, updated_at)
  SELECT md5('consignment' || ${parcel})::uuid, account, 'dhl-germany', 'BENCH' || ${parcel}, 1, 'O-' || ${parcel} / 2, ${CLIENT}, ${CLIENT}, ${COUNTRY}, 'de', ${PARCEL_STATUS},
         $1::bytea, moment, least(now(), moment + n % 10 * interval '12 hours')
  FROM (${ROWS}) AS row WHERE n % ${EVENTS_PER_PARCEL} = 0`;

/** The same state for all parcels: no request asks for the differences. */
const stateOf = (references: object): object => ({
  generation: 1,
  record: { references, isReturn: false, isCancelled: false },
  shown: { status: 'InTransit', occurredAtMs: NEWEST_MS },
  openedAtMs: NEWEST_MS,
  leftOutScans: [],
  appliedTransfers: [],
  appliedScans: [1, 2, 3, 4].map((scan) => createHash('sha256').update(`scan${scan}`).digest('base64url').slice(0, 11)),
});

const SCANS = `
  INSERT INTO scan (courier, tracking_number, scan_id, occurred_at, scan, created_at)
  SELECT 'dhl-germany', 'BENCH' || ${parcel}, 'scan' || s, moment,
         json_build_object('scanId', 'scan' || s, 'courier', 'dhl-germany', 'trackingNumber', 'BENCH' || ${parcel},
           'occurredAtMs', floor(extract(epoch FROM moment) * 1000), 'rawText', $1::text, 'locationText', 'Bonn, DE',
           'offset', n, 'readAs', 'InTransit', 'readBy', json_build_object('layer', 'shipped', 'ruleSet', 'bench')), moment
  FROM (${ROWS}) AS row, generate_series(1, 2) s WHERE n % ${EVENTS_PER_PARCEL} = 0`;

const AUDIT = `
  INSERT INTO audit_log (account_id, happened_at, action, subject_id, by_token_id, request_id, after)
  SELECT CASE WHEN n % 6 = 0 THEN 2 ELSE ${ACCOUNT} END, now() - (${AUDIT_ENTRIES} - n) * interval '5 minutes',
         CASE WHEN n % 20000 = 1 THEN 'receiver.deleted' ELSE 'receiver.tested' END, md5('receiver' || n % 1000)::uuid::text, 1, 'bench', '{"event": "onDelivered"}'
  FROM generate_series(1, ${AUDIT_ENTRIES}) n`;

/**
 * As full as rollups can get for five receivers and for all together, however many attempts there are: each minute has each event and
 * outcome. The statistics job of a running token-api may have counted some attempts already.
 */
const ROLLUPS = `
  INSERT INTO attempt_rollup (account_id, receiver_id, grain, bucket, event, outcome, http_status, attempts, delivered, exhausted, expired, cancelled,
    latency_buckets, latency_counts)
  SELECT ${ACCOUNT}, receiver, grain, bucket, event, outcome, CASE outcome WHEN 'accepted' THEN 200 WHEN 'http_status' THEN 503 WHEN '*' THEN ${ALL_STATUSES} ELSE -1 END, 100, 90, 1, 0, 0,
    CASE WHEN outcome IN ('accepted', '*') THEN ARRAY(SELECT generate_series(40, 80, 2)::smallint) ELSE '{}' END,
    CASE WHEN outcome IN ('accepted', '*') THEN ARRAY(SELECT 5 FROM generate_series(40, 80, 2)) ELSE '{}' END
  FROM (
      SELECT 'minute' AS grain, generate_series(date_trunc('minute', now()) - interval '2 days', now(), interval '1 minute') AS bucket
      UNION ALL SELECT 'quarter', generate_series(date_bin('15 minutes', now(), '2000-01-01Z') - interval '30 days', now(), interval '15 minutes')
      UNION ALL SELECT 'day', generate_series(date_bin('1 day', now(), '2000-01-01Z') - interval '400 days', now(), interval '1 day')) AS buckets,
    (SELECT '${ALL_RECEIVERS}'::uuid AS receiver UNION ALL SELECT md5('receiver${ACCOUNT} ' || n)::uuid FROM generate_series(0, ${RECEIVERS - 1}) n) AS receivers,
    (
      SELECT event, outcome FROM unnest(ARRAY['onCreated', 'onDispatch', 'onOutForDelivery', 'onDelivered']) AS event, unnest(ARRAY['accepted', 'http_status', 'timeout']) AS outcome
      UNION ALL SELECT '*', '*') AS kinds
  ON CONFLICT DO NOTHING`;

const RECEIVER_ROWS = `
  INSERT INTO receiver (receiver_id, account_id, url)
  SELECT md5('receiver${ACCOUNT} ' || n)::uuid, ${ACCOUNT}, 'https://shop.example/' || n FROM generate_series(0, 999) n`;

/** As the statistics job leaves the row. */
const PROGRESS = `
  UPDATE statistics_progress SET recorded_until = now(), quarters_until = date_bin('15 minutes', now(), '2000-01-01Z'),
    days_until = date_bin('1 day', now(), '2000-01-01Z')`;

/**
 * Fills the tables with one statement each, and vacuums them as autovacuum would.
 * @param say called with each table when it is done
 */
export async function seedLists(database: Client, say: (line: string) => void): Promise<void> {
  await database.query(PARTITIONS);
  await database.query('INSERT INTO account (account_id) SELECT generate_series(1, $1::int) ON CONFLICT DO NOTHING', [1 + OTHER_ACCOUNTS]);
  const { payload } = benchEvent(ACCOUNT);
  const statements: readonly [string, string, readonly unknown[]][] = [
    ['event', EVENTS, [packText(JSON.stringify(payload))]],
    ['delivery', DELIVERY_ROWS, []],
    ['delivery_attempt', ATTEMPTS, []],
    ['consignment', CONSIGNMENTS, [packText(JSON.stringify(stateOf(payload.references)))]],
    ['scan', SCANS, [payload.data.raw_scan]],
    ['audit_log', AUDIT, []],
    ['receiver', RECEIVER_ROWS, []],
    ['attempt_rollup', ROLLUPS, []],
    ['statistics_progress', PROGRESS, []],
  ];
  for (const [table, sql, parameters] of statements) {
    const { rowCount } = await database.query(sql, [...parameters]);
    await database.query(`VACUUM (ANALYZE) ${table}`);
    say(`${table}: ${rowCount} rows`);
  }
}
