import { pauseMs } from './back-off.js';
import { SECOND } from './units.js';

export interface RetryOptions {
  /** For how long what is not there yet is waited for, ms. */
  readonly withinMs: number;
  /** Called after each failed try with the reason, in one sentence. */
  readonly onRetry?: (reason: string) => void;
  /** False for what waiting cannot mend. */
  readonly mayRetry?: (error: unknown) => boolean;
}

/** Between two tries at most, or who waits would be the last to know. */
const LONGEST_PAUSE_MS = 2 * SECOND;

/** Tries until it succeeds, or the time is up. @throws what the last try has thrown */
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

/** Waits as long as is due after so many failures. */
export const backOff = (failures: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, pauseMs(failures, Math.random())));

/** Tries until it succeeds, however long that takes. @param onFailure called after each failed try */
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
