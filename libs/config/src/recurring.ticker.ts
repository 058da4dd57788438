// in: the clock; out: the same work again and again, until it is stopped

export interface RecurringOptions {
  /** From the end of one run to the beginning of the next, ms. */
  readonly everyMs: number;
  readonly work: () => Promise<void>;
  /** A run that fails is told here, and the next one comes all the same. */
  readonly onFailure: (error: unknown) => void;
}

/** Work that recurs in one instance of an app: never twice at once, and the last run is waited for. */
export class Recurring {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isKicked = false;
  /** Long work asks this between its steps. */
  isStopping = false;

  constructor(private readonly options: RecurringOptions) {}

  /** The first run begins after one pause; `kick` to have it at once. */
  start(): void {
    this.timer = setTimeout(() => this.run(), this.options.everyMs);
  }

  /** There is something to do: the next run begins at once, or directly behind the one under way. */
  kick(): void {
    this.isKicked = true;
    clearTimeout(this.timer);
    this.run();
  }

  /** Resolves when the run under way has ended. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private run(): void {
    if (this.isStopping) return;
    this.running ??= this.once().finally(() => {
      this.running = undefined;
      if (this.isStopping) return;
      if (this.isKicked) this.run();
      else this.start();
    });
  }

  private async once(): Promise<void> {
    this.isKicked = false;
    try {
      await this.options.work();
    } catch (error) {
      this.options.onFailure(error);
    }
  }
}
