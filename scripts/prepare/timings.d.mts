export interface TimedStep {
  readonly title: string;
  readonly startedMs: number;
  readonly endedMs: number;
}
export interface Timings {
  readonly steps: readonly TimedStep[];
  measure<T>(title: string, work: () => Promise<T>): Promise<T>;
}
export function createTimings(now?: () => number): Timings;
