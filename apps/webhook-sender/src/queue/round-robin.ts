/** Whose receivers wait for permits. */
export class Account<Seat> {
  /** Receivers with a job that may start, in turn. */
  readonly row = new Set<Seat>();
  /** Those of them whose first attempt would be one of next to nothing in flight. */
  readonly smallRow = new Set<Seat>();
  inFlight = 0;
  /** Receivers that have a queue. */
  queues = 0;
}

export interface Seated<Seat> {
  readonly account: Account<Seat>;
}

/**
 * Who is next: accounts take turns, and within an account its receivers, so that the thousand receivers of one account do not get a thousand
 * turns for the only one of another.
 */
export class RoundRobin<Seat extends Seated<Seat>> {
  private readonly waiting = new Set<Account<Seat>>();
  /** Those of them with a small row. */
  private readonly smallWaiting = new Set<Account<Seat>>();

  give(seat: Seat, isSmall: boolean): void {
    const { account } = seat;
    account.row.add(seat);
    this.waiting.add(account);
    if (!isSmall) return;
    account.smallRow.add(seat);
    this.smallWaiting.add(account);
  }

  take(seat: Seat): void {
    const { account } = seat;
    account.row.delete(seat);
    account.smallRow.delete(seat);
    if (account.row.size === 0) this.waiting.delete(account);
    if (account.smallRow.size === 0) this.smallWaiting.delete(account);
  }

  /** In turn; whoever is looked at goes to the end. */
  accounts(which: 'all' | 'small'): ReadonlySet<Account<Seat>> {
    return which === 'all' ? this.waiting : this.smallWaiting;
  }

  toTheEnd(account: Account<Seat>): void {
    if (this.waiting.delete(account)) this.waiting.add(account);
    if (this.smallWaiting.delete(account)) this.smallWaiting.add(account);
  }
}
