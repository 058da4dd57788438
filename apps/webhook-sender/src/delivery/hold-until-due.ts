import type { DeliveryAttempt } from '#libs/contracts';

/** How many from the front are due. With one fixed delay a partition lies in due order, so the first that is not holds back the rest. */
export function countDue(attempts: readonly (DeliveryAttempt | undefined)[], nowMs: number): number {
  const firstNotDue = attempts.findIndex((attempt) => attempt?.dueAtMs !== undefined && attempt.dueAtMs > nowMs);
  return firstNotDue === -1 ? attempts.length : firstNotDue;
}
