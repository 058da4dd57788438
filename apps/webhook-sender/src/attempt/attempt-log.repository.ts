// tables delivery_attempt and delivery: every attempt, and the state of each delivery
import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK } from '#libs/config';
import { ATTEMPT_REASONS, attemptId, type DeliveryAttempt, kindOf } from '#libs/contracts';
import { ALWAYS_STANDING_MS, prepared } from '#libs/persistence';
import { DataSource } from 'typeorm';
import type { FinishedAttempt } from './finished-attempt.js';

/**
 * Selects the attempts of table `wanted` that must not be made: the attempt is recorded already, its delivery has ended, or its parcel was
 * erased. A kill between publishing a retry and recording its cause forks the chain of retries, so the same attempt can come twice. If a
 * delivery has no row and is older than `retainedSince` (the second parameter), retention removed it and its attempt has no partition to be
 * recorded in. Keep LATERAL with LIMIT: the planner cannot turn it into a join over whole tables, so each row costs look-ups in one
 * partition only.
 */
export const CLOSED_OF_WANTED = `
  SELECT wanted."deliveryId", wanted.round, wanted.attempt
  FROM wanted
  LEFT JOIN LATERAL (
    SELECT round, status FROM delivery WHERE delivery_id = wanted."deliveryId" AND created_at = wanted."createdAt" LIMIT 1) d ON true
  LEFT JOIN LATERAL (
    SELECT attempt FROM delivery_attempt WHERE delivery_id = wanted."deliveryId" AND round = wanted.round AND attempt = wanted.attempt
      AND delivery_created_at = wanted."createdAt" LIMIT 1) a ON true
  WHERE a.attempt IS NOT NULL OR d.round > wanted.round OR (d.round = wanted.round AND d.status <> 'pending')
    OR (d.round IS NULL AND wanted."createdAt" < $2)
    OR EXISTS (SELECT 1 FROM erased_consignment AS erased WHERE erased.consignment_id = wanted."consignmentId")`;

/** Builds table `wanted` from the first parameter, in the format of `wantedOf`. */
export const WANTED = `
  WITH wanted AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS row(
    "deliveryId" uuid, "consignmentId" uuid, "receiverId" uuid, round smallint, attempt smallint, "createdAt" timestamptz))`;

const CLOSED = prepared(WANTED + CLOSED_OF_WANTED);

const DUE = prepared(`${WANTED}
  SELECT wanted."deliveryId", wanted.round, wanted.attempt, d.next_attempt_at AS "nextAttemptAt"
  FROM wanted
  CROSS JOIN LATERAL (
    SELECT next_attempt_at FROM delivery WHERE delivery_id = wanted."deliveryId" AND created_at = wanted."createdAt"
      AND round = wanted.round AND attempts = wanted.attempt - 1 AND status = 'pending' AND next_attempt_at IS NOT NULL LIMIT 1) d`);

/**
 * Writes both tables in one statement, and deletes the row in delivery_overflow if the attempt waited there. Most deliveries get their row
 * here; a delivery whose first attempt takes long already has a pending row. Recording the same attempt again changes nothing.
 * A cancelled delivery has no attempt, so the database's clock says when it was cancelled; the statistics find the delivery by that time.
 * Answer, URL, headers and body hash may contain personal data: they are not stored if the parcel was erased meanwhile.
 */
const RECORD = prepared(`
  WITH finished AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS row(
      "deliveryId" uuid, "createdAt" timestamptz, round smallint, attempt smallint, account bigint, "receiverId" uuid,
      "consignmentId" uuid, eventid uuid, event text, kind text, status text, "isTest" boolean,
      outcome text, "httpStatus" smallint, reason smallint, detail text, answer text, "bodySha256" text, "senderAddress" text, "attemptedAt" timestamptz,
      "durationMs" integer, "nextAttemptAt" timestamptz, "finishedAt" timestamptz, "overflowId" bigint,
      url text, "requestHeaders" text, "tlsVersion" text, "dnsMs" integer, "connectMs" integer, "tlsMs" integer, "firstByteMs" integer,
      "certificateNotBefore" timestamptz, "certificateNotAfter" timestamptz)
  ), drained AS (
    DELETE FROM delivery_overflow WHERE overflow_id IN (SELECT "overflowId" FROM finished WHERE "overflowId" IS NOT NULL)
  ), logged AS (
    INSERT INTO delivery_attempt (delivery_id, round, attempt, account_id, receiver_id, outcome, http_status, detail, answer,
      sender_address, attempted_at, duration_ms, next_attempt_at, delivery_created_at, event, is_test, reason, body_sha256,
      url, request_headers, tls_version, dns_ms, connect_ms, tls_ms, first_byte_ms,
      certificate_not_before, certificate_not_after)
    SELECT "deliveryId", round, attempt, account, "receiverId", outcome, "httpStatus", detail,
      CASE WHEN erased.consignment_id IS NULL THEN answer END, "senderAddress", "attemptedAt", "durationMs", "nextAttemptAt", "createdAt",
      event, "isTest", reason, CASE WHEN erased.consignment_id IS NULL THEN decode("bodySha256", 'hex') END,
      CASE WHEN erased.consignment_id IS NULL THEN url END, CASE WHEN erased.consignment_id IS NULL THEN "requestHeaders" END,
      "tlsVersion", "dnsMs", "connectMs", "tlsMs", "firstByteMs",
      "certificateNotBefore", "certificateNotAfter"
    FROM finished LEFT JOIN erased_consignment AS erased ON erased.consignment_id = "consignmentId" WHERE outcome IS NOT NULL
    ON CONFLICT DO NOTHING
  )
  INSERT INTO delivery (delivery_id, account_id, receiver_id, consignment_id, eventid, event, kind, status, is_test, round, attempts,
    next_attempt_at, last_outcome, last_http_status, created_at, updated_at)
  SELECT DISTINCT ON ("deliveryId") "deliveryId", account, "receiverId", "consignmentId", eventid, event, kind, status, "isTest", round,
    CASE WHEN outcome IS NULL THEN 0 ELSE attempt END, "nextAttemptAt", outcome, "httpStatus", "createdAt",
    CASE WHEN status = 'cancelled' THEN now() ELSE "finishedAt" END
  FROM finished ORDER BY "deliveryId", attempt DESC
  ON CONFLICT (delivery_id, created_at) DO UPDATE SET status = EXCLUDED.status,
    attempts = GREATEST(delivery.attempts, EXCLUDED.attempts),
    next_attempt_at = EXCLUDED.next_attempt_at, updated_at = EXCLUDED.updated_at,
    last_outcome = COALESCE(EXCLUDED.last_outcome, delivery.last_outcome),
    last_http_status = CASE WHEN EXCLUDED.last_outcome IS NULL THEN delivery.last_http_status ELSE EXCLUDED.last_http_status END
  WHERE delivery.round = EXCLUDED.round AND delivery.status = 'pending'
    AND (delivery.attempts < EXCLUDED.attempts OR EXCLUDED.last_outcome IS NULL)`);

/** Reads and writes table `delivery_attempt`. */
@Injectable()
export class AttemptLogRepository {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Returns the ids (`attemptId`) of attempts that are recorded already or whose delivery has ended: they must not be made or retried
   * again.
   */
  async recordedOf(attempts: readonly DeliveryAttempt[]): Promise<Set<string>> {
    const rows = await this.dataSource.query<DeliveryAttempt[]>(CLOSED, [wantedOf(attempts), retainedSince(this.clock)]);
    return new Set(rows.map(attemptId));
  }

  /** Returns when the log says that each attempt is due: epoch ms by `attemptId`. Attempts without an entry are left out. */
  async dueAtMsOf(attempts: readonly DeliveryAttempt[]): Promise<Map<string, number>> {
    const rows = await this.dataSource.query<(DeliveryAttempt & { nextAttemptAt: Date })[]>(DUE, [wantedOf(attempts)]);
    return new Map(rows.map((row) => [attemptId(row), row.nextAttemptAt.getTime()]));
  }

  async record(finished: readonly FinishedAttempt[]): Promise<void> {
    await this.dataSource.query(RECORD, [JSON.stringify(finished.map(toRow))]);
  }
}

export const wantedOf = (attempts: readonly DeliveryAttempt[]): string =>
  JSON.stringify(
    attempts.map(({ deliveryId, consignmentId, receiverId, round, attempt, deliveryCreatedAtMs }) => ({
      deliveryId,
      consignmentId,
      receiverId,
      round,
      attempt,
      createdAt: new Date(deliveryCreatedAtMs).toISOString(),
    })),
  );

/** Retention may have removed deliveries that are older than this moment. */
export const retainedSince = (clock: Clock): Date => new Date(clock.nowMs() - ALWAYS_STANDING_MS);

const STATUS = { delivered: 'delivered', retry: 'pending', exhausted: 'exhausted', expired: 'expired', cancelled: 'cancelled' } as const;

function toRow({ attempt, settlement, made, finishedAtMs, overflowId }: FinishedAttempt): object {
  return {
    deliveryId: attempt.deliveryId,
    createdAt: new Date(attempt.deliveryCreatedAtMs).toISOString(),
    round: attempt.round,
    attempt: attempt.attempt,
    account: attempt.account,
    receiverId: attempt.receiverId,
    consignmentId: attempt.consignmentId,
    eventid: attempt.eventid,
    event: attempt.event,
    kind: kindOf(attempt.event),
    isTest: attempt.isTest ?? false,
    overflowId,
    status: STATUS[settlement.kind],
    finishedAt: new Date(finishedAtMs).toISOString(),
    nextAttemptAt: settlement.kind === 'retry' ? new Date(settlement.dueAtMs).toISOString() : null,
    outcome: made?.outcome.kind,
    httpStatus: made?.outcome.httpStatus,
    reason: made?.outcome.reason && ATTEMPT_REASONS[made.outcome.reason],
    detail: made?.outcome.detail,
    answer: made?.outcome.answer,
    senderAddress: made?.senderAddress,
    attemptedAt: made && new Date(made.attemptedAtMs).toISOString(),
    durationMs: made?.durationMs,
    bodySha256: made?.isSent ? hash('sha256', attempt.body) : undefined,
    ...made?.details,
  };
}
