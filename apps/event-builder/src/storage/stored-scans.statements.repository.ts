// The statements of stored-scans.repository. The wanted scans come as columns: $1 courier, $2 tracking number, $3 source of the scans, $4
// place.
import { prepared } from '#libs/persistence';

/**
 * `account:7:` for an account's own scan, '' for a carrier's scan. The id shows it (docs/decisions/0009) without reading the JSON. The same
 * expression as in index orphan_scan_newest.
 */
const WHOSE = `coalesce(substring(scan_id FROM '^account:[0-9]+:'), '')`;

const WANTED = `unnest($1::text[], $2::text[], $3::text[], $4::integer[]) AS wanted(courier, tracking_number, whose, place)`;
const IS_WANTED = `courier = wanted.courier AND tracking_number = wanted.tracking_number AND ${WHOSE} = wanted.whose`;

/**
 * Counts by keys only.
 * @returns at most $6 of each kind; places without scans are left out
 */
export const COUNT_SCANS = prepared(`
  SELECT place, sum(parked.count + applied.count)::integer AS count
  FROM ${WANTED}
  CROSS JOIN LATERAL (SELECT count(*) FROM (SELECT FROM orphan_scan WHERE ${IS_WANTED} LIMIT $6) AS few) AS parked
  CROSS JOIN LATERAL (SELECT count(*) FROM (SELECT FROM scan WHERE ${IS_WANTED} AND created_at >= $5 LIMIT $6) AS few) AS applied
  GROUP BY place HAVING sum(parked.count + applied.count) > 0
  ORDER BY place`);

const NEWEST = `ORDER BY created_at DESC, scan_id DESC LIMIT $6`;

/**
 * Loads the newest scans of each kind, at most $6 scans and $7 bytes. When the sum exceeds $8 bytes, further places come without their
 * scans. Scans are chosen by keys: their JSON may be large, and only measured scans are opened, at most $6 of each kind.
 */
export const LOAD_SCANS = prepared(`
  WITH found AS (
    SELECT wanted.place, newest.*
    FROM ${WANTED}
    CROSS JOIN LATERAL (
      SELECT *, sum(bytes) OVER (PARTITION BY is_parked ORDER BY created_at DESC, scan_id DESC ROWS UNBOUNDED PRECEDING) AS bytes_so_far
      FROM (
        SELECT *, octet_length(scan::text) AS bytes
        FROM (
          (SELECT scan, scan_id, created_at, true AS is_parked FROM orphan_scan WHERE ${IS_WANTED} ${NEWEST})
          UNION ALL
          (SELECT scan, scan_id, created_at, false FROM scan WHERE ${IS_WANTED} AND created_at >= $5 ${NEWEST})
        ) AS few
        OFFSET 0 -- measured once, not wherever the number is used
      ) AS measured
    ) AS newest
    WHERE bytes_so_far <= $7
  )
  SELECT place, CASE WHEN together <= $8 THEN scan END AS scan, created_at AS "createdAt", is_parked AS "isParked"
  FROM (SELECT *, sum(bytes) OVER (ORDER BY place) AS together FROM found) AS summed`);
