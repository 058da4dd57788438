// in: the clock; out: the same work again and again, until it is stopped

import { pauseMs } from './back-off.js';
import { SECOND } from './units.js';
import { within } from './within.js';

/** In an outage the run under way is left as it is: what was to be done is found again. The jobs of an app stop one after the other. */
const STOP_MS = 2 * SECOND;

export interface RecurringOptions {
  /** From the end of one run to the beginning of the next, ms. */
  readonly everyMs: number;
  readonly work: () => Promise<void>;
  /** Called when a run fails. The next run comes all the same, after growing pauses while runs fail. */
  readonly onFailure: (error: unknown) => void;
}

/** Work that recurs in one instance of an app: never twice at once, and the last run is waited for. */
export class Recurring {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isKicked = false;
  private failures = 0;
  /** Long work asks this between its steps. */
  isStopping = false;

  constructor(private readonly options: RecurringOptions) {}

  /** The first run begins after one pause; `kick` to have it at once. */
  start(): void {
    const pause = this.failures === 0 ? 0 : pauseMs(this.failures, Math.random());
    this.timer = setTimeout(() => this.run(), Math.max(this.options.everyMs, pause));
  }

  /** There is something to do: the next run begins at once, or directly behind the one under way. */
  kick(): void {
    this.isKicked = true;
    clearTimeout(this.timer);
    this.run();
  }

  /** Resolves when the run under way has ended, or after two seconds. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    await within(STOP_MS, this.running ?? Promise.resolve());
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
      this.failures = 0;
    } catch (error) {
      this.failures += 1;
      this.options.onFailure(error);
    }
  }
}
