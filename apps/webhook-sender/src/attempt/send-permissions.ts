const LOOK_MS = 50;

/** What all permissions ask. */
interface Ownership {
  isSure: () => boolean;
  isStopping: boolean;
  /** How often partitions have come. */
  assignments: number;
  /** Given and not yet used, by attempt. */
  readonly unsent: Map<string, SendPermission>;
}

/**
 * A process that was suspended, or cut off from its broker, learns late that it has lost its partitions. Until the group answers again, it sends
 * nothing of them. After a new assignment, older unsent attempts are void: their messages come again to the current owner.
 */
export class SendPermissions {
  private readonly ownership: Ownership = { isSure: () => true, isStopping: false, assignments: 0, unsent: new Map() };

  /** No earlier permission is valid any more. @returns the attempts that have one and were not sent */
  onPartitionsAssigned(isSure: () => boolean): string[] {
    this.ownership.isSure = isSure;
    this.ownership.assignments += 1;
    const attempts = [...this.ownership.unsent.keys()];
    this.ownership.unsent.clear();
    return attempts;
  }

  /** Permissions no longer wait for an answer of the group. */
  stop(): void {
    this.ownership.isStopping = true;
  }

  /** To be had when an attempt leaves its queue, before anything about it is asked. @param mayBegin whether it is not left to others for another reason */
  for(attempt: string, mayBegin: () => boolean = () => true): SendPermission {
    return new SendPermission(this.ownership, attempt, mayBegin);
  }
}

/** The right to send one POST. */
export class SendPermission {
  private assignments: number;
  private isReturned = false;

  constructor(
    private readonly ownership: Ownership,
    private readonly attempt: string,
    private readonly mayBegin: () => boolean,
  ) {
    this.assignments = ownership.assignments;
    ownership.unsent.set(attempt, this);
  }

  /** Asked when the POST is about to begin. @returns false: it is another instance's by now, nothing may be sent; at once where nothing is to be waited for */
  take(): boolean | Promise<boolean> {
    return this.isInDoubt ? this.takeLater() : this.takeNow();
  }

  /** Nothing was sent after all; it may be asked for again, but not in a stop: what waits out a fault is left to others. */
  giveBack(): void {
    this.isReturned = true;
    this.assignments = this.ownership.assignments; // it was under way when partitions came: its message, read again meanwhile, waits for it
    this.ownership.unsent.set(this.attempt, this);
  }

  /** Sent, or not to be sent at all. */
  end(): void {
    const { unsent } = this.ownership;
    if (unsent.get(this.attempt) === this) unsent.delete(this.attempt);
  }

  private get isInDoubt(): boolean {
    const { isSure, isStopping, assignments } = this.ownership;
    return !isSure() && assignments === this.assignments && !isStopping;
  }

  private async takeLater(): Promise<boolean> {
    while (this.isInDoubt) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    return this.takeNow();
  }

  private takeNow(): boolean {
    const { isSure, isStopping, assignments } = this.ownership;
    const isOurs = isSure() && assignments === this.assignments && this.mayBegin() && !(this.isReturned && isStopping);
    this.end();
    return isOurs;
  }
}
