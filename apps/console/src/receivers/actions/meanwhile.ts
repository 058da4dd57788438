// What a receiver did not get while it was off: orders that send it.
import type { Schemas } from '../../api/schemas.js';
import { receiversWords } from '../../words/receivers.words.js';

type Preview = Pick<Schemas['RedeliveryPreview'], 'count' | 'countIsExact'>;
type Status = 'missing' | 'cancelled';

/** An event that came just before the pause may have met it: what has a delivery is not counted. */
const FAN_OUT_MS = 60_000;
/** A delivery that the pause cancelled may have waited for its retries: 16 attempts, 30 minutes apart, or 8 hours behind an open circuit. */
const LONGEST_WAIT_MS = 9 * 3_600_000;
/** `missing` leaves out events of the last 10 seconds, and senders learn of the resume within one more. */
export const SETTLED_MS = 12_000;

const BEFORE_MS: Readonly<Record<Status, number>> = { missing: FAN_OUT_MS, cancelled: LONGEST_WAIT_MS };

export interface MeanwhileWish {
  readonly status: Status;
  readonly from: string;
}

/** @param offSince when the pause began, ISO 8601 */
export const wishOf = (status: Status, offSince: string): MeanwhileWish => ({
  status,
  from: new Date(Date.parse(offSince) - BEFORE_MS[status]).toISOString(),
});

/** `12 events came meanwhile, and 3 deliveries were cancelled: send them now?`; undefined = nothing is to send. */
export function questionOf(missing: Preview, cancelled: Preview): string | undefined {
  const { meanwhile } = receiversWords;
  const what = [
    ...(missing.count > 0 ? [meanwhile.missing(missing.count, missing.countIsExact)] : []),
    ...(cancelled.count > 0 ? [meanwhile.cancelled(cancelled.count, cancelled.countIsExact)] : []),
  ];
  return what.length === 0 ? undefined : meanwhile.question(what, missing.count + cancelled.count === 1);
}
