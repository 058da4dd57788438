// tables delivery_attempt and delivery: what was tried, and where each delivery stands
import { Inject, Injectable } from '@nestjs/common';
import { attemptId, type DeliveryAttempt } from '#libs/contracts';
import { DataSource } from 'typeorm';
import type { Finished } from './delivery/finished.js';

const RECORDED = `
  SELECT a.delivery_id AS "deliveryId", a.round, a.attempt
  FROM jsonb_to_recordset($1::jsonb) AS wanted("deliveryId" uuid, round smallint, attempt smallint, "createdAt" timestamptz)
  JOIN delivery_attempt a ON a.delivery_id = wanted."deliveryId" AND a.round = wanted.round AND a.attempt = wanted.attempt
    AND a.delivery_created_at = wanted."createdAt"`;

/** Both tables, and the backlog's row where it waited there, in one statement; an attempt that is already recorded changes nothing. */
const RECORD = `
  WITH finished AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS row(
      "deliveryId" uuid, "createdAt" timestamptz, round smallint, attempt smallint, account bigint, "receiverId" uuid, status text,
      outcome text, "httpStatus" smallint, detail text, answer text, "senderAddress" text, "attemptedAt" timestamptz,
      "durationMs" integer, "nextAttemptAt" timestamptz, "finishedAt" timestamptz, "backlogId" bigint)
  ), drained AS (
    DELETE FROM delivery_backlog WHERE backlog_id IN (SELECT "backlogId" FROM finished WHERE "backlogId" IS NOT NULL)
  ), logged AS (
    INSERT INTO delivery_attempt (delivery_id, round, attempt, account_id, receiver_id, outcome, http_status, detail, answer,
      sender_address, attempted_at, duration_ms, next_attempt_at, delivery_created_at)
    SELECT "deliveryId", round, attempt, account, "receiverId", outcome, "httpStatus", detail, answer,
      "senderAddress", "attemptedAt", "durationMs", "nextAttemptAt", "createdAt"
    FROM finished WHERE outcome IS NOT NULL
    ON CONFLICT DO NOTHING
  )
  UPDATE delivery SET status = finished.status,
    attempts = CASE WHEN outcome IS NULL THEN delivery.attempts ELSE finished.attempt END,
    next_attempt_at = "nextAttemptAt", updated_at = "finishedAt",
    last_outcome = COALESCE(outcome, last_outcome),
    last_http_status = CASE WHEN outcome IS NULL THEN last_http_status ELSE "httpStatus" END
  FROM finished
  WHERE delivery.delivery_id = "deliveryId" AND delivery.created_at = "createdAt" AND delivery.round = finished.round
    AND (delivery.attempts < finished.attempt OR outcome IS NULL) AND delivery.status = 'pending'`;

@Injectable()
export class AttemptsRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Ids (`attemptId`) of those that were already made: they are neither made nor retried again. */
  async recordedOf(attempts: readonly DeliveryAttempt[]): Promise<Set<string>> {
    const wanted = attempts.map(({ deliveryId, round, attempt, deliveryCreatedAtMs }) => ({
      deliveryId,
      round,
      attempt,
      createdAt: new Date(deliveryCreatedAtMs).toISOString(),
    }));
    const rows = await this.dataSource.query<DeliveryAttempt[]>(RECORDED, [JSON.stringify(wanted)]);
    return new Set(rows.map(attemptId));
  }

  async record(finished: readonly Finished[]): Promise<void> {
    await this.dataSource.query(RECORD, [JSON.stringify(finished.map(toRow))]);
  }
}

const STATUS = { delivered: 'delivered', retry: 'pending', exhausted: 'exhausted', expired: 'expired', cancelled: 'cancelled' } as const;

function toRow({ attempt, settlement, made, finishedAtMs, backlogId }: Finished): object {
  return {
    deliveryId: attempt.deliveryId,
    createdAt: new Date(attempt.deliveryCreatedAtMs).toISOString(),
    round: attempt.round,
    attempt: attempt.attempt,
    account: attempt.account,
    receiverId: attempt.receiverId,
    backlogId,
    status: STATUS[settlement.kind],
    finishedAt: new Date(finishedAtMs).toISOString(),
    nextAttemptAt: settlement.kind === 'retry' ? new Date(settlement.dueAtMs).toISOString() : null,
    ...(made && {
      outcome: made.outcome.kind,
      httpStatus: made.outcome.httpStatus,
      detail: made.outcome.detail,
      answer: made.outcome.answer,
      senderAddress: made.senderAddress,
      attemptedAt: new Date(made.attemptedAtMs).toISOString(),
      durationMs: made.durationMs,
    }),
  };
}
