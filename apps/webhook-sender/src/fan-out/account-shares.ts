/** Deliveries that an account may have of one batch without room: one event for 400 receivers, or 400 events for one. */
const SHARE = 400;

/** Decides for each event of one batch whether it goes out now or waits behind other accounts. */
export class AccountShares {
  private readonly deferred: Set<number>;
  private readonly taken = new Map<number, number>();

  /**
   * @param deferred accounts with events that wait already: later events must not overtake them
   * @param room deliveries that may go out beside the shares
   */
  constructor(
    deferred: ReadonlySet<number>,
    private room: number,
  ) {
    this.deferred = new Set(deferred);
  }

  /** @returns false when the event, and each later event of its account, waits */
  take(account: number, deliveries: number): boolean {
    if (this.deferred.has(account)) return false;
    const taken = (this.taken.get(account) ?? 0) + deliveries;
    const isTaken = taken <= SHARE || this.room >= deliveries;
    if (isTaken) this.taken.set(account, taken);
    else this.deferred.add(account);
    this.room -= deliveries;
    return isTaken;
  }
}
