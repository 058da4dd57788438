import { SECOND } from '#libs/config';

/** A crash after this time as a member was not caused by the first message of a partition. */
const STEADY_MS = 30 * SECOND;

/**
 * Counts crashes in a row, because a consumer that crashes over the same batch after each join would unsettle its group many times a second. Successful
 * fetches or batches in between do not end a row; only time does. All times are ms of the steady clock.
 */
export class Crashes {
  private inRow = 0;
  /** When the consumer joined after its latest crash. */
  private sinceMs: number | undefined;

  joined(nowMs: number): void {
    this.sinceMs ??= nowMs;
  }

  /** @returns the number of crashes in a row, this one included */
  crashed(nowMs: number): number {
    const isSteady = this.sinceMs !== undefined && nowMs - this.sinceMs >= STEADY_MS;
    this.sinceMs = undefined;
    return (this.inRow = isSteady ? 1 : this.inRow + 1);
  }
}
