import { safeDurationMs } from '#libs/config';

/** The time limits of a group member. */
export interface MembershipLimits {
  /** The time without a heartbeat after which the group gives a member's partitions to others. */
  readonly sessionMs: number;
  /** The time without a sign of life after which the client counts as stuck. */
  readonly stuckAfterMs: number;
}

/** A client that tries and fails gets this many times longer than a silent client, because an outage of the broker is not the client's fault. */
const TRYING_FACTOR = 5;

/**
 * Keeps a consumer's place in its group. All times are ms of the steady clock: a member that was suspended, or whose wall clock was set, must not rely on
 * partitions that other members may have by now.
 */
export class Membership {
  private hasJoined = false;
  private generationCount = 0;
  /** When the latest successful heartbeat was sent. The group counts the session from its arrival, which is later. */
  private confirmedMs: number;
  /** When the client last showed any sign of life. */
  private aliveMs: number;

  constructor(
    private readonly limits: MembershipLimits,
    nowMs: number,
  ) {
    this.confirmedMs = nowMs;
    this.aliveMs = nowMs;
  }

  /** A number that rises when partitions go and when they come. */
  get generation(): number {
    return this.generationCount;
  }

  get isJoined(): boolean {
    return this.hasJoined;
  }

  /** @param tookMs how long the answer took */
  joined(nowMs: number, tookMs: number): void {
    this.hasJoined = true;
    this.generationCount += 1;
    this.confirmed(nowMs, tookMs);
  }

  /** The group reassigns its partitions, or the client restarts. */
  left(): void {
    this.hasJoined = false;
    this.generationCount += 1;
  }

  /**
   * A heartbeat has succeeded, `tookMs` after it was sent. An answer can wait unread while the process is suspended. Outside a membership it confirms
   * nothing: a client that sends heartbeats and never joins needs a restart.
   */
  confirmed(nowMs: number, tookMs: number): void {
    if (this.hasJoined) this.confirmedMs = Math.max(this.confirmedMs, nowMs - Math.max(0, tookMs));
    this.alive(nowMs);
  }

  alive(nowMs: number): void {
    this.aliveMs = nowMs;
  }

  /** Whether the partitions of this member certainly belong to it. */
  isSure(nowMs: number): boolean {
    return this.hasJoined && this.isConfirmed(nowMs);
  }

  /** Why the member does not work now; undefined = it works. */
  complaint(nowMs: number): string | undefined {
    if (!this.hasJoined) return 'has not joined its consumer group';
    return this.isConfirmed(nowMs) ? undefined : `has had no answer from its consumer group for ${this.unconfirmedMs(nowMs)} ms`;
  }

  /** Why the app needs a restart; undefined = the member may recover. */
  fault(nowMs: number): string | undefined {
    const silentMs = Math.round(nowMs - this.aliveMs);
    if (silentMs > this.limits.stuckAfterMs) return `no sign of the broker for ${silentMs} ms`;
    const unconfirmedMs = this.unconfirmedMs(nowMs);
    if (unconfirmedMs <= this.limits.stuckAfterMs * TRYING_FACTOR) return undefined;
    return `not a confirmed member of its group for ${unconfirmedMs} ms`;
  }

  private isConfirmed(nowMs: number): boolean {
    return this.unconfirmedMs(nowMs) < safeDurationMs(this.limits.sessionMs);
  }

  private unconfirmedMs(nowMs: number): number {
    return Math.round(nowMs - this.confirmedMs);
  }
}
