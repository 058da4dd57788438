import { type Fetch, retryAfterSeconds } from '#libs/api-client';
import { Unreachable } from '../api/own-host-fetch.js';
import { growingMs, Pause } from './pause.js';

export interface Patience {
  readonly fetch: Fetch;
  /** Called before each wait. */
  readonly onWait: (why: string, ms: number) => void;
  /** Called when an answer comes after a wait. */
  readonly onAnswer: () => void;
  readonly waitMs?: (round: number) => number;
}

const TEMPORARY = new Set([408, 429, 500, 502, 503, 504]);

/** Returns a `fetch` for reads that asks until an answer comes: a service that restarts does not end a walk. */
export function patientFetch({ fetch, onWait, onAnswer, waitMs = growingMs }: Patience): Fetch {
  const pause = new Pause();
  return async (request) => {
    for (let round = 0; ; round++) {
      const result = await fetch(request.clone()).catch((error: unknown) => {
        if (error instanceof Unreachable) return error;
        throw error;
      });
      if (result instanceof Response && !TEMPORARY.has(result.status)) {
        if (round > 0) onAnswer();
        return result;
      }
      request.signal.throwIfAborted();
      const ms = Math.max(waitMs(round), result instanceof Response ? retryAfterMs(result) : 0);
      onWait(result instanceof Response ? `The service answers ${result.status}.` : result.message, ms);
      await pause.wait(ms, request.signal);
      request.signal.throwIfAborted();
    }
  };
}

const MOST_RETRY_AFTER_MS = 60_000;

const retryAfterMs = (response: Response): number => Math.min((retryAfterSeconds(response) ?? 0) * 1_000, MOST_RETRY_AFTER_MS);
