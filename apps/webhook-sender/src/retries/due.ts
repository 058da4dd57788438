import { type DeliveryAttempt, type Fault, type OwnMessage, readDeliveryAttempt } from '#libs/contracts';

/** What due times are judged by. */
export interface OurTime {
  /** Epoch ms. */
  readonly nowMs: number;
  readonly retryDelayMs: number;
}

/** What is to become of a message at the front: `due`, it goes on as it came; `misdated`, it goes to the end of the topic, due by our clock. */
export type Ripe =
  | { readonly kind: 'due' | 'misdated'; readonly attempt: DeliveryAttempt }
  /** It cannot be read, and so holds back nothing. */
  | { readonly kind: 'unreadable'; readonly fault: Fault; readonly attempt?: undefined };

/** The retries to release now, and when the next retry is due. */
export interface Due {
  /** From the front. */
  readonly ripe: readonly Ripe[];
  /** When the one behind them is due, epoch ms; Infinity when there is none. */
  readonly untilMs: number;
}

interface Held extends OwnMessage {
  /** Written by the clock that said when it is due, epoch ms. */
  readonly timestampMs: number;
}

/** Clocks that agree are no further apart. */
const CLOCKS_APART_MS = 60_000;

/**
 * With one fixed delay a partition lies in due order, so the first that is not due holds back the rest.
 * Those are not even read: of a million that wait, each look at a partition costs the reading of one.
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
 * A sender whose clock is ahead gives its retries due times that would hold back everybody's for as long. Such a one is known by both its times: the
 * due time alone may be that of a longer RETRY_DELAY_MS of before, which stays in force for it. (Ahead by less than the message has lain here it
 * is not known any more, and holds back the others by less than a delay.)
 */
const isWrittenAhead = ({ timestampMs }: Held, dueAtMs: number, { nowMs, retryDelayMs }: OurTime): boolean =>
  timestampMs > nowMs + CLOCKS_APART_MS && dueAtMs > nowMs + retryDelayMs + CLOCKS_APART_MS;

/** It was written before now, whatever its clock said, so its whole wait from now on is never too short. */
const dueByOurs = ({ timestampMs }: Held, dueAtMs: number, { nowMs, retryDelayMs }: OurTime): number =>
  nowMs + Math.max(retryDelayMs, dueAtMs - timestampMs);
