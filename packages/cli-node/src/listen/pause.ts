import { setTimeout as wait } from 'node:timers/promises';

/** Waits that grow from one second to half a minute. */
export const growingMs = (round: number): number => Math.min(30_000, 1_000 * 2 ** Math.min(round, 5));

/** A wait that a key can cut short. */
export class Pause {
  private cut: AbortController | undefined;

  get isWaiting(): boolean {
    return this.cut !== undefined;
  }

  /** Ends after the time, when the signal comes, or when it is cut short. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    this.cut = new AbortController();
    await wait(ms, undefined, { signal: AbortSignal.any([signal, this.cut.signal]) }).catch(() => undefined);
    this.cut = undefined;
  }

  cutShort(): void {
    this.cut?.abort();
  }
}
