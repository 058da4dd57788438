// The statements of redeliveries.repository.
import { instantText, LONGEST_LEASE_MS } from '#libs/persistence';
import { NOTIFICATION_JSON } from '../notifications/notifications.repository.js';
import { CREATED_AT_TEXT } from '../paging/created-at-text.repository.js';
import { MOST_COUNTED } from './redelivery.js';

/**
 * The undelivered deliveries of an order: its one delivery, or the deliveries of the period that the walk has passed. Millions of deliveries may
 * be ahead of the walk. `status <> 'delivered'` is the condition of the index.
 */
const UNDELIVERED = `
  SELECT status FROM delivery WHERE delivery_id = redelivery.delivery_id
  UNION ALL
  SELECT few.status FROM unnest(ARRAY['pending', 'exhausted', 'expired', 'cancelled']) AS wanted(status) CROSS JOIN LATERAL (
    SELECT d.status FROM delivery d
    WHERE d.receiver_id = redelivery.receiver_id AND d.status = wanted.status AND d.status <> 'delivered'
      AND d.created_at >= redelivery.from_at AND d.created_at <= redelivery.walked_to_at
      AND d.round > 1 AND d.updated_at >= redelivery.created_at AND NOT d.is_test LIMIT ${MOST_COUNTED}) AS few`;

/** The most delivered rows that are read: a period may have millions of deliveries from first rounds, and no index tells them apart. */
const MOST_DELIVERED_READ = 2 * MOST_COUNTED;

/**
 * While no number is capped, the begun deliveries minus all others are the delivered ones. With a capped number, this difference is too large, so
 * delivered rows are counted.
 */
const RESULTS = `(
  SELECT json_build_object('pending', pending, 'delivered', CASE WHEN is_capped THEN again ELSE GREATEST(0, begun - pending - failed - cancelled) END,
    'deliveredIsExact', NOT is_capped OR were_read < ${MOST_DELIVERED_READ}, 'failed', failed, 'cancelled', cancelled)
  FROM (
    SELECT *, GREATEST(pending, failed, cancelled) >= ${MOST_COUNTED} AS is_capped, started + jsonb_array_length(in_hand) AS begun
    FROM (
      SELECT count(*) FILTER (WHERE found.status = 'pending')::int AS pending,
        LEAST(${MOST_COUNTED}, count(*) FILTER (WHERE found.status IN ('exhausted', 'expired')))::int AS failed,
        count(*) FILTER (WHERE found.status = 'cancelled')::int AS cancelled
      FROM (${UNDELIVERED}) AS found) AS counted) AS others
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS were_read, count(*) FILTER (WHERE round > 1 AND updated_at >= redelivery.created_at AND NOT is_test)::int AS again
    FROM (
      SELECT round, updated_at, is_test FROM delivery d
      WHERE is_capped AND d.receiver_id = redelivery.receiver_id AND d.status = 'delivered'
        AND d.created_at >= redelivery.from_at AND d.created_at <= redelivery.walked_to_at
      ORDER BY d.created_at, d.delivery_id LIMIT ${MOST_DELIVERED_READ}) AS oldest) AS delivered)`;

const FACTS = `
  redelivery_id AS "redeliveryId", receiver_id AS "receiverId", delivery_id AS "deliveryId", from_at AS "from", to_at AS "to", status,
  state, GREATEST(total, started) AS total, started, created_at AS "createdAt", updated_at AS "updatedAt"`;
const COLUMNS = `${FACTS}, ${RESULTS} AS results`;

/** Lists orders, newest first, without results, which no list shows and which are costly to count. @param condition the terms of WHERE */
export const list = (condition: string, limit: number): string => `
  SELECT ${FACTS}, ${CREATED_AT_TEXT} FROM redelivery WHERE ${condition} ORDER BY created_at DESC, redelivery_id DESC LIMIT ${limit}`;

export const VIEW = `SELECT ${COLUMNS} FROM redelivery`;
export const EXISTING = `SELECT ${COLUMNS}, request FROM redelivery`;

const CREATED_AT = instantText('delivery.created_at');

const NEW_ROUND = `round = delivery.round + 1, status = 'pending', attempts = 0, next_attempt_at = now(), updated_at = now()`;
const BEGUN = `delivery.delivery_id AS "deliveryId", ${CREATED_AT} AS "createdAt", delivery.round`;
/** True while the event for the body of the delivery is kept. */
const HAS_EVENT = `
  CASE WHEN delivery.kind = 'operational' THEN EXISTS (SELECT 1 FROM notification WHERE notification.eventid = delivery.eventid)
    ELSE EXISTS (SELECT 1 FROM event WHERE event.eventid = delivery.eventid AND event.created_at = delivery.created_at) END`;
const IS_ERASED = 'EXISTS (SELECT 1 FROM erased_consignment AS erased WHERE erased.consignment_id = delivery.consignment_id)';
/** An order counts and begins only these deliveries. An erasure writes its marks before it deletes anything. */
const CAN_BE_SENT = `${HAS_EVENT} AND NOT ${IS_ERASED}`;

export const LOCK_DELIVERY = `
  SELECT receiver_id AS "receiverId", status, round, is_test AS "isTest", ${CREATED_AT} AS "createdAt", ${HAS_EVENT} AS "hasEvent",
    ${IS_ERASED} AS "isErased",
    (SELECT enabled FROM receiver WHERE receiver.receiver_id = delivery.receiver_id) AS "receiverEnabled"
  FROM delivery WHERE delivery_id = $1 AND account_id = $2 ORDER BY created_at LIMIT 1 FOR UPDATE OF delivery`;

export const BEGIN_ONE = `UPDATE delivery SET ${NEW_ROUND} WHERE delivery_id = $1 AND created_at = $2`;

export const ORDER_ONE = `
  INSERT INTO redelivery (redelivery_id, account_id, receiver_id, delivery_id, idempotency_key, request, state, total, in_hand)
  VALUES ($1, $2, $3, $4, $5, $6, 'running', 1, $7)
  ON CONFLICT DO NOTHING RETURNING redelivery_id`;

/**
 * The caller waits while deliveries are counted, so at most `$9` are read; the order counts further deliveries while it runs. `$10` = the number
 * of missing deliveries, which was counted before.
 */
export const ORDER_MANY = `
  INSERT INTO redelivery (redelivery_id, account_id, receiver_id, from_at, to_at, status, idempotency_key, request, state, total)
  SELECT $1::uuid, $2::bigint, $3::uuid, $4::timestamptz, $5::timestamptz, $6::text, $7::text, $8::text, 'running',
    coalesce($10::int, LEAST(${MOST_COUNTED}, count(*) FILTER (WHERE can_be_sent)))
  FROM (
    SELECT ${CAN_BE_SENT} AS can_be_sent FROM delivery
    WHERE receiver_id = $3 AND account_id = $2 AND status = $6 AND created_at >= $4 AND created_at < $5 AND NOT is_test
    ORDER BY created_at, delivery_id LIMIT $9) AS meant
  ON CONFLICT DO NOTHING RETURNING total`;

/** Counts the same deliveries as ORDER_MANY: it reads `$6` deliveries, and names the first `$7` that can be sent. */
export const PREVIEW = `
  WITH meant AS MATERIALIZED (
    SELECT delivery_id, eventid, event, consignment_id, created_at, ${CAN_BE_SENT} AS can_be_sent FROM delivery
    WHERE receiver_id = $1 AND account_id = $2 AND status = $3 AND created_at >= $4 AND created_at < $5 AND NOT is_test
    ORDER BY created_at, delivery_id LIMIT $6
  ), sample AS (
    SELECT * FROM meant WHERE can_be_sent ORDER BY created_at, delivery_id LIMIT $7
  )
  SELECT count(*)::int AS meant, LEAST(${MOST_COUNTED}, count(*) FILTER (WHERE can_be_sent))::int AS count,
    (SELECT coalesce(json_agg(json_build_object('eventid', eventid, 'event', event, 'createdAt', sample.created_at, 'deliveryId', delivery_id,
      'consignmentId', consignment_id, 'courier', courier, 'trackingNumber', tracking_number, 'orderNo', order_no)
      ORDER BY sample.created_at, delivery_id), '[]') FROM sample LEFT JOIN consignment USING (consignment_id)) AS sample
  FROM meant`;

/** Steps from receiver to receiver in an index, because a period may have hundreds of millions of other deliveries. Includes deleted receivers. */
export const RECEIVERS_OF_PENDING = `
  WITH RECURSIVE walked AS (
    (SELECT receiver_id FROM delivery WHERE status <> 'delivered' ORDER BY receiver_id LIMIT 1)
    UNION ALL
    SELECT (SELECT receiver_id FROM delivery WHERE status <> 'delivered' AND receiver_id > walked.receiver_id ORDER BY receiver_id LIMIT 1)
    FROM walked WHERE receiver_id IS NOT NULL
  )
  SELECT found.account, walked.receiver_id AS "receiverId"
  FROM walked CROSS JOIN LATERAL (
    SELECT account_id AS account FROM delivery
    WHERE delivery.receiver_id = walked.receiver_id AND status = 'pending' AND created_at >= $1 AND created_at < $2 AND NOT is_test LIMIT 1) AS found
  WHERE ($3::bigint IS NULL OR found.account = $3) AND ($4::uuid IS NULL OR walked.receiver_id = $4)
  ORDER BY 1, 2`;

/** Orders that the operator made after a loss do not count: the account did not ask for them. */
export const RUNNING = `
  SELECT count(*)::int AS running FROM redelivery
  WHERE state = 'running' AND account_id = $1 AND (delivery_id IS NULL) = $2 AND status IS DISTINCT FROM 'pending'`;

/**
 * Serves the accounts in turn: first the next number after `$4`, the account that was served last, then from the lowest number on.
 * A lease that ends far in the future began before the database's clock was set back: such a lease gets its usual length.
 */
export const LEASE = `
  WITH clamped AS (
    UPDATE redelivery SET leased_until = now() + $2 * interval '1 millisecond'
    WHERE redelivery_id IN (
      SELECT redelivery_id FROM redelivery WHERE state = 'running' AND owner <> $1 AND leased_until > now() + interval '${2 * LONGEST_LEASE_MS} milliseconds'
      FOR UPDATE SKIP LOCKED)
  )
  UPDATE redelivery SET owner = $1, leased_until = now() + $2 * interval '1 millisecond', updated_at = clock_timestamp()
  WHERE redelivery_id = (
    SELECT redelivery_id FROM redelivery
    WHERE state = 'running' AND (delivery_id IS NULL) = $3 AND (owner = $1 OR owner IS NULL OR leased_until < now())
    ORDER BY account_id <= $4, account_id, updated_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING redelivery_id AS "redeliveryId", account_id AS account, status, in_hand AS "inHand"`;

/**
 * Finds nothing if the instance has lost the lease. Pending deliveries are sent even if their receiver is disabled: without an attempt they would
 * never end, not even as cancelled.
 */
export const HOLD = `
  SELECT status IS NOT DISTINCT FROM 'pending'
    OR coalesce((SELECT enabled FROM receiver WHERE receiver.receiver_id = redelivery.receiver_id), false) AS "isWanted",
    receiver_id AS "receiverId", account_id AS account, ${instantText('coalesce(walked_to_at, from_at)')} AS "fromAt", ${instantText('to_at')} AS "toAt",
    walked_to_id AS "walkedToId"
  FROM redelivery WHERE redelivery_id = $1 AND owner = $2 AND state = 'running' FOR UPDATE`;

/**
 * Walks by key, oldest first, so it never returns to a delivery, whatever its status becomes. The values of the order are parameters: if the
 * planner knows the status, it reads an index for that status in order and stops at the limit.
 */
export const BEGIN_MANY = `
  WITH picked AS (
    SELECT delivery.delivery_id, delivery.created_at FROM delivery
    WHERE receiver_id = $1 AND account_id = $2 AND status = $3 AND created_at >= $4::timestamptz AND created_at < $5::timestamptz
      AND ($6::uuid IS NULL OR (created_at, delivery_id) > ($4::timestamptz, $6::uuid)) AND NOT is_test AND ${CAN_BE_SENT}
    ORDER BY created_at, delivery_id LIMIT $7 FOR UPDATE OF delivery
  )
  UPDATE delivery SET ${NEW_ROUND} FROM picked
  WHERE delivery.delivery_id = picked.delivery_id AND delivery.created_at = picked.created_at
  RETURNING ${BEGUN}`;

export const TAKE_IN_HAND = `
  WITH rounds AS (SELECT * FROM jsonb_to_recordset($2::jsonb) AS row("deliveryId" uuid, "createdAt" timestamptz)),
    last AS (SELECT "createdAt", "deliveryId" FROM rounds ORDER BY "createdAt" DESC, "deliveryId" DESC LIMIT 1)
  UPDATE redelivery SET in_hand = $2, walked_to_at = last."createdAt", walked_to_id = last."deliveryId"
  FROM last WHERE redelivery_id = $1`;

export const END = `UPDATE redelivery SET state = $2, updated_at = now() WHERE redelivery_id = $1`;

/** The deliveries of the rounds in hand. `$1` = these rounds. */
const OF_ROUNDS = `
  FROM jsonb_to_recordset($1::jsonb) AS begun("deliveryId" uuid, "createdAt" timestamptz, round smallint)
  JOIN delivery d ON d.delivery_id = begun."deliveryId" AND d.created_at = begun."createdAt" AND d.round = begun.round`;
const NOT_ATTEMPTED = `d.status = 'pending' AND d.attempts = 0`;

/** A recorded attempt needs no message. A second message for the same attempt still causes one POST. */
export const ROUNDS = `
  SELECT d.delivery_id AS "deliveryId", d.created_at AS "createdAt", d.round, d.account_id AS account, d.receiver_id AS "receiverId",
    d.consignment_id AS "consignmentId", d.eventid, d.event, e.payload, r.format,
    CASE WHEN d.kind = 'operational' THEN ${NOTIFICATION_JSON} END AS notification, r.eta_unknown_form AS "etaUnknownForm"
  ${OF_ROUNDS}
  LEFT JOIN event e ON d.kind = 'tracking' AND e.eventid = d.eventid AND e.created_at = d.created_at
  LEFT JOIN notification ON d.kind = 'operational' AND notification.eventid = d.eventid
  LEFT JOIN receiver r ON r.receiver_id = d.receiver_id
  WHERE ${NOT_ATTEMPTED} AND coalesce(e.eventid, notification.eventid) IS NOT NULL
  ORDER BY d.created_at, d.delivery_id`;

/** Counts the rounds that wait for their first attempt. */
export const WAITING_ROUNDS = `SELECT count(*)::int AS waiting ${OF_ROUNDS} WHERE ${NOT_ATTEMPTED}`;

export const PUT_DOWN = `
  UPDATE redelivery SET started = started + jsonb_array_length(in_hand), in_hand = '[]', updated_at = clock_timestamp(),
    state = CASE WHEN delivery_id IS NULL THEN state ELSE 'done' END
  WHERE redelivery_id = $1 AND owner = $2`;
