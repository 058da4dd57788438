/** Waits that grow from one second to half a minute. */
export const growingMs = (round: number): number => Math.min(30_000, 1_000 * 2 ** Math.min(round, 5));

/** A wait that a key can cut short. */
export class Pause {
  private wake: (() => void) | undefined;

  get isWaiting(): boolean {
    return this.wake !== undefined;
  }

  /** Ends after the time, when the signal comes, or when it is cut short. */
  wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.wake = undefined;
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.wake = end;
      signal.addEventListener('abort', end);
      if (signal.aborted) end();
    });
  }

  cutShort(): void {
    this.wake?.();
  }
}
