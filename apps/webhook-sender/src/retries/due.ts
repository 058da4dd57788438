import { type DeliveryAttempt, type Fault, type OwnMessage, readDeliveryAttempt } from '#libs/contracts';

/** The time and delay that due times are judged by. */
export interface OurTime {
  /** Epoch ms. */
  readonly nowMs: number;
  readonly retryDelayMs: number;
}

/**
 * The fate of a message at the front: `due` = released as it is; `misdated` = moved to the end of the topic, with a due time by this clock.
 */
export type Ripe =
  | { readonly kind: 'due' | 'misdated'; readonly attempt: DeliveryAttempt }
  /** The message is unreadable, so it holds back nothing. */
  | { readonly kind: 'unreadable'; readonly fault: Fault; readonly attempt?: undefined };

/** The retries to release now, and when the next retry is due. */
export interface Due {
  /** The messages from the front that may go. */
  readonly ripe: readonly Ripe[];
  /** When the next message is due, epoch ms; Infinity = there is none. */
  readonly untilMs: number;
}

interface Held extends OwnMessage {
  /** When the message was written, epoch ms, by the same clock as its due time. */
  readonly timestampMs: number;
}

/** The largest difference between clocks that count as equal. */
const CLOCKS_APART_MS = 60_000;

/**
 * Returns the retries to release now. With one fixed delay a partition lies in due order, so the first retry that is not due holds back the
 * rest. The rest is not even read: with a million waiting retries, each look reads one message per partition.
 */
export function readDue(messages: readonly Held[], time: OurTime): Due {
  const ripe: Ripe[] = [];
  for (const message of messages) {
    const read = readDeliveryAttempt(message);
    if (!read.ok) {
      ripe.push({ kind: 'unreadable', fault: read });
      continue;
    }
    const attempt = read.value;
    const { dueAtMs } = attempt;
    if (dueAtMs === undefined || dueAtMs <= time.nowMs) ripe.push({ kind: 'due', attempt });
    else if (isWrittenAhead(message, dueAtMs, time))
      ripe.push({ kind: 'misdated', attempt: { ...attempt, dueAtMs: dueByOurs(message, dueAtMs, time) } });
    else return { ripe, untilMs: dueAtMs };
  }
  return { ripe, untilMs: Infinity };
}

/**
 * Returns true when the sender's clock was ahead: its due time would hold back all later retries for as long. Both times are needed,
 * because a late due time alone may come from an earlier, longer RETRY_DELAY_MS, which stays in force. If the clock was ahead by less than
 * the message has lain here, this is no longer visible; the message then holds back the others by less than one delay.
 */
const isWrittenAhead = ({ timestampMs }: Held, dueAtMs: number, { nowMs, retryDelayMs }: OurTime): boolean =>
  timestampMs > nowMs + CLOCKS_APART_MS && dueAtMs > nowMs + retryDelayMs + CLOCKS_APART_MS;

/**
 * Returns the new due time. The message was written before now, whatever its clock says, so its whole wait from now on is never too short.
 */
const dueByOurs = ({ timestampMs }: Held, dueAtMs: number, { nowMs, retryDelayMs }: OurTime): number =>
  nowMs + Math.max(retryDelayMs, dueAtMs - timestampMs);
