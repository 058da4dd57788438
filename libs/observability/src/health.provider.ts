import type { Logger } from './logger.provider.js';

/** Returns the problem in one sentence; undefined = healthy. */
export type Probe = () => string | undefined | Promise<string | undefined>;

export interface Wait {
  readonly onRetry: (reason: string) => void;
  readonly isThere: () => void;
}

const TOLD_EVERY_MS = 5_000;

/** Answers the orchestrator's probes: ready = works, live = makes progress. Each part of the app adds its own probe. */
export class Health {
  private readonly readiness = new Map<string, Probe>();
  private readonly liveness = new Map<string, Probe>();

  addReadiness(name: string, probe: Probe): void {
    this.readiness.set(name, probe);
  }

  addLiveness(name: string, probe: Probe): void {
    this.liveness.set(name, probe);
  }

  constructor() {
    this.addReadiness('start', () => 'is not over');
  }

  /** The app accepts work from now on. */
  started(): void {
    this.readiness.delete('start');
  }

  /** Reports that the start waits for something, in the readiness probe until `isThere`, and in the log. */
  waitsFor(name: string, logger: Logger): Wait {
    let missing = 'is starting';
    let toldMs = -Infinity;
    this.addReadiness(name, () => missing);
    return {
      onRetry: (reason) => {
        if (reason !== missing || performance.now() - toldMs >= TOLD_EVERY_MS) {
          logger.warn('start.waits', { for: name, reason });
          toldMs = performance.now();
        }
        missing = reason;
      },
      isThere: () => void this.readiness.delete(name),
    };
  }

  /** Ends a process that cannot continue: it answers "not live" and stops, so that the orchestrator starts a new process. */
  fail(reason: string): void {
    this.addLiveness('failed', () => reason);
    this.onFailure?.(reason);
  }

  /** Set by runApp. */
  onFailure: ((reason: string) => void) | undefined;

  ready(): Promise<Record<string, string>> {
    return complaints(this.readiness);
  }

  live(): Promise<Record<string, string>> {
    return complaints(this.liveness);
  }
}

async function complaints(probes: ReadonlyMap<string, Probe>): Promise<Record<string, string>> {
  const answers = await Promise.all([...probes].map(async ([name, probe]) => [name, await answerOf(probe)] as const));
  return Object.fromEntries(answers.filter((answer): answer is [string, string] => answer[1] !== undefined));
}

async function answerOf(probe: Probe): Promise<string | undefined> {
  try {
    return await probe();
  } catch (error) {
    return (error as Error).message;
  }
}
