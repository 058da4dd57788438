import { type DeliveryAttempt, serialiseDeliveryAttempt } from '#libs/contracts';
import type { TestDatabase } from '../support/database.js';

export interface OverflowOptions {
  /** So long an earlier POST of theirs may be under way at the instance that stored them. */
  readonly keptForMs?: number;
  /** How long ago they were stored. */
  readonly agoMs?: number;
  /** Before all that are there. */
  readonly isAhead?: boolean;
}

const INSERT = `
  INSERT INTO delivery_overflow (overflow_id, receiver_id, consignment_id, message, stored_by, not_before, stored_at)
  OVERRIDING SYSTEM VALUE
  SELECT CASE WHEN $6 THEN (SELECT min(overflow_id) - 1 FROM delivery_overflow) ELSE nextval(pg_get_serial_sequence('delivery_overflow', 'overflow_id')) END,
    $1, $2, $3, gen_random_uuid(), now() + $4 * interval '1 millisecond', now() - $5 * interval '1 millisecond'`;

/** Attempts that wait in the table, as an instance that is gone has stored them. Their owner looks each second. */
export async function insertOverflow(
  database: TestDatabase,
  attempts: readonly DeliveryAttempt[],
  { keptForMs, agoMs = 0, isAhead = false }: OverflowOptions = {},
): Promise<void> {
  for (const attempt of attempts) {
    const { receiverId, consignmentId } = attempt;
    await database.query(INSERT, [receiverId, consignmentId, serialiseDeliveryAttempt(attempt), keptForMs, agoMs, isAhead]);
  }
}
