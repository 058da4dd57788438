import { safeDurationMs } from '#libs/config';

/** The time limits of a group member. */
export interface MembershipLimits {
  /** After so long without a heartbeat the group gives a member's partitions to others. */
  readonly sessionMs: number;
  /** After so long without a sign of life the client is taken to be stuck. */
  readonly stuckAfterMs: number;
}

/** A client that tries and fails is given this many times longer than a silent one: an outage of the broker is no fault of its own. */
const TRYING_FACTOR = 5;

/**
 * What is known of a consumer's place in its group. All times are ms of the steady clock: a member that was suspended, or whose wall clock was
 * set, must not rely on partitions that other members have by now.
 */
export class Membership {
  private hasJoined = false;
  private generationCount = 0;
  /** When the latest heartbeat that was answered well was sent: the group counts the session from its arrival, which is later. */
  private confirmedMs: number;
  /** The latest sign that the client still does anything at all. */
  private aliveMs: number;

  constructor(
    private readonly limits: MembershipLimits,
    nowMs: number,
  ) {
    this.confirmedMs = nowMs;
    this.aliveMs = nowMs;
  }

  /** Raised when partitions go and when they come. */
  get generation(): number {
    return this.generationCount;
  }

  get isJoined(): boolean {
    return this.hasJoined;
  }

  /** @param tookMs how long the answer was waited for */
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

  /** A heartbeat was answered well, `tookMs` after it was sent. While the process is suspended, an answer can wait unread. */
  confirmed(nowMs: number, tookMs: number): void {
    this.confirmedMs = Math.max(this.confirmedMs, nowMs - Math.max(0, tookMs));
    this.alive(nowMs);
  }

  alive(nowMs: number): void {
    this.aliveMs = nowMs;
  }

  /** Whether its partitions are certainly still its own. */
  isSure(nowMs: number): boolean {
    return this.hasJoined && this.isConfirmed(nowMs);
  }

  /** Why it does not work at present; undefined = it works. */
  complaint(nowMs: number): string | undefined {
    if (!this.hasJoined) return 'has not joined its consumer group';
    return this.isConfirmed(nowMs) ? undefined : `has had no answer of its consumer group for ${this.unconfirmedMs(nowMs)} ms`;
  }

  /** Why it needs a restart; undefined = it may recover. */
  fault(nowMs: number): string | undefined {
    const silentMs = Math.round(nowMs - this.aliveMs);
    if (silentMs > this.limits.stuckAfterMs) return `no sign of the broker for ${silentMs} ms`;
    const unconfirmedMs = this.unconfirmedMs(nowMs);
    if (unconfirmedMs <= this.limits.stuckAfterMs * TRYING_FACTOR) return undefined;
    return `not one heartbeat was answered for ${unconfirmedMs} ms`;
  }

  private isConfirmed(nowMs: number): boolean {
    return this.unconfirmedMs(nowMs) < safeDurationMs(this.limits.sessionMs);
  }

  private unconfirmedMs(nowMs: number): number {
    return Math.round(nowMs - this.confirmedMs);
  }
}
