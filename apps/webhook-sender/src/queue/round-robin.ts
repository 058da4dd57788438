/** Whose receivers wait for permits. */
export class Account<Place> {
  /** Receivers with an attempt that may start, in turn. */
  readonly row = new Set<Place>();
  /** Those of them whose first attempt would be one of next to nothing in flight. */
  readonly idleQueues = new Set<Place>();
  inFlight = 0;
  /** Receivers that have a queue. */
  queues = 0;
}

/** An item of the round robin with its account. */
export interface Placed<Place> {
  readonly account: Account<Place>;
}

/**
 * Who is next: accounts take turns, and within an account its receivers, so that the thousand receivers of one account do not get a thousand
 * turns for the only one of another.
 */
export class RoundRobin<Place extends Placed<Place>> {
  private readonly waiting = new Set<Account<Place>>();
  /** Those of them with a small row. */
  private readonly smallWaiting = new Set<Account<Place>>();

  give(place: Place, isSmall: boolean): void {
    const { account } = place;
    account.row.add(place);
    this.waiting.add(account);
    if (!isSmall) return;
    account.idleQueues.add(place);
    this.smallWaiting.add(account);
  }

  take(place: Place): void {
    const { account } = place;
    account.row.delete(place);
    account.idleQueues.delete(place);
    if (account.row.size === 0) this.waiting.delete(account);
    if (account.idleQueues.size === 0) this.smallWaiting.delete(account);
  }

  /** In turn: an account that is looked at goes to the end. */
  accounts(which: 'all' | 'small'): ReadonlySet<Account<Place>> {
    return which === 'all' ? this.waiting : this.smallWaiting;
  }

  toTheEnd(account: Account<Place>): void {
    if (this.waiting.delete(account)) this.waiting.add(account);
    if (this.smallWaiting.delete(account)) this.smallWaiting.add(account);
  }
}
