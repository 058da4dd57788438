interface Window {
  count: number;
  readonly endsAtMs: number;
}

export interface FailureLimits {
  readonly windowMs: number;
  /** Beyond it the key that was quiet for longest is forgotten: guessing from many places must not cost us the memory. */
  readonly maxKeys: number;
}

/** How often each key has failed within a window that begins with its first failure. */
export class FailureCounts {
  private readonly windows = new Map<string, Window>();

  constructor(private readonly limits: FailureLimits) {}

  /** @returns the failures of this key in its window, this one included */
  add(key: string, nowMs: number): number {
    const standing = this.windows.get(key);
    const window = standing && standing.endsAtMs > nowMs ? standing : { count: 0, endsAtMs: nowMs + this.limits.windowMs };
    window.count++;
    this.windows.delete(key); // a map keeps the order of insertion: the last one to fail stands last
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
