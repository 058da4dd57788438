/** An account whose receivers wait for permits, or hold some. */
export class Account<Queue> {
  /** Receivers with an attempt that may start, in turn. */
  readonly row = new Set<Queue>();
  /** Receivers of the row with a first attempt next and at most one POST in flight. */
  readonly smallRow = new Set<Queue>();
  inFlight = 0;

  constructor(readonly id: number) {}
}

/**
 * Decides whose turn it is: accounts take turns, and within an account its receivers. The thousand receivers of one account must not get a
 * thousand turns for each turn of another account's only receiver.
 */
export class RoundRobin<Queue extends { readonly account: number }> {
  private readonly accounts = new Map<number, Account<Queue>>();
  private readonly waiting = new Set<Account<Queue>>();
  /** Accounts with a small row. */
  private readonly smallWaiting = new Set<Account<Queue>>();

  /** Returns the account of a receiver, and makes it when first needed. */
  of({ account: id }: Queue): Account<Queue> {
    const known = this.accounts.get(id);
    if (known) return known;
    const account = new Account<Queue>(id);
    this.accounts.set(id, account);
    return account;
  }

  /** Adds a queue to its account's row. A queue that is already there keeps its place. */
  give(queue: Queue, isSmall: boolean): void {
    const account = this.of(queue);
    account.row.add(queue);
    this.waiting.add(account);
    if (isSmall) {
      account.smallRow.add(queue);
      this.smallWaiting.add(account);
    } else this.takeSmall(account, queue);
  }

  take(queue: Queue): void {
    const account = this.of(queue);
    account.row.delete(queue);
    if (account.row.size === 0) this.waiting.delete(account);
    this.takeSmall(account, queue);
    if (account.row.size === 0 && account.inFlight === 0) this.accounts.delete(account.id);
  }

  /** The accounts in turn: an account that is looked at goes to the end. */
  rows(which: 'all' | 'small'): ReadonlySet<Account<Queue>> {
    return which === 'all' ? this.waiting : this.smallWaiting;
  }

  accountToTheEnd(account: Account<Queue>): void {
    toTheEnd(this.waiting, account);
    toTheEnd(this.smallWaiting, account);
  }

  queueToTheEnd(queue: Queue): void {
    const { row, smallRow } = this.of(queue);
    toTheEnd(row, queue);
    toTheEnd(smallRow, queue);
  }

  private takeSmall(account: Account<Queue>, queue: Queue): void {
    if (account.smallRow.delete(queue) && account.smallRow.size === 0) this.smallWaiting.delete(account);
  }
}

function toTheEnd<Item>(row: Set<Item>, item: Item): void {
  if (row.delete(item)) row.add(item);
}
