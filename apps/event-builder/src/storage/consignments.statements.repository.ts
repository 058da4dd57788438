// The statements of consignments.repository. Rows come as one JSON parameter: a batch of any size is one round trip.
import { prepared, trackingNumberHash } from '#libs/persistence';
import { textPatternSql } from '../scans/unmapped-text-pattern.js';

/** Locks in a fixed order, so that two batches with common parcels cannot deadlock. */
export const LOCK_PARCELS = prepared(`
  SELECT pg_advisory_xact_lock(hash)
  FROM (SELECT DISTINCT hashtextextended(parcel, 0) AS hash FROM unnest($1::text[]) AS parcel ORDER BY hash) AS hashes`);

export const TRY_LOCK_PARCELS = `
  SELECT parcel FROM (SELECT DISTINCT parcel FROM unnest($1::text[]) AS parcel) AS parcels
  WHERE pg_try_advisory_xact_lock(hashtextextended(parcel, 0))`;

/** OFFSET 0 makes PostgreSQL hash each parcel once, and keeps the planner from joining over the whole table. */
export const LOAD_CONSIGNMENTS = prepared(`
  SELECT known.state
  FROM (SELECT courier, tracking_number, ${trackingNumberHash('tracking_number')} AS hash
    FROM unnest($1::text[], $2::text[]) AS parcel(courier, tracking_number) OFFSET 0) AS wanted
  CROSS JOIN LATERAL (
    SELECT state, account_id FROM consignment
    WHERE ${trackingNumberHash('consignment.tracking_number')} = wanted.hash AND is_current
      AND consignment.tracking_number = wanted.tracking_number AND consignment.courier = wanted.courier OFFSET 0) AS known
  ORDER BY known.account_id`);

export const LOAD_PAST_GENERATIONS = prepared(`
  SELECT account_id AS account, courier, tracking_number AS "trackingNumber", generation,
    (extract(epoch FROM ended_at) * 1000)::float8 AS "endedAtMs"
  FROM unnest($1::text[], $2::text[]) AS wanted(courier, tracking_number) JOIN past_generation USING (courier, tracking_number)`);

export const LOAD_ERASED = prepared(`
  SELECT parcel_id AS "parcelId", account_id AS account, generation, (extract(epoch FROM erased_at) * 1000)::float8 AS "erasedAtMs"
  FROM erased_parcel WHERE parcel_id = ANY($1::uuid[])`);

export const FIND_OVERDUE = `
  SELECT consignment_id AS "consignmentId", courier || ':' || tracking_number AS parcel
  FROM internal_delay_due WHERE state = 'armed' AND due_at <= $1 AND consignment_id <> ALL($2::uuid[])
  ORDER BY due_at LIMIT $3`;

/** Checks again whether they are armed, because they were found before their parcels were locked. */
export const LOCK_AND_LOAD_OVERDUE = `
  SELECT consignment.state FROM internal_delay_due AS due JOIN consignment USING (consignment_id)
  WHERE due.consignment_id = ANY($1::uuid[]) AND due.state = 'armed' AND consignment.is_current
  FOR UPDATE OF due SKIP LOCKED`;

const scanRows = (parameter: string): string => `json_to_recordset(${parameter}::json) AS row(
    courier text, "trackingNumber" text, "scanId" text, "occurredAt" timestamptz, scan json, "createdAt" timestamptz)`;

/**
 * Saves a batch in one round trip: consignments with the time of writing, watches, applied scans, events; each is a list and may be empty.
 * Scans are json, not jsonb, to keep the order of their keys. States and payloads come packed, in base64.
 */
export const SAVE = prepared(`
  WITH consignments AS (
    INSERT INTO consignment (consignment_id, account_id, courier, tracking_number, generation, is_current, order_no, client, warehouse, destination_country, language, status, ended_at, state, created_at, updated_at)
    SELECT "consignmentId", account, courier, "trackingNumber", generation, "isCurrent", "orderNo", client, warehouse, "destinationCountry", language, status, "endedAt",
      decode(state, 'base64'), $2, $2
    FROM jsonb_to_recordset($1::jsonb) AS row(
      "consignmentId" uuid, account bigint, courier text, "trackingNumber" text, generation integer, "isCurrent" boolean,
      "orderNo" text, client text, warehouse text, "destinationCountry" text, language text, status text, "endedAt" timestamptz, state text)
    ON CONFLICT (consignment_id) DO UPDATE
    SET state = EXCLUDED.state, ended_at = EXCLUDED.ended_at, is_current = EXCLUDED.is_current, order_no = EXCLUDED.order_no, client = EXCLUDED.client,
      warehouse = EXCLUDED.warehouse, destination_country = EXCLUDED.destination_country, language = EXCLUDED.language, status = EXCLUDED.status, updated_at = EXCLUDED.updated_at
  ), watches AS (
    INSERT INTO internal_delay_due (consignment_id, courier, tracking_number, send_date, due_at, state)
    SELECT "consignmentId", courier, "trackingNumber", "sendDate", "dueAt", state
    FROM jsonb_to_recordset($3::jsonb) AS row(
      "consignmentId" uuid, courier text, "trackingNumber" text, "sendDate" text, "dueAt" timestamptz, state text)
    ON CONFLICT (consignment_id) DO UPDATE SET send_date = EXCLUDED.send_date, due_at = EXCLUDED.due_at, state = EXCLUDED.state
  ), scans AS (
    INSERT INTO scan (courier, tracking_number, scan_id, occurred_at, scan, created_at)
    SELECT courier, "trackingNumber", "scanId", "occurredAt", scan, "createdAt" FROM ${scanRows('$4')}
    ON CONFLICT DO NOTHING
  )
  INSERT INTO event (eventid, account_id, consignment_id, event, happened_at, order_crc, client, payload, created_at)
  SELECT eventid, account, "consignmentId", event, "happenedAt", "orderCrc", client, decode(payload, 'base64'), "createdAt"
  FROM json_to_recordset($5::json) AS row(
    eventid uuid, account bigint, "consignmentId" uuid, event text, "happenedAt" timestamptz, "orderCrc" integer, client text, payload text,
    "createdAt" timestamptz)
  ON CONFLICT DO NOTHING`);

export const PARK_SCANS = prepared(`
  INSERT INTO orphan_scan (courier, tracking_number, scan_id, occurred_at, scan, created_at)
  SELECT courier, "trackingNumber", "scanId", "occurredAt", scan, "createdAt" FROM ${scanRows('$1')}
  ON CONFLICT DO NOTHING`);

export const DELETE_PARKED = prepared(`
  DELETE FROM orphan_scan USING ${scanRows('$1')}
  WHERE orphan_scan.courier = row.courier AND orphan_scan.tracking_number = row."trackingNumber" AND orphan_scan.scan_id = row."scanId"`);

/** Sorted, so that two batches that list the same codes cannot deadlock. */
export const LIST_UNMAPPED = `
  INSERT INTO unmapped_code AS known (courier, code, sub_code, sample_text, count, last_seen)
  SELECT courier, code, "subCode", "sampleText", count, $2
  FROM jsonb_to_recordset($1::jsonb) AS row(courier text, code text, "subCode" text, "sampleText" text, count bigint)
  ORDER BY courier, code, "subCode"
  ON CONFLICT (courier, code, sub_code) DO UPDATE
  SET sample_text = EXCLUDED.sample_text, count = known.count + EXCLUDED.count, last_seen = EXCLUDED.last_seen`;

/**
 * The most patterns of one courier; further texts are counted in the row with the pattern ''. Instances that add at the same time may
 * exceed it a little.
 */
const MOST_PATTERNS = 500;

/** Sorted, as above. */
export const LIST_UNMAPPED_TEXTS = `
  WITH incoming AS (
    SELECT courier, ${textPatternSql('"sampleText"', 'place')} AS pattern, max("sampleText") AS sample_text, sum(count) AS count
    FROM jsonb_to_recordset($1::jsonb) AS row(courier text, "sampleText" text, place text, count bigint) GROUP BY 1, 2
  ), placed AS (
    SELECT incoming.*, known.courier IS NOT NULL OR row_number() OVER (PARTITION BY incoming.courier, known.courier IS NULL ORDER BY pattern)
      + (SELECT count(*) FROM unmapped_text AS taken WHERE taken.courier = incoming.courier) <= ${MOST_PATTERNS} AS has_room
    FROM incoming LEFT JOIN unmapped_text AS known USING (courier, pattern)
  )
  INSERT INTO unmapped_text AS known (courier, pattern, sample_text, count, last_seen)
  SELECT courier, CASE WHEN has_room THEN pattern ELSE '' END, max(sample_text), sum(count), $2 FROM placed GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (courier, pattern) DO UPDATE
  SET sample_text = EXCLUDED.sample_text, count = known.count + EXCLUDED.count, last_seen = EXCLUDED.last_seen`;

export const SWEEP_ORPHANS = `
  WITH swept AS (
    DELETE FROM orphan_scan WHERE ctid = ANY(ARRAY(SELECT ctid FROM orphan_scan WHERE created_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING 1)
  SELECT count(*)::integer AS count FROM swept`;
