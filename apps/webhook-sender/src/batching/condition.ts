/** Lets those wait who can go on only when something has changed. */
export class Condition {
  private listeners: (() => void)[] = [];

  /** Resolves with the next announcement, or when the time is over. */
  next(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.listeners.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  announce(): void {
    const listeners = this.listeners;
    this.listeners = [];
    listeners.forEach((listener) => listener());
  }
}
