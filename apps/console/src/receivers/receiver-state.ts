// A receiver → one word for how it does, and a sentence that says why.
import type { Schemas } from '../api/schemas.js';
import { durationText, spanText } from '../shared/time.js';
import { receiversWords } from '../words/receivers.words.js';
import { reasonText } from './reason-text.js';

/** The worst first. */
export const STATE_WORDS = ['failing', 'disabled', 'retrying', 'slow', 'paused', 'flowing', 'quiet'] as const;
export type StateWord = (typeof STATE_WORDS)[number];

export interface ReceiverState {
  readonly word: StateWord;
  readonly cause: string;
}

type Listed = Schemas['ListedReceiver'];

export interface Judged {
  readonly receiver: Pick<Listed, 'enabled' | 'disabled' | 'health'>;
  readonly nowMs: number;
  /** Latency of the newest hour with deliveries; absent = none, or not known. */
  readonly recentP95Ms?: number | undefined;
}

/** What waits for less is on its way. */
const WAITS_LONG_MS = 60_000;
const SLOW_MS = 60_000;

const { cause } = receiversWords;

export function stateOf(judged: Judged): ReceiverState {
  const { receiver } = judged;
  const { state, reason } = receiver.health;
  const given = reason === null ? '' : reasonText(reason);
  switch (state) {
    case 'disabled':
      return { word: 'disabled', cause: cause.disabled[receiver.disabled?.reason ?? 'failing'] };
    case 'paused':
      return { word: 'paused', cause: cause.paused };
    case 'failing':
    case 'circuit_open':
      return { word: 'failing', cause: given };
    case 'held':
    case 'limited':
      return { word: 'slow', cause: given };
    case 'healthy':
      return ofHealthy(judged, given);
    default:
      return state satisfies never;
  }
}

function ofHealthy({ receiver, nowMs, recentP95Ms }: Judged, given: string): ReceiverState {
  const { last24h, lastSuccessAt, oldestPendingAt } = receiver.health;
  const { attempts, delivered, failed } = last24h;
  const waitsMs = oldestPendingAt === null ? 0 : nowMs - Date.parse(oldestPendingAt);
  const hasRetries = attempts > delivered + failed;
  if (delivered === 0 && failed > 0) return { word: 'failing', cause: cause.allFailed(failed) };
  if (delivered === 0 && hasRetries) return { word: 'retrying', cause: cause.noneYet };
  if (waitsMs > WAITS_LONG_MS && hasRetries) return { word: 'retrying', cause: cause.retrying(spanText(waitsMs)) };
  if (given !== '') return { word: 'slow', cause: given };
  if (waitsMs > WAITS_LONG_MS) return { word: 'slow', cause: cause.waiting(spanText(waitsMs)) };
  if (recentP95Ms !== undefined && recentP95Ms > SLOW_MS) return { word: 'slow', cause: cause.late(durationText(recentP95Ms)) };
  if (attempts === 0) return { word: 'quiet', cause: lastSuccessAt === null ? cause.never : cause.quiet };
  return { word: 'flowing', cause: failed > 0 ? cause.failedBefore(failed) : cause.flowing };
}

export interface Ranked {
  readonly word: StateWord;
  readonly failed: number;
  readonly name: string;
}

/** The worst first; of the same word the one with more failures, then by name. */
export const byRank = (a: Ranked, b: Ranked): number =>
  STATE_WORDS.indexOf(a.word) - STATE_WORDS.indexOf(b.word) || b.failed - a.failed || a.name.localeCompare(b.name, 'en', { numeric: true });
