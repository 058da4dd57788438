// The webhooks that a receiver missed while it was off, and the orders that send them.
import type { RecoverRequest } from '../../recover/recover-options.js';
import type { Recoverable } from '../../recover/recoverable.js';
import { receiversWords } from '../../words/receivers.words.js';

/** The fan-out of a slightly older event may have found the receiver off. Events that have a delivery are not counted. */
const FAN_OUT_MS = 60_000;
/** A cancelled delivery may have waited so long: through 16 attempts, 30 minutes apart, or 8 hours behind an open circuit. */
const LONGEST_WAIT_MS = 9 * 3_600_000;
/** Deliveries that failed earlier were not delivered either. */
const FAILED_MS = 120 * 24 * 3_600_000;
/** `missing` leaves out events of the last 10 seconds. Senders learn within one more second that the receiver is on. */
export const SETTLED_MS = 12_000;

const BEFORE_MS = { missing: FAN_OUT_MS, cancelled: LONGEST_WAIT_MS, exhausted: FAILED_MS, expired: FAILED_MS } as const;
type Status = keyof typeof BEFORE_MS;

interface OffReceiver {
  readonly receiverId: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** When the receiver went off, ISO 8601. */
  readonly offSince: string;
}

/** The receiver has missed no event from before it was created. */
export const meanwhileRequests = ({ receiverId, createdAt, offSince }: OffReceiver): readonly RecoverRequest[] =>
  (Object.keys(BEFORE_MS) as Status[]).map((status) => ({
    receiverId,
    status,
    from: new Date(Math.max(Date.parse(createdAt), Date.parse(offSince) - BEFORE_MS[status])).toISOString(),
  }));

/** `12 events were missed, 3 deliveries were cancelled, and 74 failed: send them now?` */
export function questionOf({ parts, count }: Pick<Recoverable, 'parts' | 'count'>): string {
  const { meanwhile } = receiversWords;
  const of = (...statuses: readonly string[]) => parts.filter(({ status }) => statuses.includes(status));
  const clause = (found: Recoverable['parts'], sentence: (many: number, isExact: boolean) => string): readonly string[] =>
    found.length === 0
      ? []
      : [
          sentence(
            found.reduce((sum, part) => sum + part.count, 0),
            found.every(({ countIsExact }) => countIsExact),
          ),
        ];
  const what = [
    ...clause(of('missing'), meanwhile.missing),
    ...clause(of('cancelled'), meanwhile.cancelled),
    ...clause(of('exhausted', 'expired'), meanwhile.failed),
  ];
  return meanwhile.question(what, count === 1);
}
