// The statements of decisions.repository. They read the clock of the database, which also wrote the times in the rows.
import { MOST_DELIVERY_IDS, OPERATIONAL_EVENT_NAMES } from '#libs/contracts';
import { milliseconds as ms } from '#libs/persistence';
import { IS_LIMITED, IS_OPEN } from '../receiver-health/circuits.repository.js';
import { LATE_MS } from '../rollups/attempt-rollup.js';

const NOTIFICATIONS_LOCK = 7_316_008;

const LATE = `interval '${LATE_MS} milliseconds'`;

export const LOCK = `SELECT pg_try_advisory_xact_lock(${NOTIFICATIONS_LOCK}) AS "isOurs"`;

/** Ignores a pause that ends far in the future: it began before the clock was set back. Rows written after `since` may not have been seen. */
export const BEGIN = `
  SELECT LEAST(decided_at, now()) - ${LATE} AS since FROM notification_progress
  WHERE not_before <= now() OR not_before > now() + 2 * ${ms('$1')}`;

export const END = `UPDATE notification_progress SET decided_at = now(), not_before = now() + ${ms('$1')}`;

/** An older event is no longer published: the partitions of its deliveries may be gone. */
export const PUBLISHED_WITHIN = `interval '13 days'`;

/** The time until which every event is decided and published. */
export const DONE_UNTIL = `
  SELECT LEAST(decided_at, (
    SELECT min(created_at) FROM notification WHERE published_at IS NULL AND created_at > now() - ${PUBLISHED_WITHIN})) AS at
  FROM notification_progress`;

/** When a receiver's oldest due attempt began to wait behind a hold or limit. Behind a limit, an attempt may wait in the memory of its sender. */
const oldestWaiting = (receiverId: string): string => `
  SELECT LEAST(
    (SELECT stored_at FROM delivery_overflow WHERE receiver_id = ${receiverId} AND set_aside_at IS NULL ORDER BY overflow_id LIMIT 1),
    (SELECT oldest_waiting_at FROM receiver_queue queue WHERE queue.receiver_id = ${receiverId} AND ${IS_LIMITED})) AS since`;

/**
 * When the receiver was first switched off or disabled during the outage, however briefly. An earlier success still ended the outage; the
 * statistics may learn of it later.
 */
const OFF_SINCE = `
  CASE WHEN NOT r.enabled OR r.updated_at >= o.raised_at THEN (
    SELECT min(a.happened_at) FROM audit_log a WHERE a.account_id = o.account_id AND a.subject_id = o.receiver_id::text AND a.happened_at >= o.raised_at
      AND (a.action = 'receiver.disabled' OR a.action = 'receiver.changed' AND a.before->>'enabled' = 'true')) END`;

/** The receiver only had to wait. No attempt failed, so a success proves nothing. */
const HAS_WAITED = `o.reason IN ('held', 'limited')`;

/** $1 = WAITING_UNTIL_MS. */
export const END_OUTAGES = `
  WITH standing AS (
    SELECT o.receiver_id, h.last_success_at, off.since AS off_since,
      (NOT r.enabled OR off.since IS NOT NULL)
        AND (${HAS_WAITED} OR off.since IS NULL OR off.since < (SELECT recorded_until FROM statistics_progress)) AS was_off,
      CASE WHEN ${HAS_WAITED}
        THEN NOT EXISTS (SELECT FROM (${oldestWaiting('o.receiver_id')}) AS oldest WHERE oldest.since <= now() - ${ms('$1')})
        ELSE COALESCE(h.last_success_at > o.since, false) END AS is_over
    FROM receiver_outage o JOIN receiver r ON r.receiver_id = o.receiver_id LEFT JOIN receiver_health h ON h.receiver_id = o.receiver_id
    CROSS JOIN LATERAL (SELECT ${OFF_SINCE} AS since) AS off
    WHERE o.ended_at IS NULL
  )
  UPDATE receiver_outage o SET ended_at = now() FROM standing WHERE standing.receiver_id = o.receiver_id AND (is_over OR was_off)
  RETURNING o.account_id AS account, o.receiver_id AS "receiverId", o.reason, o.since,
    was_off AND (${HAS_WAITED} OR NOT COALESCE(is_over AND last_success_at < off_since, false)) AS "isSilent"`;

/**
 * $1 = FAILING_AFTER_MS, $2 = WAITING_AFTER_MS, $3 = FAILING_AGAIN_MS. An outage begins at its first failure: the senders' clock wrote this time,
 * as it writes the time of the success that ends the outage.
 */
export const RAISE_OUTAGES = `
  WITH standing AS (
    SELECT r.receiver_id, r.account_id, h.failed_first[1] AS failed_since, COALESCE(h.failed_by_credentials, false) AS is_refused,
      COALESCE(cardinality(h.failed_first) >= 3 AND h.last_failure_at - h.failed_first[1] >= ${ms('$1')}, false) AS has_failed,
      CASE WHEN ${IS_OPEN} THEN queue.circuit_opened_at END AS open_since,
      COALESCE(queue.held_until > now(), false) AS is_held, waiting.since AS waiting_since
    FROM receiver r
    LEFT JOIN receiver_health h ON h.receiver_id = r.receiver_id
    LEFT JOIN receiver_queue queue ON queue.receiver_id = r.receiver_id
    LEFT JOIN LATERAL (
      SELECT since FROM (${oldestWaiting('queue.receiver_id')}) AS oldest WHERE queue.held_until > now() OR ${IS_LIMITED}) AS waiting ON true
    WHERE r.enabled AND NOT EXISTS (
      SELECT FROM receiver_outage o WHERE o.receiver_id = r.receiver_id AND (o.ended_at IS NULL OR o.raised_at BETWEEN now() - ${ms('$3')} AND now()))
  ), judged AS (
    SELECT *, CASE
      WHEN open_since <= now() - ${ms('$1')} OR has_failed AND open_since IS NOT NULL THEN 'circuit_open'
      WHEN has_failed THEN CASE WHEN is_refused THEN 'credentials' ELSE 'errors' END
      WHEN waiting_since <= now() - ${ms('$2')} THEN CASE WHEN is_held THEN 'held' ELSE 'limited' END
    END AS reason
    FROM standing
  )
  INSERT INTO receiver_outage AS o (receiver_id, account_id, reason, since, raised_at)
  SELECT receiver_id, account_id, reason, CASE WHEN reason IN ('held', 'limited') THEN waiting_since ELSE COALESCE(failed_since, open_since) END, now()
  FROM judged WHERE reason IS NOT NULL
  ON CONFLICT (receiver_id) DO UPDATE SET reason = EXCLUDED.reason, since = EXCLUDED.since, raised_at = EXCLUDED.raised_at, ended_at = NULL
  RETURNING o.account_id AS account, o.receiver_id AS "receiverId", o.reason, o.since`;

/** Leaves out findings that were announced before. */
const tellOnce = (found: string, columns: string): string => `
  WITH found AS (${found}), told AS (
    INSERT INTO notification_told (subject, forget_after) SELECT subject, forget_after FROM found ON CONFLICT DO NOTHING RETURNING subject
  )
  SELECT account, "receiverId", ${columns} FROM found JOIN told USING (subject)`;

/**
 * Receivers that the service disabled; the owner's change is another action. An audit entry has the start time of its transaction, which may be
 * long before it is visible. $1 = `since`.
 */
export const DISABLED = tellOnce(
  `SELECT 'audit ' || audit_id AS subject, now() + interval '1 day' AS forget_after, account_id AS account, subject_id AS "receiverId",
    after->>'reason' AS reason, happened_at AS "disabledAt"
  FROM audit_log WHERE action = 'receiver.disabled' AND happened_at >= $1::timestamptz - interval '1 hour'`,
  `reason, "disabledAt"`,
);

/** A certificate may name any year, but a year after 9999 cannot be read as a timestamp. */
const CLIENT_NOT_AFTER = `CASE WHEN client_certificate->>'notAfter' ~ '^[0-9]{4}-' THEN (client_certificate->>'notAfter')::timestamptz END`;

/**
 * Several notice times may have passed already. The shortest counts, so a service that starts late sends only one event.
 * $1 = CLIENT_CERTIFICATE_EXPIRING_MS, $2 = SERVER_CERTIFICATE_EXPIRING_MS.
 */
export const EXPIRING = tellOnce(
  `SELECT concat_ws(' ', 'client', receiver_id, client_certificate->>'fingerprint256', before_ms) AS subject, not_after + interval '1 day' AS forget_after,
    account_id AS account, receiver_id AS "receiverId", 'client' AS certificate, not_after AS "notAfter"
  FROM receiver CROSS JOIN LATERAL (SELECT ${CLIENT_NOT_AFTER} AS not_after) AS c
  CROSS JOIN LATERAL (SELECT min(each) AS before_ms FROM unnest($1::float8[]) AS each WHERE not_after - ${ms('each')} <= now()) AS passed
  WHERE enabled AND not_after > now() AND before_ms IS NOT NULL
  UNION ALL
  SELECT concat_ws(' ', 'server', r.receiver_id, extract(epoch FROM certificate_not_after)), certificate_not_after + interval '1 day',
    r.account_id, r.receiver_id, 'server', certificate_not_after
  FROM receiver r JOIN receiver_health h ON h.receiver_id = r.receiver_id
  WHERE r.enabled AND certificate_not_after > now()
    AND certificate_not_after - LEAST(${ms('$2')}, (certificate_not_after - certificate_not_before) / 6) <= now()`,
  `certificate, "notAfter"`,
);

/** Index delivery_attempt_gave_up contains only these rows. */
const GAVE_UP = `
  a.outcome <> 'accepted' AND a.next_attempt_at IS NULL AND NOT a.is_test AND a.event <> ALL ('{${OPERATIONAL_EVENT_NAMES.join()}}')`;

/** Identifies one end of a delivery, because a delivery may end again in a later round. */
const END_ID = `CASE a.round WHEN 1 THEN a.delivery_id ELSE md5(a.delivery_id || ' ' || a.round)::uuid END`;

/**
 * Counts, by receiver, the deliveries that ended since the last event of its account. For an account without a series it counts since the last
 * decision (`$1`). `recent`: ends that the next event must not count again, although it reads their attempts again. A burst has very many such
 * ends, so they are joined as rows: an array would be searched from its beginning for each attempt.
 */
export const EXHAUSTED = `
  WITH due AS MATERIALIZED (
    SELECT * FROM exhausted_series WHERE began_at IS NOT NULL AND next_at <= now()
  ), counted AS MATERIALIZED (
    SELECT account_id, unnest(counted_ids) AS end_id FROM exhausted_series
    WHERE counted_until >= $1::timestamptz - ${LATE} OR account_id IN (SELECT account_id FROM due)
  ), ended AS MATERIALIZED (
    SELECT a.account_id, a.receiver_id, a.delivery_id, a.recorded_at, s.began_at, ${END_ID} AS end_id
    FROM delivery_attempt a LEFT JOIN exhausted_series s ON s.account_id = a.account_id
    WHERE ${GAVE_UP} AND a.recorded_at >= (SELECT LEAST($1::timestamptz, min(counted_until)) FROM due)
      AND CASE WHEN s.account_id IS NULL THEN a.recorded_at >= $1
        WHEN s.began_at IS NULL THEN a.recorded_at >= GREATEST($1, s.counted_until)
        ELSE s.next_at <= now() AND a.recorded_at >= s.counted_until END
  ), fresh AS (
    SELECT account_id, receiver_id, delivery_id, min(recorded_at) AS recorded_at
    FROM ended e WHERE NOT EXISTS (SELECT FROM counted c WHERE c.account_id = e.account_id AND c.end_id = e.end_id) GROUP BY 1, 2, 3
  ), told AS (
    SELECT account_id, receiver_id, count(*)::integer AS count, (array_agg(delivery_id ORDER BY recorded_at, delivery_id))[1:${MOST_DELIVERY_IDS}] AS ids
    FROM fresh GROUP BY 1, 2
  ), receivers AS (
    SELECT account_id, receiver_id, min(recorded_at) AS first_at, min(began_at) AS began_at,
      COALESCE(array_agg(end_id) FILTER (WHERE recorded_at >= now() - ${LATE}), '{}') AS recent
    FROM ended GROUP BY 1, 2
  )
  SELECT r.account_id AS account, r.receiver_id AS "receiverId", COALESCE(t.count, 0) AS count, t.ids AS "deliveryIds", r.recent,
    COALESCE(extract(epoch FROM now() - r.began_at) * 1000, 0)::float8 AS "elapsedMs"
  FROM receivers r LEFT JOIN told t USING (account_id, receiver_id) ORDER BY r.first_at, r.receiver_id`;

export const KEEP_SERIES = `
  INSERT INTO exhausted_series AS s (account_id, began_at, next_at, counted_until, counted_ids)
  SELECT account, now(), now() + ${ms('"nextInMs"')}, now() - ${LATE}, "countedIds"
  FROM jsonb_to_recordset($1::jsonb) AS row(account bigint, "nextInMs" float8, "countedIds" uuid[])
  ON CONFLICT (account_id) DO UPDATE SET began_at = COALESCE(s.began_at, EXCLUDED.began_at), next_at = EXCLUDED.next_at,
    counted_until = GREATEST(s.counted_until, EXCLUDED.counted_until), counted_ids = EXCLUDED.counted_ids`;

/** Ends the series without a delivery that ended in the last interval. */
export const END_SERIES = 'UPDATE exhausted_series SET began_at = NULL WHERE began_at IS NOT NULL AND next_at <= now()';

/** A mail for each confirmed target that wants the event, in the same transaction: a target hears what is decided after its confirmation. */
export const MAILS = `
  INSERT INTO notification_mail (target_id, eventid, account_id, created_at)
  SELECT t.target_id, n.eventid, n.account_id, n.created_at FROM notification n JOIN notification_target t USING (account_id)
  WHERE n.eventid = ANY($1::uuid[]) AND t.state = 'confirmed' AND n.event = ANY(t.types) AND (t.receiver_ids IS NULL OR t.receiver_ids && n.subjects)
  FOR SHARE OF t -- a reader who unsubscribes at this moment waits, and then deletes the row, too
  ON CONFLICT DO NOTHING`;

/** The events of one account get different times, in the order of their decisions. */
export const INSERT = `
  INSERT INTO notification (eventid, account_id, event, entries, subjects, counts, created_at)
  SELECT gen_random_uuid(), account, event, entries, subjects, counts,
    date_trunc('milliseconds', now()) + (row_number() OVER (PARTITION BY account ORDER BY nth) - 1) * interval '1 millisecond'
  FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (account bigint, event text, entries jsonb, subjects uuid[], counts integer[]))
    WITH ORDINALITY AS row(account, event, entries, subjects, counts, nth)
  RETURNING eventid`;

export const FORGET = [
  'DELETE FROM notification_told WHERE forget_after < now()',
  'DELETE FROM receiver_outage o WHERE NOT EXISTS (SELECT FROM receiver r WHERE r.receiver_id = o.receiver_id)',
];
