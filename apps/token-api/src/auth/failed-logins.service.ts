import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, MINUTE } from '#libs/config';
import ipaddr from 'ipaddr.js';

interface Window {
  count: number;
  readonly endsAtMs: number;
}

interface FailureLimits {
  readonly windowMs: number;
  /**
   * The most keys. Above this number, the key that failed least recently is forgotten: guessing from many addresses must not fill the
   * memory.
   */
  readonly maxKeys: number;
}

/** Counts the failures of each key, in a window that begins with its first failure. */
export class FailureCounts {
  private readonly windows = new Map<string, Window>();

  constructor(private readonly limits: FailureLimits) {}

  /** @returns the failures of the key in its window, including the new failure */
  add(key: string, nowMs: number): number {
    const standing = this.windows.get(key);
    const window = standing && standing.endsAtMs > nowMs ? standing : { count: 0, endsAtMs: nowMs + this.limits.windowMs };
    window.count++;
    this.windows.delete(key); // a map keeps the order of insertion: the key goes to the end
    this.windows.set(key, window);
    if (this.windows.size > this.limits.maxKeys) this.forgetQuietest();
    return window.count;
  }

  get size(): number {
    return this.windows.size;
  }

  private forgetQuietest(): void {
    const [quietest] = this.windows.keys();
    if (quietest !== undefined) this.windows.delete(quietest);
  }
}

const FREE_FAILURES = 50;
const STEP_MS = 5;
const MAX_DELAY_MS = 250;

/**
 * Returns the delay of the answer to a refused login, by the failures of the last minute. The first failures are not delayed, because
 * people mistype.
 */
export const loginDelayMs = (failures: number): number => Math.min(MAX_DELAY_MS, Math.max(0, failures - FREE_FAILURES) * STEP_MS);

/** Returns the source for which failures are counted: an IPv4 address, or the /64 of an IPv6 address, which belongs to one customer. */
export function sourceOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const plain = ipaddr.process(address);
  // in full form: `::` hides groups, so the first four written groups could contain groups that the host chooses
  return plain.kind() === 'ipv4' ? plain.toString() : plain.toNormalizedString().split(':').slice(0, 4).join(':');
}

/** The most delayed answers; further answers are sent at once. Delayed answers must not fill the memory. */
const MAX_WAITING = 1000;
const LIMITS = { windowMs: MINUTE, maxKeys: 10_000 };

interface FailedLogin {
  readonly address: string;
  /** The account in the header `user`; undefined = the header is not an account number. */
  readonly account: number | undefined;
}

/**
 * Slows down guessing, both from one address at many accounts and from many addresses at one account. Only refused logins wait here, so a
 * valid token is never slowed down or refused.
 */
@Injectable()
export class FailedLogins {
  private readonly bySource = new FailureCounts(LIMITS);
  private readonly byAccount = new FailureCounts(LIMITS);
  private waiting = 0;

  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  async slowDown({ address, account }: FailedLogin): Promise<void> {
    const nowMs = this.clock.steadyMs();
    const failures = [this.bySource.add(sourceOf(address), nowMs), account === undefined ? 0 : this.byAccount.add(String(account), nowMs)];
    const delayMs = loginDelayMs(Math.max(...failures));
    if (delayMs === 0 || this.waiting >= MAX_WAITING) return;
    this.waiting++;
    await wait(delayMs).finally(() => this.waiting--);
  }
}
