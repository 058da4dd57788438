import type { Clock } from '#libs/config';

const LOOK_MS = 50;

/** What all permissions ask. */
interface Group {
  readonly clock: Pick<Clock, 'steadyMs'>;
  /** Whether it answers. */
  isSure: () => boolean;
  isStopping: boolean;
  /** How often partitions have come. */
  assignments: number;
}

/**
 * A process that was suspended, or cut off from its broker, learns late that it has lost its partitions. Until the group answers again, it sends
 * nothing of them. After a new assignment, older unsent attempts are void: their messages come again to the current owner.
 */
export class SendPermissions {
  private readonly group: Group;

  constructor(clock: Pick<Clock, 'steadyMs'>) {
    this.group = { clock, isSure: () => true, isStopping: false, assignments: 0 };
  }

  /** No permission that was not used is valid any more. */
  onPartitionsAssigned(isSure: () => boolean): void {
    this.group.isSure = isSure;
    this.group.assignments += 1;
  }

  /** Permissions no longer wait for an answer of the group. */
  stop(): void {
    this.group.isStopping = true;
  }

  /** To be had when an attempt leaves its queue, before anything about it is asked. */
  give(): SendPermission {
    return new SendPermission(this.group);
  }
}

/** The right to send one POST. */
export class SendPermission {
  private assignments: number;
  private isReturned = false;
  private beginByMs = Infinity;
  /** Nothing was sent with it so far. */
  isUnsent = true;

  constructor(private readonly group: Group) {
    this.assignments = group.assignments;
  }

  /** From then on, by the steady clock, others may make the attempt from its row. */
  beginBy(atMs: number): void {
    this.beginByMs = atMs;
  }

  /** Asked when the POST is about to begin. @returns false: it is another instance's by now, nothing may be sent; at once where nothing is to be waited for */
  take(): boolean | Promise<boolean> {
    return this.isInDoubt ? this.takeLater() : this.takeNow();
  }

  /** Nothing was sent after all; it may be asked for again, but not in a stop: what waits out a fault is left to others. */
  giveBack(): void {
    this.isReturned = true;
    this.isUnsent = true;
    this.assignments = this.group.assignments; // it was in flight when partitions came: its message, read again meanwhile, waits for it
  }

  /** Sent, or not to be sent at all. */
  end(): void {
    this.isUnsent = false;
  }

  private get isInDoubt(): boolean {
    const { isSure, isStopping, assignments } = this.group;
    return !isSure() && assignments === this.assignments && !isStopping;
  }

  private async takeLater(): Promise<boolean> {
    while (this.isInDoubt) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    return this.takeNow();
  }

  private takeNow(): boolean {
    const { clock, isSure, isStopping, assignments } = this.group;
    this.end();
    return isSure() && assignments === this.assignments && clock.steadyMs() < this.beginByMs && !(this.isReturned && isStopping);
  }
}
