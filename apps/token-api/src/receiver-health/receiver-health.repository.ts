// tables receiver_health, receiver_queue, delivery and audit_log, read only
import { Injectable } from '@nestjs/common';
import { LIMITED_AFTER_S } from '#libs/persistence';
import { DataSource } from 'typeorm';
import { dueDeliveries, IS_LIMITED, IS_OPEN } from './circuits.repository.js';
import { type HealthRow, MOST_COUNTED } from './receiver-health.js';

/** The time of the newest audit entry by which the owner or the service switched the receiver off, or created it switched off. */
const OFF_SINCE = `
  SELECT happened_at FROM audit_log WHERE account_id = r.account_id AND subject_id = r.receiver_id::text
    AND (action IN ('receiver.created', 'receiver.disabled') OR action = 'receiver.changed' AND before->>'enabled' = 'true')
  ORDER BY audit_id DESC LIMIT 1`;

/** Index delivery_still_failed contains only these rows. */
const STILL_FAILED = `SELECT receiver_id FROM delivery WHERE account_id = $1 AND status IN ('exhausted', 'expired') AND NOT is_test`;

/**
 * Up to this many failed deliveries of an account are counted in one pass, with one scan of each partition. In an account with more, each receiver
 * is counted separately, up to MOST_COUNTED: a thousand receivers then need a thousand scans of each partition.
 */
const FEW_FAILED = 20_000;

/** The bounds of created_at leave out most partitions. No delivery is pending for longer, except the redelivery of an older event. */
const FIND = `
  WITH failed_of_account AS MATERIALIZED (${STILL_FAILED} AND $2::uuid IS NULL LIMIT ${FEW_FAILED + 1}),
    failed_of_receiver AS (SELECT receiver_id, count(*) AS count FROM failed_of_account GROUP BY receiver_id)
  SELECT r.receiver_id AS "receiverId", last_success_at AS "lastSuccessAt", last_failure_at AS "lastFailureAt", last_failure_outcome AS "lastOutcome",
    last_failure_http_status AS "lastHttpStatus", last_failure_detail AS "lastDetail", failures_from AS "failuresFrom",
    CASE WHEN last_failure_since > COALESCE(failures_from, '-infinity') THEN last_failure_since END AS "lastFailureSince", failed_first AS "failedFirst", last_exhausted_at AS "lastExhaustedAt",
    day_attempts AS "dayAttempts", day_delivered AS "dayDelivered", day_failed AS "dayFailed",
    CASE WHEN ${IS_OPEN} THEN circuit_opened_at END AS "circuitOpenSince", pending.created_at AS "oldestPendingAt",
    CASE WHEN held_until > now() THEN held_since END AS "heldSince", held_until AS "heldUntil", held_http_status AS "heldHttpStatus",
    CASE WHEN ${IS_LIMITED} AND limited_since < now() - interval '${LIMITED_AFTER_S} seconds' THEN limited_since END AS "limitedSince",
    waiting.count AS waiting,
    CASE WHEN $2::uuid IS NULL AND (SELECT count(*) FROM failed_of_account) <= ${FEW_FAILED} THEN LEAST(COALESCE(f.count, 0), ${MOST_COUNTED})
      ELSE (SELECT count(*) FROM (${STILL_FAILED} AND receiver_id = r.receiver_id LIMIT ${MOST_COUNTED}) AS most) END::integer AS "stillFailed",
    CASE WHEN NOT r.enabled THEN (${OFF_SINCE}) END AS "offSince"
  FROM receiver r
  LEFT JOIN receiver_health h ON h.receiver_id = r.receiver_id
  LEFT JOIN receiver_queue queue ON queue.receiver_id = r.receiver_id
  LEFT JOIN LATERAL (
    SELECT created_at FROM delivery
    WHERE receiver_id = r.receiver_id AND status = 'pending' AND created_at > now() - interval '16 days' AND created_at < now() + interval '1 day'
    ORDER BY created_at LIMIT 1) AS pending ON true
  LEFT JOIN failed_of_receiver f ON f.receiver_id = r.receiver_id
  LEFT JOIN LATERAL (${dueDeliveries('queue.receiver_id')}) AS waiting ON queue.limited_since IS NOT NULL
  WHERE r.account_id = $1 AND ($2::uuid IS NULL OR r.receiver_id = $2)`;

@Injectable()
export class ReceiverHealthRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the rows by receiver: of all receivers of the account, or of one. */
  async find(account: number, receiverId?: string): Promise<ReadonlyMap<string, HealthRow>> {
    const rows = await this.dataSource.query<(HealthRow & { receiverId: string })[]>(FIND, [account, receiverId ?? null]);
    return new Map(rows.map((row) => [row.receiverId, row]));
  }
}
