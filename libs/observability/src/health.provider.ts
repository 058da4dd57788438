import type { Logger } from './logger.provider.js';

/** Why something is not well, in one sentence; undefined = well. */
export type Probe = () => string | undefined | Promise<string | undefined>;

export interface Wait {
  readonly onRetry: (reason: string) => void;
  readonly isThere: () => void;
}

const TOLD_EVERY_MS = 5_000;

/** What the orchestrator asks: ready = works, live = progresses. Each part of the app adds its own probe. */
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

  /** Work has been let in. */
  started(): void {
    this.readiness.delete('start');
  }

  /** A start that waits for something; said by readiness until `isThere`, and in the log. */
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

  /** This process cannot go on: it answers "not live" and stops, so that the orchestrator starts a new one. */
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
