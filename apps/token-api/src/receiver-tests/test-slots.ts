/** Each holds a connection for as long as the receiver takes. */
const MOST_OF_ALL = 50;
/** One account's hanging receivers must not take the places of all others. */
export const MOST_OF_ACCOUNT = 5;

/** The tests under way in this process. Whoever has taken a place gives it back. */
export class TestSlots {
  private all = 0;
  private readonly ofAccount = new Map<number, number>();

  /** @returns false when the account or the process has none left */
  take(account: number): boolean {
    const own = this.ofAccount.get(account) ?? 0;
    if (own >= MOST_OF_ACCOUNT || this.all >= MOST_OF_ALL) return false;
    this.ofAccount.set(account, own + 1);
    this.all++;
    return true;
  }

  giveBack(account: number): void {
    const own = (this.ofAccount.get(account) ?? 0) - 1;
    if (own > 0) this.ofAccount.set(account, own);
    else this.ofAccount.delete(account);
    this.all--;
  }
}
