// The statements of missing.repository.
import { FILTER_FIELDS, instantText } from '#libs/persistence';
import { cappedBySize } from '../paging/page.js';

const CREATED_AT = instantText('created_at');

/** An event may wait this long for its first delivery after it was stored, however old its cause is. */
const SETTLED_AFTER = `interval '10 seconds'`;

/** True while the deliveries of the event's week are kept. After that, every delivery would seem to be missing. Partitions of one week share a label. */
export const HAS_DELIVERIES = `to_regclass(regexp_replace(tableoid::regclass::text, 'event_', 'delivery_')) IS NOT NULL`;

/** The account's events in the period, after the place that the walk has reached. `$7` = return their payloads, as many as fit into an answer. */
export const PAGE = cappedBySize({
  select: `
    SELECT eventid, event, consignment_id AS "consignmentId", ${CREATED_AT} AS "createdAt", ${HAS_DELIVERIES} AS "hasDeliveries",
      CASE WHEN $7 THEN payload END AS payload, CASE WHEN $7 THEN octet_length(payload) ELSE 0 END AS bytes
    FROM (
      SELECT tableoid, eventid, event, consignment_id, created_at, payload FROM event
      WHERE account_id = $1 AND created_at >= $2 AND created_at < $3 AND stored_at < now() - ${SETTLED_AFTER}
        AND ($4::timestamptz IS NULL OR (created_at, eventid) > ($4::timestamptz, $5::uuid))
      ORDER BY created_at, eventid LIMIT $6) AS page`,
  columns: ['eventid', 'event', '"consignmentId"', '"createdAt"', '"hasDeliveries"', 'payload'],
  order: '"createdAt", eventid',
});

/** The end of the counted period. It is read before the pages, which may therefore have a few more events, but never fewer. */
export const COUNTED_TO = `SELECT GREATEST($1::timestamptz, LEAST($2::timestamptz, now() - ${SETTLED_AFTER})) AS to`;

/** The given deliveries that exist, or whose parcels were erased. LATERAL with LIMIT keeps the cost of each look-up independent of the size of the tables. */
export const SETTLED = `
  SELECT "deliveryId"
  FROM jsonb_to_recordset($1::jsonb) AS row("deliveryId" uuid, "consignmentId" uuid, "createdAt" timestamptz)
  LEFT JOIN LATERAL (SELECT 1 AS found FROM delivery WHERE delivery_id = "deliveryId" AND created_at = "createdAt" LIMIT 1) d ON true
  LEFT JOIN LATERAL (SELECT 1 AS found FROM erased_consignment WHERE consignment_id = "consignmentId" LIMIT 1) e ON true
  WHERE d.found IS NOT NULL OR e.found IS NOT NULL`;

/** The numbers by which people know these parcels. */
export const PARCELS = `
  SELECT consignment_id AS "consignmentId", courier, tracking_number AS "trackingNumber", order_no AS "orderNo" FROM consignment
  WHERE consignment_id = ANY($1::uuid[])`;

/** An order with the present settings of its receiver. */
export const JOB = `
  SELECT job.account_id AS account, job.receiver_id AS "receiverId", from_at AS "from", to_at AS "to", events, ${FILTER_FIELDS},
    ${instantText('walked_to_at')} AS "walkedTo", walked_to_id AS "walkedToId"
  FROM redelivery AS job JOIN receiver ON receiver.receiver_id = job.receiver_id AND receiver.account_id = job.account_id
  WHERE redelivery_id = $1`;

/** Inserts in the order in which the attempt log locks rows, which prevents deadlocks. If the fan-out was faster, its row stays. */
export const ENTER = `
  INSERT INTO delivery (delivery_id, account_id, receiver_id, consignment_id, eventid, event, status, round, next_attempt_at, created_at, updated_at)
  SELECT "deliveryId", $1, $2, "consignmentId", eventid, event, 'pending', 2, now(), "createdAt", now()
  FROM jsonb_to_recordset($3::jsonb) AS row("deliveryId" uuid, "consignmentId" uuid, eventid uuid, event text, "createdAt" timestamptz)
  WHERE NOT EXISTS (SELECT 1 FROM erased_consignment AS erased WHERE erased.consignment_id = row."consignmentId")
  ORDER BY "deliveryId"
  ON CONFLICT DO NOTHING
  RETURNING delivery_id AS "deliveryId", ${CREATED_AT} AS "createdAt", round`;

export const WALKED = `UPDATE redelivery SET in_hand = $2, walked_to_at = $3, walked_to_id = $4 WHERE redelivery_id = $1`;
