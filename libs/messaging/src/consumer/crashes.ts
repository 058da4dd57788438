import { SECOND } from '#libs/config';

/** A member of this age did not crash over the first message of a partition. */
const STEADY_MS = 30 * SECOND;

/**
 * Crashes in a row: who joins and stumbles at once over the same batch would unsettle its group many times a second. What it does in between ends no
 * row, be it a fetch or a batch of another partition. All moments are of the steady clock, ms.
 */
export class Crashes {
  private inRow = 0;
  /** Since when it has been a member without a crash. */
  private sinceMs: number | undefined;

  joined(nowMs: number): void {
    this.sinceMs ??= nowMs;
  }

  /** @returns how many there have been in a row, this one included */
  crashed(nowMs: number): number {
    const isSteady = this.sinceMs !== undefined && nowMs - this.sinceMs >= STEADY_MS;
    this.sinceMs = undefined;
    return (this.inRow = isSteady ? 1 : this.inRow + 1);
  }
}
