import { type Profiler, Session } from 'node:inspector';

/** Counts the blocks of the service's compiled code that have run, according to V8, and finds the new ones. */
export class Coverage {
  private readonly session = new Session();
  private readonly seen = new Set<string>();

  /** @param isOurs decides by the URL of a script */
  constructor(private readonly isOurs: (url: string) => boolean) {
    this.session.connect();
    this.post('Profiler.enable');
    this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  get blocks(): number {
    return this.seen.size;
  }

  /**
   * Returns the number of blocks that ran for the first time since the last look. @param isRemembered false = the next look counts them
   * again
   */
  look(isRemembered = true): number {
    const fresh = this.ran().filter((block) => !this.seen.has(block));
    if (isRemembered) fresh.forEach((block) => this.seen.add(block));
    return fresh.length;
  }

  close(): void {
    this.session.disconnect();
  }

  private ran(): string[] {
    let result: Profiler.ScriptCoverage[] = [];
    this.session.post('Profiler.takePreciseCoverage', (error, taken) => {
      if (error) throw error;
      ({ result } = taken);
    });
    return result.filter(({ url }) => this.isOurs(url)).flatMap(blocksOf);
  }

  private post(method: 'Profiler.enable'): void {
    this.session.post(method);
  }
}

const blocksOf = ({ scriptId, functions }: Profiler.ScriptCoverage): string[] =>
  functions.flatMap(({ ranges }) =>
    ranges.filter(({ count }) => count > 0).map(({ startOffset, endOffset }) => `${scriptId} ${startOffset} ${endOffset}`),
  );
