const LOOK_MS = 50;

/** Leave to send one POST. */
export interface Pass {
  /** Asked when the POST is about to begin. @returns false: it is another instance's by now, nothing may be sent; at once where nothing is to be waited for */
  take(): boolean | Promise<boolean>;
  /** Nothing was sent after all; it may be asked for again, but not in a stop: what waits out a fault is left to others. */
  giveBack(): void;
  /** Sent, or not to be sent at all. */
  end(): void;
}

/** What all passes ask. */
interface Standing {
  isSure: () => boolean;
  isStopping: boolean;
  /** How often partitions have come. */
  arrivals: number;
  /** Given and not yet used, by attempt. */
  readonly unsent: Map<string, Pass>;
}

/**
 * A process that stood still, or was cut off from its broker, is told only later that its partitions have gone. Until the group has answered again
 * nothing of them is sent; and what had not been sent when they came back is not sent at all, for it comes again to whoever has them.
 */
export class Fence {
  private readonly standing: Standing = { isSure: () => true, isStopping: false, arrivals: 0, unsent: new Map() };

  follow(isSure: () => boolean): void {
    this.standing.isSure = isSure;
  }

  /** No pass of before is valid any more. @returns the attempts that have one and were not sent */
  joined(): string[] {
    this.standing.arrivals += 1;
    const attempts = [...this.standing.unsent.keys()];
    this.standing.unsent.clear();
    return attempts;
  }

  /** Nobody waits for an answer of the group any more. */
  stop(): void {
    this.standing.isStopping = true;
  }

  /** To be had when an attempt leaves its queue, before anything about it is asked. @param mayBegin whether it is not left to others for another reason */
  passFor(attempt: string, mayBegin: () => boolean = () => true): Pass {
    return new PassOfPartition(this.standing, attempt, mayBegin);
  }

  /** For what lies in the table: nothing holds it but the lease. */
  static ofLease(holds: () => boolean): Pass {
    return { take: holds, giveBack: () => undefined, end: () => undefined };
  }
}

class PassOfPartition implements Pass {
  private arrivals: number;
  private isReturned = false;

  constructor(
    private readonly standing: Standing,
    private readonly attempt: string,
    private readonly mayBegin: () => boolean,
  ) {
    this.arrivals = standing.arrivals;
    standing.unsent.set(attempt, this);
  }

  take(): boolean | Promise<boolean> {
    return this.isInDoubt ? this.takeLater() : this.takeNow();
  }

  giveBack(): void {
    this.isReturned = true;
    this.arrivals = this.standing.arrivals; // it was under way when partitions came: its message, read again meanwhile, waits for it
    this.standing.unsent.set(this.attempt, this);
  }

  end(): void {
    const { unsent } = this.standing;
    if (unsent.get(this.attempt) === this) unsent.delete(this.attempt);
  }

  private get isInDoubt(): boolean {
    const { isSure, isStopping, arrivals } = this.standing;
    return !isSure() && arrivals === this.arrivals && !isStopping;
  }

  private async takeLater(): Promise<boolean> {
    while (this.isInDoubt) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    return this.takeNow();
  }

  private takeNow(): boolean {
    const { isSure, isStopping, arrivals } = this.standing;
    const isOurs = isSure() && arrivals === this.arrivals && this.mayBegin() && !(this.isReturned && isStopping);
    this.end();
    return isOurs;
  }
}
