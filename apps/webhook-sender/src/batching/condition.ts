/** Lets callers wait until something has changed. */
export class Condition {
  private readonly listeners = new Set<() => void>();

  /** The number of waiting callers. */
  get waiting(): number {
    return this.listeners.size;
  }

  /** Resolves at the next announcement, or after `timeoutMs`. */
  next(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const goOn = (): void => {
        clearTimeout(timer);
        this.listeners.delete(goOn);
        resolve();
      };
      const timer = setTimeout(goOn, timeoutMs);
      this.listeners.add(goOn);
    });
  }

  announce(): void {
    [...this.listeners].forEach((goOn) => goOn());
  }
}
