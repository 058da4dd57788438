import { type DeliveryAttempt, parseDeliveryAttempt } from '#libs/contracts';

export interface Due {
  /** From the front; undefined = cannot be read, and so holds back nothing. */
  readonly due: readonly (DeliveryAttempt | undefined)[];
  /** When the one behind them is due, epoch ms; Infinity when there is none. */
  readonly untilMs: number;
}

/**
 * With one fixed delay a partition lies in due order, so the first that is not due holds back the rest.
 * Those are not even read: of a million that wait, each look at a partition costs the reading of one.
 */
export function readDue(messages: readonly { readonly value: Buffer | null }[], nowMs: number): Due {
  const due: (DeliveryAttempt | undefined)[] = [];
  for (const { value } of messages) {
    const attempt = parseDeliveryAttempt(value);
    if (attempt?.dueAtMs !== undefined && attempt.dueAtMs > nowMs) return { due, untilMs: attempt.dueAtMs };
    due.push(attempt);
  }
  return { due, untilMs: Infinity };
}
