const LOOK_MS = 50;

/** Leave to send one POST. */
export interface Pass {
  /** Asked when the POST is about to begin. @returns false: it is another instance's by now, nothing may be sent */
  take(): Promise<boolean>;
  /** Nothing was sent after all; it may be asked for again, but not in a stop: what waits out a fault is left to others. */
  giveBack(): void;
  /** Sent, or not to be sent at all. */
  end(): void;
}

/**
 * A process that stood still, or was cut off from its broker, is told only later that its partitions have gone. Until the group has answered again
 * nothing of them is sent; and what had not been sent when they came back is not sent at all, for it comes again to whoever has them.
 */
export class Fence {
  private isSure: () => boolean = () => true;
  private isStopping = false;
  /** How often partitions have come. */
  private arrivals = 0;
  /** Given and not yet used, by attempt. */
  private readonly unsent = new Map<string, Pass>();

  follow(isSure: () => boolean): void {
    this.isSure = isSure;
  }

  /** No pass of before is valid any more. @returns the attempts that have one and were not sent */
  joined(): string[] {
    this.arrivals += 1;
    const attempts = [...this.unsent.keys()];
    this.unsent.clear();
    return attempts;
  }

  /** Nobody waits for an answer of the group any more. */
  stop(): void {
    this.isStopping = true;
  }

  /** To be had when an attempt leaves its queue, before anything about it is asked. @param mayBegin whether it is not left to others for another reason */
  passFor(attempt: string, mayBegin: () => boolean = () => true): Pass {
    let { arrivals } = this;
    const end = (): void => void (this.unsent.get(attempt) === pass && this.unsent.delete(attempt));
    let isReturned = false;
    const pass: Pass = {
      take: async () => {
        while (!this.isSure() && arrivals === this.arrivals && !this.isStopping)
          await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
        const isOurs = this.isSure() && arrivals === this.arrivals && mayBegin() && !(isReturned && this.isStopping);
        end();
        return isOurs;
      },
      giveBack: () => {
        isReturned = true;
        ({ arrivals } = this); // it was under way when partitions came: its message, read again meanwhile, waits for it
        this.unsent.set(attempt, pass);
      },
      end,
    };
    this.unsent.set(attempt, pass);
    return pass;
  }

  /** For what lies in the table: nothing holds it but the lease. */
  static ofLease(holds: () => boolean): Pass {
    return { take: () => Promise.resolve(holds()), giveBack: () => undefined, end: () => undefined };
  }
}
