import { pauseMs } from './back-off.js';
import { SECOND } from './units.js';

export interface RetryOptions {
  /** How long to keep trying, ms. */
  readonly withinMs: number;
  /** Called after each failed try with the reason, in one sentence. */
  readonly onRetry?: (reason: string) => void;
  /** Returns false for an error that waiting cannot cure. */
  readonly mayRetry?: (error: unknown) => boolean;
}

/** The longest pause between two tries, so that success is noticed soon. */
const LONGEST_PAUSE_MS = 2 * SECOND;

/** Tries until the attempt succeeds or the time is up. @throws the error of the last try */
export async function retryWithBackOff<T>(attempt: () => Promise<T>, { withinMs, onRetry, mayRetry }: RetryOptions): Promise<T> {
  const untilMs = performance.now() + withinMs;
  for (let failures = 1; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() >= untilMs || mayRetry?.(error) === false) throw error;
      onRetry?.((error as Error).message);
      await new Promise((resolve) => setTimeout(resolve, Math.min(pauseMs(failures, Math.random()), LONGEST_PAUSE_MS)));
    }
  }
}

/** Waits for the pause that follows this number of failures. */
export const backOff = (failures: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, pauseMs(failures, Math.random())));

/** Tries until the attempt succeeds, without a time limit. @param onFailure called after each failed try */
export async function untilItSucceeds<T>(attempt: () => Promise<T>, onFailure: (error: unknown, failures: number) => void): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      onFailure(error, failures);
      await backOff(failures);
    }
  }
}
