/** An event in the queue of its account. */
export interface QueuedEvent {
  readonly account: number;
  /** The bytes of memory that the event takes. */
  readonly bytes: number;
}

interface AccountQueue<Event> {
  events: Event[];
  /** The index of the first event that still waits. */
  first: number;
  /** The deliveries that the account has had. */
  served: number;
  /** The deliveries of the account's last event: the best guess for the next event. */
  perEvent: number;
  /** The bytes of all events in the queue. */
  bytes: number;
}

/** An account with at most this many waiting deliveries goes first. */
const FEW = 10;
/** Passed events stay in the array up to this many: shifting each event out would move all later events. */
const MOST_PASSED = 1_000;

/**
 * Events that wait for their fan-out, account by account. Accounts with few waiting deliveries go first. Among the others, the account that
 * has had the fewest deliveries goes next (start-time fair queuing). An account that comes back starts level with the others and gets no
 * credit for idle time.
 */
export class WaitingEvents<Event extends QueuedEvent> {
  private readonly queues = new Map<number, AccountQueue<Event>>();
  /** The deliveries of an account's last event, where they are not few. */
  private readonly largeEvents = new Map<number, number>();
  /** How many deliveries the account that went last had had before. */
  private servedLast = 0;
  private eventCount = 0;
  private byteCount = 0;

  get count(): number {
    return this.eventCount;
  }

  /** The bytes of all waiting events. */
  get bytes(): number {
    return this.byteCount;
  }

  bytesOf(account: number): number {
    return this.queues.get(account)?.bytes ?? 0;
  }

  /** How many deliveries of the next account wait for room. An account with few deliveries does not wait: others have taken the room. */
  get wanted(): number {
    const account = inTurn(this.inRow());
    return account === undefined || account.isFew ? 0 : deliveriesOf(account.queue);
  }

  add(event: Event): void {
    const queue = this.queues.get(event.account) ?? {
      events: [],
      first: 0,
      served: this.servedLast,
      perEvent: this.largeEvents.get(event.account) ?? 1,
      bytes: 0,
    };
    this.queues.set(event.account, queue);
    queue.events.push(event);
    queue.bytes += event.bytes;
    this.eventCount += 1;
    this.byteCount += event.bytes;
  }

  /**
   * Returns the next events in turn; they stay until `remove`.
   * @param deliveries the most deliveries that the events may become, as far as foreseeable; at least one event is returned
   * @param most the most events
   */
  next(deliveries: number, most: number): Event[] {
    const accounts = this.inRow();
    const events: Event[] = [];
    for (let foreseen = 0; events.length < most && (events.length === 0 || foreseen < deliveries);) {
      const account = inTurn(accounts);
      if (!account) break;
      events.push(account.queue.events[account.at++]!);
      account.served += account.queue.perEvent;
      foreseen += account.queue.perEvent;
    }
    return events;
  }

  /**
   * Removes an event that was fanned out; does nothing when the event does not wait any more.
   * @param deliveries how many deliveries the event became
   */
  remove(event: Event, deliveries: number): void {
    const queue = this.queues.get(event.account);
    if (queue?.events[queue.first] !== event) return;
    queue.first += 1;
    this.servedLast = Math.max(this.servedLast, queue.served);
    queue.perEvent = Math.max(1, deliveries);
    if (deliveries > FEW) this.largeEvents.set(event.account, deliveries);
    else this.largeEvents.delete(event.account);
    queue.served += queue.perEvent;
    this.eventCount -= 1;
    this.byteCount -= event.bytes;
    queue.bytes -= event.bytes;
    if (queue.first === queue.events.length) this.queues.delete(event.account);
    else if (queue.first === MOST_PASSED) [queue.events, queue.first] = [queue.events.slice(MOST_PASSED), 0];
  }

  clear(): void {
    this.queues.clear();
    [this.eventCount, this.byteCount] = [0, 0];
  }

  private inRow(): Account<Event>[] {
    return [...this.queues.values()].map((queue) => ({ queue, at: queue.first, served: queue.served, isFew: deliveriesOf(queue) <= FEW }));
  }
}

const deliveriesOf = ({ events, first, perEvent }: AccountQueue<unknown>): number => (events.length - first) * perEvent;

interface Account<Event> {
  readonly queue: AccountQueue<Event>;
  at: number;
  served: number;
  readonly isFew: boolean;
}

function inTurn<Event>(accounts: readonly Account<Event>[]): Account<Event> | undefined {
  let first: Account<Event> | undefined;
  for (const account of accounts) {
    if (account.at === account.queue.events.length) continue;
    if (first === undefined || isBefore(account, first)) first = account;
  }
  return first;
}

const isBefore = (account: Account<unknown>, other: Account<unknown>): boolean =>
  account.isFew === other.isFew ? account.served < other.served : account.isFew;
