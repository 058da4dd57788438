import { randomUUID } from 'node:crypto';
import { ATTEMPT_REASONS, type AttemptReason } from '#libs/contracts';
import type { TestDatabase } from '../support/database.js';

export interface AttemptOptions {
  readonly account: number;
  readonly receiverId: string;
  /** ISO 8601 or epoch ms. */
  readonly attemptedAt: string | number;
  readonly event?: string;
  readonly outcome?: string;
  readonly httpStatus?: number | null;
  /** One of ATTEMPT_REASONS. */
  readonly reason?: AttemptReason;
  readonly round?: number;
  readonly attempt?: number;
  /** Time from the creation of the event to the attempt, in ms. */
  readonly afterMs?: number;
  readonly durationMs?: number;
  /** A retry follows. */
  readonly isRetried?: boolean;
  readonly isTest?: boolean;
  readonly recordedAt?: string | Date;
  /** The existing delivery to which this attempt is added. */
  readonly deliveryId?: string;
}

const DELIVERY = `
  INSERT INTO delivery (delivery_id, account_id, receiver_id, consignment_id, eventid, event, status, is_test, round, attempts, created_at, updated_at)
  VALUES ($1, $2, $3, $1, $1, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`;

const ATTEMPT = `
  INSERT INTO delivery_attempt (delivery_id, round, attempt, account_id, receiver_id, outcome, http_status, detail, attempted_at, duration_ms,
    next_attempt_at, delivery_created_at, recorded_at, event, is_test, reason)
  VALUES ($1, $2, $3, $4, $5, $6, $7, 'as the test says', $8, $9, $10, $11, $12, $13, $14, $15)`;

/** Inserts an attempt and its delivery, as a sender records them. @returns the id of the delivery */
export async function insertAttempt(database: Pick<TestDatabase, 'query'>, options: AttemptOptions): Promise<string> {
  const {
    account,
    receiverId,
    event = 'onDelivered',
    outcome = 'accepted',
    round = 1,
    attempt = 1,
    isRetried = false,
    isTest = false,
  } = options;
  const deliveryId = options.deliveryId ?? randomUUID();
  const attemptedAt = new Date(options.attemptedAt);
  const createdAt = new Date(attemptedAt.getTime() - (options.afterMs ?? 0));
  const nextAt = isRetried ? new Date(attemptedAt.getTime() + 1_800_000) : null;
  const status = isRetried ? 'pending' : outcome === 'accepted' ? 'delivered' : 'exhausted';
  const httpStatus = options.httpStatus === undefined ? (outcome === 'accepted' ? 200 : null) : options.httpStatus;
  const recordedAt = options.recordedAt ?? new Date();
  await database.query(DELIVERY, [deliveryId, account, receiverId, event, status, isTest, round, attempt, createdAt, attemptedAt]);
  const ids = [deliveryId, round, attempt, account, receiverId];
  const times = [attemptedAt, options.durationMs ?? 100, nextAt, createdAt, recordedAt];
  const facts = [event, isTest, options.reason && ATTEMPT_REASONS[options.reason]];
  await database.query(ATTEMPT, [...ids, outcome, httpStatus, ...times, ...facts]);
  return deliveryId;
}
