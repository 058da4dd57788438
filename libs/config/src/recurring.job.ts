// in: the clock; out: work that recurs until it is stopped

import { pauseMs } from './back-off.js';
import { SECOND } from './units.js';
import { within } from './within.js';

/** The longest wait for the current run. Jobs stop one after the other, and the next start finds unfinished work again. */
const STOP_MS = 2 * SECOND;

export interface RecurringOptions {
  /** Pause from the end of one run to the start of the next, ms. */
  readonly everyMs: number;
  readonly work: () => Promise<void>;
  /** Called when a run fails. The next run follows anyway; the pauses grow while runs fail. */
  readonly onFailure: (error: unknown) => void;
}

/** Work that recurs in one instance of an app. Runs never overlap, and `stop` waits for the last run. */
export class Recurring {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isKicked = false;
  private failures = 0;
  /** Long work checks this between its steps. */
  isStopping = false;

  constructor(private readonly options: RecurringOptions) {}

  /** The first run begins after one pause, or at once after `kick`. */
  start(): void {
    const pause = this.failures === 0 ? 0 : pauseMs(this.failures, Math.random());
    this.timer = setTimeout(() => this.run(), Math.max(this.options.everyMs, pause));
  }

  /** Starts the next run at once, or directly after the current run. */
  kick(): void {
    this.isKicked = true;
    clearTimeout(this.timer);
    this.run();
  }

  /** Resolves when the current run has ended, or after two seconds. */
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
