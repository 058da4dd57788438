export interface StressKey {
  /** From the root. */
  readonly file: string;
  /** Hash of its text. */
  readonly text: string;
}

export interface StressResult extends StressKey {
  readonly ms: number;
  readonly failed: number;
  /** Titles of the tests that failed. */
  readonly failures: readonly string[];
}

export function keyOf(path: string): StressKey;
export function resultsOf(path: string, kept: readonly StressResult[]): StressResult[];
export function readResults(resultsFile: string): StressResult[];
export function table(paths: readonly string[], kept: readonly StressResult[]): string;
