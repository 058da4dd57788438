import type { DeliveryAttempt } from '#libs/contracts';

interface Row {
  readonly attempt: Pick<DeliveryAttempt, 'consignmentId'>;
}

/** Rows of one receiver without those that are `held`, and without what comes behind such a one of the same consignment. */
export function withoutOvertaking<R extends Row>(rows: readonly R[], isHeld: (row: R) => boolean): R[] {
  const heldUp = new Set<string>();
  return rows.filter((row) => {
    if (isHeld(row)) heldUp.add(row.attempt.consignmentId);
    return !heldUp.has(row.attempt.consignmentId);
  });
}
