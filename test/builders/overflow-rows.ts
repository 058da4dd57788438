import type { DeliveryAttempt } from '#libs/contracts';
import type { TestDatabase } from '../support/database.js';

export interface OverflowOptions {
  /** How long an earlier POST of the receiver may still be in flight at the instance that stored the rows. */
  readonly keptForMs?: number;
  /** Age of the rows. */
  readonly agoMs?: number;
  /** Puts the rows ahead of all existing rows. */
  readonly isAhead?: boolean;
}

const INSERT = `
  INSERT INTO delivery_overflow (overflow_id, receiver_id, consignment_id, delivery_id, delivery_created_at, account_id, eventid, event, round,
    attempt, due_at, is_test, reference_values, body, stored_by, not_before, stored_at)
  OVERRIDING SYSTEM VALUE
  SELECT CASE WHEN $3 THEN COALESCE((SELECT min(overflow_id) - 1 FROM delivery_overflow), 0) ELSE nextval(pg_get_serial_sequence('delivery_overflow', 'overflow_id')) END,
    $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, gen_random_uuid(), now() + $1 * interval '1 millisecond', now() - $2 * interval '1 millisecond'`;

/** Inserts attempts that wait in the table, as an instance that no longer runs left them. Their owner checks the table every second. */
export async function insertOverflow(
  database: TestDatabase,
  attempts: readonly DeliveryAttempt[],
  { keptForMs, agoMs = 0, isAhead = false }: OverflowOptions = {},
): Promise<void> {
  for (const attempt of attempts) {
    const { receiverId, consignmentId, deliveryId, account, eventid, event, round, dueAtMs, isTest = false } = attempt;
    const ids = [
      receiverId,
      consignmentId,
      deliveryId,
      new Date(attempt.deliveryCreatedAtMs),
      account,
      eventid,
      event,
      round,
      attempt.attempt,
    ];
    const dueAt = dueAtMs === undefined ? null : new Date(dueAtMs);
    await database.query(INSERT, [keptForMs, agoMs, isAhead, ...ids, dueAt, isTest, attempt.references, attempt.body]);
  }
}
