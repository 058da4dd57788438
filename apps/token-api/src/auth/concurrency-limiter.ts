/** The right of one request to run. */
export interface Permit {
  /** Resolves when the request may run; undefined when it may run at once. */
  readonly begun: Promise<void> | undefined;
  /** Passes the permit on to the next request, or leaves the queue. A second call does nothing. */
  readonly end: () => void;
}

export interface ConcurrencyLimits {
  /** The most requests of one account at once. */
  readonly atOnce: number;
  /** The most waiting requests of one account. */
  readonly waiting: number;
}

interface AccountQueue {
  atWork: number;
  /** One function per waiting request, in order of arrival. A call starts the request. */
  readonly waiting: Set<() => void>;
}

/** Limits the requests of each account that run at once; further requests wait in a queue. */
export class ConcurrencyLimiter {
  private readonly queues = new Map<number, AccountQueue>();

  constructor(private readonly limits: ConcurrencyLimits) {}

  /** @returns undefined when the queue is full */
  take(account: number): Permit | undefined {
    const queue = this.queueOf(account);
    if (queue.atWork < this.limits.atOnce) {
      queue.atWork++;
      return { begun: undefined, end: once(() => this.callNext(account, queue)) };
    }
    return queue.waiting.size < this.limits.waiting ? this.wait(account, queue) : undefined;
  }

  /** The number of accounts with a running request. */
  get size(): number {
    return this.queues.size;
  }

  private queueOf(account: number): AccountQueue {
    const queue = this.queues.get(account) ?? { atWork: 0, waiting: new Set() };
    this.queues.set(account, queue);
    return queue;
  }

  private wait(account: number, queue: AccountQueue): Permit {
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    queue.waiting.add(begin);
    const end = once(() => {
      const hasBegun = !queue.waiting.delete(begin);
      if (hasBegun) this.callNext(account, queue);
    });
    return { begun, end };
  }

  private callNext(account: number, queue: AccountQueue): void {
    const [next] = queue.waiting;
    if (next) {
      queue.waiting.delete(next);
      next();
      return;
    }
    queue.atWork--;
    if (queue.atWork === 0) this.queues.delete(account);
  }
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}
