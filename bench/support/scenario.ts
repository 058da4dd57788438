import type { BenchStack } from './bench-stack.js';

export type Row = Readonly<Record<string, string | number>>;

export interface Result {
  readonly title: string;
  readonly rows: readonly Row[];
  /** What a reader must know to judge the rows. */
  readonly notes: readonly string[];
}

/** One file of bench/scenarios: things compared with each other in one run. It fails only when it is broken, never because it is slow. */
export interface Scenario {
  readonly what: string;
  run(stack: BenchStack): Promise<Result>;
}
