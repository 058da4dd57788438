/** Lets those wait who can go on only when something has changed. */
export class Condition {
  private readonly listeners = new Set<() => void>();

  /** How many wait. */
  get waiting(): number {
    return this.listeners.size;
  }

  /** Resolves with the next announcement, or when the time is over. */
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
