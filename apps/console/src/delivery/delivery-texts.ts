import type { Schemas } from '../api/schemas.js';
import { deliveryWords } from '../words/delivery.words.js';
import { words } from '../words/words.js';

const text = deliveryWords;

/** Returns the end of the last attempt in a few words: `HTTP 503`, `No connection`, `TLS failed · HTTP 502`. */
export function answerText({ lastOutcome, lastHttpStatus }: Pick<Schemas['Delivery'], 'lastOutcome' | 'lastHttpStatus'>): string {
  if (lastOutcome === null) return text.noAttemptYet;
  const status = lastHttpStatus === null ? [] : [text.http(lastHttpStatus)];
  const isClearFromStatus = status.length > 0 && (lastOutcome === 'http_status' || lastOutcome === 'accepted');
  return [...(isClearFromStatus ? [] : [words.shared.outcome[lastOutcome]]), ...status].join(' · ');
}

/** `3`, `1 · on request` */
export const attemptsText = ({ attempts, round }: Pick<Schemas['Delivery'], 'attempts' | 'round'>): string =>
  round === 1 ? String(attempts) : `${attempts} · ${words.shared.onRequest(round)}`;
