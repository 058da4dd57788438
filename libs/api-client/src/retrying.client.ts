import type { Fetch } from './api-client.client.js';
import { retryAfterSeconds } from './retry-after.js';
import { wait } from './wait.js';

export interface RetryOptions {
  /** Sends one request. Default: the global `fetch` */
  readonly fetch?: Fetch;
  /** False = no repeat after this error of `fetch`. Default: every error may pass */
  readonly mayPass?: (error: unknown) => boolean;
  /** The most tries, the first included. Default: 4 */
  readonly tries?: number;
  /** Pause before the second try, ms; each further pause is twice as long. Default: 500 */
  readonly pauseMs?: number;
  /** The longest `Retry-After` that is waited for, ms. Default: 30,000 */
  readonly mostPauseMs?: number;
}

const KEY = 'idempotency-key';
/** These answers say that a later try may succeed. */
const TEMPORARY = [408, 429, 502, 503, 504];

/**
 * Returns a `fetch` that repeats requests only where a repeat changes nothing: reads, orders with an `Idempotency-Key` (it adds one to
 * redeliveries), and requests that were throttled, because the service did nothing.
 */
export function retrying(options: RetryOptions = {}): Fetch {
  const { fetch = globalThis.fetch, mayPass = () => true, tries = 4, pauseMs = 500, mostPauseMs = 30_000 } = options;
  return async (request) => {
    if (request.method === 'POST' && request.url.endsWith('/redeliver') && !request.headers.has(KEY)) {
      request.headers.set(KEY, crypto.randomUUID());
    }
    const isSafe = ['GET', 'HEAD'].includes(request.method) || request.headers.has(KEY);
    for (let round = 1; ; round++) {
      const again = round < tries && !request.signal.aborted;
      const result = await fetch(request.clone()).catch((error: unknown) => ({ error }));
      if ('error' in result && !(again && isSafe && mayPass(result.error))) throw result.error;
      const response = 'error' in result ? undefined : result;
      const pause = response ? retryAfterMs(response) : undefined;
      const mayRepeat = !response || response.status === 429 || (isSafe && TEMPORARY.includes(response.status));
      if (response && !(again && mayRepeat && (pause ?? 0) <= mostPauseMs)) return response;
      await response?.body?.cancel();
      await wait(pause ?? pauseMs * 2 ** (round - 1), request.signal);
    }
  };
}

function retryAfterMs(response: Response): number | undefined {
  const seconds = retryAfterSeconds(response);
  return seconds === undefined ? undefined : seconds * 1000;
}
