// table receiver_health: the latest results of each receiver's attempts; table receiver: disables a receiver that fails for too long
import { Injectable } from '@nestjs/common';
import { DAY } from '#libs/config';
import { ATTEMPT_REASONS } from '#libs/contracts';
import { disabling } from '#libs/persistence';
import type { EntityManager } from 'typeorm';
import { ALL_EVENTS, floorTo, GRAIN_MS } from './attempt-rollup.js';
import type { Range } from './rollup-plan.js';
import { IS_EXHAUSTING, toDates } from './rollups.repository.js';

/** The number of failures after the last success that prove that a receiver fails. Later failures are not kept. */
const FIRST_FAILURES = 3;

/** Failures that do not prove wrong credentials: the token endpoint gave no answer or failed, or the stored credentials are unreadable. */
const NOT_REFUSED = (['credentials_unreadable', 'token_endpoint_unreachable', 'token_endpoint_late', 'token_endpoint_failed'] as const).map(
  (reason) => ATTEMPT_REASONS[reason],
);

/** True for refused credentials: 401, 403, or a refusal by the token endpoint. */
const IS_REFUSED = `(http_status IN (401, 403) AND outcome = 'http_status' OR outcome = 'auth' AND coalesce(reason, 0) <> ALL ('{${NOT_REFUSED.join()}}'))`;

/** True when no known failure counts any more: a success came, or the receiver was enabled again. */
const HAD_NOT_FAILED = `(COALESCE(failed_first, '{}') = '{}' OR COALESCE(known.last_failure_at <= counts_after, false))`;

/** The receivers with failures that count, and whether all these failures are refusals. */
const REFUSALS = `refusals AS (
    SELECT receiver_id, bool_and(is_refused) AS are_all_refused
    FROM made JOIN known USING (receiver_id) WHERE outcome <> 'accepted' AND (counts_after IS NULL OR attempted_at > counts_after) GROUP BY receiver_id
  )`;

/** When the cause of the latest failure began: its first failure after the last failure with another outcome or status. Includes the known cause. */
const CAUSES = `counted_failures AS (
    SELECT receiver_id, failed_at, outcome, http_status
    FROM (
      SELECT receiver_id, attempted_at AS failed_at, outcome, http_status FROM made WHERE outcome <> 'accepted'
      UNION ALL SELECT receiver_id, unnest(ARRAY[last_failure_since, last_failure_at]), last_failure_outcome, last_failure_http_status FROM known
    ) AS failed JOIN known USING (receiver_id) WHERE failed_at IS NOT NULL AND (counts_after IS NULL OR failed_at > counts_after)
  ), newest AS (
    SELECT DISTINCT ON (receiver_id) receiver_id, outcome, http_status FROM counted_failures ORDER BY receiver_id, failed_at DESC
  ), causes AS (
    SELECT receiver_id, min(failed_at) AS caused_since
    FROM (
      SELECT receiver_id, failed_at, is_same, max(failed_at) FILTER (WHERE NOT is_same) OVER (PARTITION BY receiver_id) AS other_at
      FROM (
        SELECT f.receiver_id, f.failed_at, (f.outcome, f.http_status) IS NOT DISTINCT FROM (n.outcome, n.http_status) AS is_same
        FROM counted_failures f JOIN newest n ON n.receiver_id = f.receiver_id
      ) AS compared
    ) AS compared WHERE is_same AND (other_at IS NULL OR failed_at > other_at) GROUP BY receiver_id
  )`;

const CERTIFICATES = `certificates AS (
    SELECT DISTINCT ON (receiver_id) receiver_id, certificate_not_before, certificate_not_after
    FROM made WHERE certificate_not_after IS NOT NULL ORDER BY receiver_id, attempted_at DESC
  )`;

/** The receiver may have been enabled while this statement ran. Only the row to update shows this. */
const STILL_COUNTING = `ARRAY(
    SELECT failed_at FROM unnest(EXCLUDED.failed_first) AS failed_at WHERE h.failures_from IS NULL OR failed_at > h.failures_from ORDER BY failed_at)`;

/** Merges the known results with the new attempts. Adding the same attempts again changes nothing. */
const ADD = `
  WITH made AS MATERIALIZED (
    SELECT receiver_id, account_id, attempted_at, outcome, http_status, detail, ${IS_EXHAUSTING} AS is_exhausting, ${IS_REFUSED} AS is_refused,
      certificate_not_before, certificate_not_after
    FROM delivery_attempt WHERE recorded_at >= $1 AND recorded_at < $2 AND NOT is_test
  ), ended AS (
    SELECT receiver_id, max(attempted_at) FILTER (WHERE outcome = 'accepted') AS success_at, max(attempted_at) FILTER (WHERE is_exhausting) AS exhausted_at
    FROM made GROUP BY receiver_id
  ), known AS (
    SELECT receiver_id, receiver.account_id, GREATEST(success_at, last_success_at) AS success_at, GREATEST(exhausted_at, last_exhausted_at) AS exhausted_at, failed_first,
      failed_by_credentials, last_failure_at, last_failure_outcome, last_failure_http_status, last_failure_since, GREATEST(success_at, last_success_at, failures_from) AS counts_after
    FROM ended JOIN receiver USING (receiver_id) LEFT JOIN receiver_health USING (receiver_id)
  ), failures AS (
    SELECT receiver_id, failed_at, row_number() OVER (PARTITION BY receiver_id ORDER BY failed_at) AS place
    FROM (
      SELECT receiver_id, attempted_at AS failed_at FROM made WHERE outcome <> 'accepted'
      UNION SELECT receiver_id, unnest(failed_first) FROM known
    ) AS failed JOIN known USING (receiver_id) WHERE counts_after IS NULL OR failed_at > counts_after
  ), first_failures AS (
    SELECT receiver_id, array_agg(failed_at ORDER BY failed_at) AS failed_at FROM failures WHERE place <= ${FIRST_FAILURES} GROUP BY receiver_id
  ), ${REFUSALS}, ${CAUSES}, ${CERTIFICATES}, latest AS (
    SELECT DISTINCT ON (receiver_id) receiver_id, attempted_at, outcome, http_status, detail
    FROM made WHERE outcome <> 'accepted' ORDER BY receiver_id, attempted_at DESC
  )
  INSERT INTO receiver_health AS h (receiver_id, account_id, last_success_at, last_failure_at, last_failure_outcome, last_failure_http_status,
    last_failure_detail, last_failure_since, failed_first, last_exhausted_at, failed_by_credentials, certificate_not_before, certificate_not_after)
  SELECT receiver_id, account_id, success_at, latest.attempted_at, latest.outcome, latest.http_status, latest.detail, caused_since,
    COALESCE(failed_at, '{}'), exhausted_at,
    CASE WHEN failed_at IS NOT NULL THEN COALESCE(are_all_refused, true) AND (${HAD_NOT_FAILED} OR COALESCE(failed_by_credentials, false)) END,
    certificate_not_before, certificate_not_after
  FROM known LEFT JOIN latest USING (receiver_id) LEFT JOIN first_failures USING (receiver_id)
    LEFT JOIN refusals USING (receiver_id) LEFT JOIN causes USING (receiver_id) LEFT JOIN certificates USING (receiver_id)
  ON CONFLICT (receiver_id) DO UPDATE SET last_success_at = EXCLUDED.last_success_at, failed_first = ${STILL_COUNTING},
    last_failure_since = EXCLUDED.last_failure_since,
    last_exhausted_at = EXCLUDED.last_exhausted_at, failed_by_credentials = EXCLUDED.failed_by_credentials,
    certificate_not_before = COALESCE(EXCLUDED.certificate_not_before, h.certificate_not_before),
    certificate_not_after = COALESCE(EXCLUDED.certificate_not_after, h.certificate_not_after),
    ${['last_failure_at', 'last_failure_outcome', 'last_failure_http_status', 'last_failure_detail'].map(latest).join(', ')}
  RETURNING receiver_id AS "receiverId"`;

function latest(column: string): string {
  return `${column} = CASE WHEN h.last_failure_at IS NULL OR EXCLUDED.last_failure_at >= h.last_failure_at THEN EXCLUDED.${column} ELSE h.${column} END`;
}

/** Counts the last 24 hours: quarters from $1 to $2, then minutes. $3 = the receivers. */
const COUNT_DAY = `
  UPDATE receiver_health h SET day_attempts = attempts, day_delivered = delivered, day_failed = failed
  FROM (
    SELECT h.receiver_id, COALESCE(sum(attempts), 0)::integer AS attempts, COALESCE(sum(delivered), 0)::integer AS delivered,
      COALESCE(sum(exhausted + expired), 0)::integer AS failed
    FROM receiver_health h LEFT JOIN LATERAL (
      SELECT attempts, delivered, exhausted, expired FROM attempt_rollup
      WHERE account_id = h.account_id AND receiver_id = h.receiver_id AND grain = 'quarter' AND bucket >= $1 AND bucket < $2 AND event = '${ALL_EVENTS}'
      UNION ALL
      SELECT attempts, delivered, exhausted, expired FROM attempt_rollup
      WHERE account_id = h.account_id AND receiver_id = h.receiver_id AND grain = 'minute' AND bucket >= $2 AND event = '${ALL_EVENTS}'
    ) AS r ON true
    WHERE h.receiver_id = ANY($3::uuid[]) GROUP BY h.receiver_id
  ) AS n
  WHERE n.receiver_id = h.receiver_id AND (day_attempts, day_delivered, day_failed) IS DISTINCT FROM (attempts, delivered, failed)`;

/** The most receivers in one statement, which takes seconds for busy receivers with a thousand rows per day. */
const MOST_COUNTED_AT_ONCE = 2_000;
const NEXT_RECEIVERS = `
  SELECT receiver_id AS "receiverId" FROM receiver_health WHERE $1::uuid IS NULL OR receiver_id > $1 ORDER BY receiver_id LIMIT ${MOST_COUNTED_AT_ONCE}`;

const FORGET = 'DELETE FROM receiver_health h WHERE NOT EXISTS (SELECT FROM receiver WHERE receiver_id = h.receiver_id)';

/** Requires no success in the whole time, and a failure within the time: a receiver that gets nothing does not fail. */
const DISABLE_FAILING = disabling({
  reason: 'failing',
  by: 'token-api',
  which: `FROM receiver_health h WHERE h.receiver_id = r.receiver_id AND disable_after_failing_for IS NOT NULL
     AND failed_first[1] <= now() - disable_after_failing_for::interval AND last_failure_at > now() - disable_after_failing_for::interval`,
});

interface LastDay {
  readonly nowMs: number;
  readonly quartersUntilMs: number;
  /** undefined = all receivers. */
  readonly receiverIds: readonly string[] | undefined;
}

/** Writes table `receiver_health`, and disables receivers that fail for too long. */
@Injectable()
export class ReceiverEndsRepository {
  /** @param range the times of recording @returns the receivers with attempts */
  async add(manager: EntityManager, range: Range): Promise<string[]> {
    const rows = await manager.query<{ receiverId: string }[]>(ADD, toDates(range));
    return rows.map(({ receiverId }) => receiverId);
  }

  /** Counts in several statements. One statement for all receivers might time out every time. */
  async countLastDay(manager: EntityManager, { nowMs, quartersUntilMs, receiverIds }: LastDay): Promise<void> {
    const range = toDates({ fromMs: floorTo(nowMs - DAY, GRAIN_MS.quarter), toMs: quartersUntilMs });
    if (receiverIds) {
      for (let start = 0; start < receiverIds.length; start += MOST_COUNTED_AT_ONCE)
        await manager.query(COUNT_DAY, [...range, receiverIds.slice(start, start + MOST_COUNTED_AT_ONCE)]);
      return;
    }
    let next: readonly string[] = [];
    while ((next = await this.nextReceivers(manager, next.at(-1) ?? null)).length > 0) await manager.query(COUNT_DAY, [...range, next]);
  }

  private async nextReceivers(manager: EntityManager, after: string | null): Promise<string[]> {
    const rows = await manager.query<{ receiverId: string }[]>(NEXT_RECEIVERS, [after]);
    return rows.map(({ receiverId }) => receiverId);
  }

  /** Deletes the rows of deleted receivers. */
  async forget(manager: EntityManager): Promise<void> {
    await manager.query(FORGET);
  }

  /** Disables receivers that have failed for as long as their owners allow. @returns their ids */
  async disableFailing(manager: EntityManager): Promise<string[]> {
    const rows = await manager.query<{ receiverId: string }[]>(DISABLE_FAILING);
    return rows.map(({ receiverId }) => receiverId);
  }
}
