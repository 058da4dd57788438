import { setTimeout as pause } from 'node:timers/promises';
import { type App, type AppName, launchApp } from '../../support/app.js';

/** As an orchestrator that starts again what has ended. */
const RESTART_AFTER_MS = 500;
const READY_WITHIN_MS = 60_000;

/** One instance of an app and its supervisor, which starts it again. */
export class SupervisedApp {
  private app: App | undefined;
  private isWanted = true;
  private starts = 0;
  private turn: Promise<void> = Promise.resolve();

  constructor(
    readonly name: AppName,
    readonly instance: number,
    private readonly env: Readonly<Record<string, string>>,
    /** Built clones that take turns: each new process runs the next release. */
    private readonly releases: readonly string[],
  ) {}

  get title(): string {
    return `${this.name} ${this.instance}`;
  }

  get url(): string {
    return this.current.url;
  }

  get pid(): number {
    return this.current.pid;
  }

  get isRunning(): boolean {
    return this.app?.isRunning() ?? false;
  }

  isReady(): Promise<boolean> {
    return this.current.isReady();
  }

  async start(): Promise<void> {
    await this.launch();
  }

  async untilReady(): Promise<void> {
    const giveUpAtMs = Date.now() + READY_WITHIN_MS;
    while (!(await this.current.isReady())) {
      if (Date.now() > giveUpAtMs)
        throw new Error(`${this.title} was not ready after ${READY_WITHIN_MS} ms:\n${this.current.lastLines(10).join('\n')}`);
      await pause(100);
    }
  }

  kill(): void {
    this.signal('SIGKILL');
  }

  /** A new process stands where the old one was; it need not be ready. */
  async untilReplaced(): Promise<void> {
    const known = this.starts;
    while (this.starts === known) await pause(50);
  }

  signal(signal: NodeJS.Signals): void {
    void this.current.kill(signal);
  }

  /** SIGTERM, a clean end, a new process that becomes ready: one step of a rolling restart. */
  async restart(): Promise<void> {
    const old = this.current;
    await old.stop().catch(() => undefined); // a stop that is not clean is told at the end, as every end is that no fault caused
    while (this.app === old) await pause(50);
    await this.untilReady().catch(() => undefined); // another fault may be under way: recovery is measured, not presumed
  }

  /** For good. */
  async stop(): Promise<void> {
    this.isWanted = false;
    this.signal('SIGCONT');
    await this.turn;
    if (this.app?.isRunning()) await this.app.stop();
  }

  private get current(): App {
    if (!this.app) throw new Error(`${this.title} has not been started`);
    return this.app;
  }

  private async launch(): Promise<void> {
    // By the instance too: at the start, the two instances of an app run different releases.
    const release = this.releases[(this.instance + this.starts) % this.releases.length];
    const app = await launchApp(this.name, this.env, release);
    this.app = app;
    this.starts++;
    void app.exited.then(() => {
      if (!this.isWanted) return;
      this.turn = pause(RESTART_AFTER_MS)
        .then(() => (this.isWanted ? this.launch() : undefined))
        .catch(() => undefined); // the run is being taken down: nothing more is started
    });
  }
}
