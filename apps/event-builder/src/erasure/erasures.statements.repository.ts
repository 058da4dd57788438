// The statements of erasures.repository. Parameters $1 … $5 of each: courier, tracking number, consignment ids, account or null, parcel id.
import { orderNoHash, trackingNumberHash } from '#libs/persistence';
import { textPatternSql } from '../scans/unmapped-text-pattern.js';

export const FIND_BY_ORDER = `
  SELECT DISTINCT courier, tracking_number AS "trackingNumber" FROM consignment
  WHERE account_id = $1 AND ${orderNoHash('order_no', 'account_id')} = ${orderNoHash('$2', '$1')} AND order_no = $2 AND ($3::text IS NULL OR client = $3)`;

/**
 * Finds payloads by order, because an event may name an order that its consignment no longer names. `$2` is the order's CRC: some rows have
 * the same CRC but another order.
 */
export const PAYLOADS_BY_ORDER = `SELECT payload FROM event WHERE account_id = $1 AND order_crc = $2 AND ($3::text IS NULL OR client = $3)`;

/** Compares the number through the index. */
const isNumber = (column: string): string => `${trackingNumberHash(column)} = ${trackingNumberHash('$2')}`;

/** Selects the accounts that have or had the parcel, erased or not. */
export const HOLDERS = `
  SELECT account_id AS account, max(generation) AS generation FROM (
    SELECT account_id, generation FROM consignment WHERE ${isNumber('tracking_number')} AND courier = $1 AND tracking_number = $2
    UNION ALL SELECT account_id, generation FROM past_generation WHERE courier = $1 AND tracking_number = $2
    UNION ALL SELECT account_id, generation FROM erased_parcel WHERE parcel_id = $3
  ) AS held WHERE account_id = $4 OR $4 IS NULL GROUP BY account_id ORDER BY account_id`;

/**
 * Selects scans. An erasure for one account takes only that account's own scans of a shared parcel, because the carrier's scans belong to
 * the others too.
 */
const OF_SCANS = `
  courier = $1 AND tracking_number = $2 AND ($4::bigint IS NULL OR scan->>'account' = $4::text
    OR (scan->>'account' IS NULL AND NOT EXISTS (
      SELECT 1 FROM consignment AS other
      WHERE ${isNumber('other.tracking_number')} AND other.courier = $1 AND other.tracking_number = $2 AND other.account_id <> $4::bigint)))`;

const OF_CONSIGNMENTS = 'consignment_id = ANY($3::uuid[])';
const EVENTIDS = `SELECT eventid FROM event WHERE ${OF_CONSIGNMENTS}`;
/** Selects deliveries by their events, because no index finds deliveries by consignment. */
const OF_DELIVERIES = `eventid IN (${EVENTIDS})`;
const TOLD = `
  delivery_id IN (SELECT delivery_id FROM delivery WHERE ${OF_DELIVERIES})
  AND (answer IS NOT NULL OR body_sha256 IS NOT NULL OR url IS NOT NULL OR request_headers IS NOT NULL)`;
const SAMPLES = `
  courier = $1 AND sample_text <> '' AND EXISTS (
    SELECT 1 FROM (SELECT scan FROM scan WHERE ${OF_SCANS} UNION ALL SELECT scan FROM orphan_scan WHERE ${OF_SCANS}) AS erased
    WHERE starts_with(erased.scan->>'rawText', sample_text))`;

const PATTERNS = `
  courier = $1 AND EXISTS (
    SELECT 1 FROM (SELECT scan FROM scan WHERE ${OF_SCANS} UNION ALL SELECT scan FROM orphan_scan WHERE ${OF_SCANS}) AS erased
    WHERE scan->>'code' IS NULL AND (starts_with(scan->>'rawText', sample_text)
      OR pattern = ${textPatternSql("scan->>'rawText'", "coalesce(scan->>'locationText', '')")}))`;

const OF_PAST = `courier = $1 AND tracking_number = $2 AND ($4::bigint IS NULL OR account_id = $4::bigint)`;

/** Selects dead letters. A carrier's refused scan belongs to every account that has the parcel, like a carrier's scan. */
const OF_DEAD_LETTERS = `
  courier = $1 AND tracking_number = $2 AND ($4::bigint IS NULL OR account_id = $4::bigint
    OR (account_id IS NULL AND NOT EXISTS (
      SELECT 1 FROM consignment AS other
      WHERE ${isNumber('other.tracking_number')} AND other.courier = $1 AND other.tracking_number = $2 AND other.account_id <> $4::bigint)))`;

/** The steps of an erasure in order: deliveries are found by their events, samples by their scans. */
export const STEPS = {
  deliveriesCancelled: {
    update: `delivery SET status = 'cancelled', next_attempt_at = NULL, updated_at = now()`,
    table: 'delivery',
    where: `status = 'pending' AND ${OF_DELIVERIES}`,
  },
  attemptsCleared: {
    update: 'delivery_attempt SET answer = NULL, body_sha256 = NULL, url = NULL, request_headers = NULL',
    table: 'delivery_attempt',
    where: TOLD,
  },
  // The row stays: waiting and running attempts depend on its place. The sender removes the row in its turn.
  waitingAttemptsCleared: {
    update: `delivery_overflow SET body = '', reference_values = '{}'`,
    table: 'delivery_overflow',
    where: `${OF_CONSIGNMENTS} AND body <> ''`,
  },
  events: { table: 'event', where: OF_CONSIGNMENTS },
  codeSamplesCleared: { update: `unmapped_code SET sample_text = ''`, table: 'unmapped_code', where: SAMPLES },
  unmappedTexts: { table: 'unmapped_text', where: PATTERNS },
  scans: { table: 'scan', where: OF_SCANS },
  orphanScans: { table: 'orphan_scan', where: OF_SCANS },
  deadLetters: { table: 'dead_letter', where: OF_DEAD_LETTERS },
  watches: { table: 'internal_delay_due', where: OF_CONSIGNMENTS },
  pastGenerations: { table: 'past_generation', where: OF_PAST },
  consignments: { table: 'consignment', where: OF_CONSIGNMENTS },
} as const satisfies Readonly<Record<string, { readonly update?: string; readonly table: string; readonly where: string }>>;

export type Step = keyof typeof STEPS;

/** Mentions all parameters; a parameter that a step does not use would otherwise have no type. */
const PARAMETERS = '($1::text, $2::text, $3::uuid[], $4::bigint, $5::uuid) IS NOT NULL OR true';

export const countOf = (step: Step): string => {
  const { table, where } = STEPS[step];
  return `SELECT count(*)::integer AS count FROM ${table} WHERE (${PARAMETERS}) AND (${where})`;
};

export const eraseOf = (step: Step): string => {
  const { table, where, ...rest } = STEPS[step];
  const act = 'update' in rest ? `UPDATE ${rest.update}` : `DELETE FROM ${table}`;
  return `WITH erased AS (${act} WHERE (${PARAMETERS}) AND (${where}) RETURNING 1) SELECT count(*)::integer AS count FROM erased`;
};

/** Locks deliveries in the same order as webhook-sender, which prevents deadlocks. */
export const LOCK_DELIVERIES = `
  SELECT 1 FROM delivery WHERE eventid IN (SELECT eventid FROM event WHERE consignment_id = ANY($1::uuid[])) ORDER BY delivery_id FOR UPDATE`;

export const MARK_PARCELS = `
  INSERT INTO erased_parcel (parcel_id, account_id, generation, erased_at)
  SELECT $1::uuid, account, generation, now() FROM jsonb_to_recordset($2::jsonb) AS mark(account bigint, generation integer)
  ON CONFLICT (parcel_id, account_id) DO UPDATE
  SET generation = GREATEST(erased_parcel.generation, EXCLUDED.generation), erased_at = EXCLUDED.erased_at
  RETURNING xmax = 0 AS "isNew"`;

export const MARK_CONSIGNMENTS = `
  INSERT INTO erased_consignment (consignment_id, account_id, erased_at)
  SELECT "consignmentId", account, now() FROM jsonb_to_recordset($1::jsonb) AS mark("consignmentId" uuid, account bigint)
  ON CONFLICT DO NOTHING`;

/** Selects the transactions that are writing deliveries or dead letters now and may not know the marks. */
export const WRITERS = `
  SELECT DISTINCT virtualtransaction AS writer FROM pg_locks
  WHERE locktype = 'relation' AND mode = 'RowExclusiveLock' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND relation = ANY(ARRAY['delivery', 'delivery_attempt', 'delivery_overflow', 'dead_letter']::regclass[]::oid[])`;

export const AUDIT = `
  INSERT INTO audit_log (account_id, action, subject_id, by_command, after)
  SELECT account, action, "subjectId", 'erase', after
  FROM jsonb_to_recordset($1::jsonb) AS entry(account bigint, action text, "subjectId" text, after jsonb)`;
