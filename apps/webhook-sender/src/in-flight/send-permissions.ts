import type { Clock } from '#libs/config';

const LOOK_MS = 50;

/** The state that all permissions share. */
interface Group {
  readonly clock: Pick<Clock, 'steadyMs'>;
  /** True while the group answers. */
  isSure: () => boolean;
  isStopping: boolean;
  /** How many assignments there were. */
  assignments: number;
}

/**
 * Gives permission to send. A process that was suspended, or cut off from its broker, learns late that it has lost its partitions. Until
 * the group answers again, the process sends nothing. After a new assignment, older unsent attempts are void: their messages come again to
 * the current owner.
 */
export class SendPermissions {
  private readonly group: Group;

  constructor(clock: Pick<Clock, 'steadyMs'>) {
    this.group = { clock, isSure: () => true, isStopping: false, assignments: 0 };
  }

  /** All unused permissions become void. */
  onPartitionsAssigned(isSure: () => boolean): void {
    this.group.isSure = isSure;
    this.group.assignments += 1;
  }

  /** Permissions no longer wait for an answer of the group. */
  stop(): void {
    this.group.isStopping = true;
  }

  /** Call this when an attempt leaves its queue, before anything about the attempt is asked. */
  give(): SendPermission {
    return new SendPermission(this.group);
  }
}

/** The right to send one POST. */
export class SendPermission {
  private assignments: number;
  private isReturned = false;
  private beginByMs = Infinity;
  /** True while nothing was sent with this permission. */
  isUnsent = true;

  constructor(private readonly group: Group) {
    this.assignments = group.assignments;
  }

  /** From `atMs` on, by the steady clock, other processes may make the attempt from its row. */
  beginBy(atMs: number): void {
    this.beginByMs = atMs;
  }

  /**
   * Call this right before the POST.
   * @returns false when the attempt may belong to another instance: send nothing; a promise only if the answer must be waited for
   */
  take(): boolean | Promise<boolean> {
    return this.isInDoubt ? this.takeLater() : this.takeNow();
  }

  /** Nothing was sent after all. The permission may be taken again, but not in a stop: then other processes make the attempt. */
  giveBack(): void {
    this.isReturned = true;
    this.isUnsent = true;
    this.assignments = this.group.assignments; // the attempt was in flight during the assignment: its message, read again meanwhile, waits for it
  }

  /** The attempt was sent, or will not be sent. */
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
