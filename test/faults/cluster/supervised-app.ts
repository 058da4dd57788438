import { setTimeout as pause } from 'node:timers/promises';
import { type App, type AppName, launchApp } from '../../support/app.js';

/** Waits before a restart, as an orchestrator does. */
const RESTART_AFTER_MS = 500;
const READY_WITHIN_MS = 60_000;

/** One instance of an app with a supervisor that restarts the instance when it ends. */
export class SupervisedApp {
  private app: App | undefined;
  private isWanted = true;
  private starts = 0;
  private turn: Promise<void> = Promise.resolve();

  constructor(
    readonly name: AppName,
    readonly instance: number,
    private readonly env: Readonly<Record<string, string>>,
    /** Built clones of releases: each new process runs the next release. */
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

  /** Replaces the process by a new process, which may not be ready yet. */
  async untilReplaced(): Promise<void> {
    const known = this.starts;
    while (this.starts === known) await pause(50);
  }

  signal(signal: NodeJS.Signals): void {
    void this.current.kill(signal);
  }

  /** One step of a rolling restart: SIGTERM, a clean end, a new process that becomes ready. */
  async restart(): Promise<void> {
    const old = this.current;
    await old.stop().catch(() => undefined); // The report lists a stop that is not clean, like every end that no fault caused.
    while (this.app === old) await pause(50);
    await this.untilReady().catch(() => undefined); // Another fault may be under way: recovery is measured, not assumed.
  }

  /** Stops the app for good. */
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
    // The release depends on the instance too: at the start, the two instances of an app run different releases.
    const release = this.releases[(this.instance + this.starts) % this.releases.length];
    const app = await launchApp(this.name, this.env, release);
    this.app = app;
    this.starts++;
    void app.exited.then(() => {
      if (!this.isWanted) return;
      this.turn = pause(RESTART_AFTER_MS)
        .then(() => (this.isWanted ? this.launch() : undefined))
        .catch(() => undefined); // The run is ending: start nothing more.
    });
  }
}
