/** Deliveries that an account may have of one batch without room: one event for 400 receivers, or 400 events for one. */
const SHARE = 400;

/** Knows which accounts of one batch have had their share of deliveries, and which accounts are deferred. */
export class AccountShares {
  private readonly deferred: Set<number>;
  private readonly taken = new Map<number, number>();

  /** @param deferred accounts that are deferred already */
  constructor(deferred: ReadonlySet<number>) {
    this.deferred = new Set(deferred);
  }

  isDeferred(account: number): boolean {
    return this.deferred.has(account);
  }

  defer(account: number): void {
    this.deferred.add(account);
  }

  /** @returns whether these deliveries are within the account's share */
  take(account: number, deliveries: number): boolean {
    const taken = (this.taken.get(account) ?? 0) + deliveries;
    this.taken.set(account, taken);
    return taken <= SHARE;
  }
}
