import type { BenchStack } from './bench-stack.js';
import type { NpmStack } from './npm-stack.js';

export type Row = Readonly<Record<string, string | number>>;

/** One measured quantity, and its target in the summary. */
export interface Figure {
  readonly name: string;
  /** One value per round; the median counts, and the spread shows its reliability. */
  readonly rounds: readonly number[];
  readonly unit: string;
  /** For information: a missed target is not a failure. */
  readonly target?: { readonly atLeast: number } | { readonly atMost: number };
}

/** A picture for docs/performance: horizontal bars that share one unit. */
export interface Chart {
  /** The name of the file: docs/performance/<name>.svg. */
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly Bar[];
  /** Drawn as a line across the bars. */
  readonly target?: number;
}

export interface Bar {
  readonly label: string;
  /** The bar's length is the median of these; its whisker goes from the smallest to the largest. */
  readonly rounds: readonly number[];
  /** True for the bar that others are compared with: drawn in another colour. */
  readonly isLimit?: boolean;
}

export interface Result {
  readonly title: string;
  readonly rows: readonly Row[];
  /** Facts that a reader needs to judge the rows. */
  readonly notes: readonly string[];
  readonly figures?: readonly Figure[];
  readonly charts?: readonly Chart[];
}

/** One figure of one variant, measured once. */
export interface Measurement {
  readonly variant: string;
  readonly figure: string;
  readonly unit: string;
  /** undefined = the measured commit lacks the feature. */
  readonly value: number | undefined;
  /** The target for this commit's value divided by the other commit's value; it goes into the summary. */
  readonly ratioTarget?: Figure['target'];
}

/** The size of a measurement from outside. */
export interface Load {
  /** The records of a flood. */
  readonly records: number;
  /** True for a first look: shorter phases. */
  readonly isQuick: boolean;
}

/** A measurement on a fresh stack that `npm start` of some commit runs: it uses only topics, tables, the API and process ids. */
export interface OutsideStack {
  readonly name: string;
  /** Settings for the apps. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly measure: (stack: NpmStack, load: Load) => Promise<Measurement[]>;
}

export interface Outside {
  /** True when `--records` sets the size. */
  readonly hasRecords?: true;
  readonly stacks: readonly OutsideStack[];
}

/** A scenario in bench/scenarios: a comparison in one run. It fails only when it is broken, never because it is slow. */
export interface Scenario {
  readonly what: string;
  readonly isBare?: false;
  /**
   * True for a run of minutes: the broker is compiled well, as after a long time in operation. In a short run that compilation would be
   * measured too.
   */
  readonly runsLong?: true;
  run(stack: BenchStack): Promise<Result>;
  /** The part that can be measured for another commit. */
  readonly outside?: Outside;
}

/** A scenario that needs neither broker nor database. */
export interface BareScenario {
  readonly what: string;
  readonly isBare: true;
  run(): Promise<Result>;
  readonly outside?: undefined;
}

/** A scenario that is always measured from outside. */
export interface OutsideScenario {
  readonly what: string;
  readonly isBare?: false;
  readonly run?: undefined;
  readonly outside: Outside;
}

export type Scenarios = Readonly<Record<string, Scenario | BareScenario | OutsideScenario>>;
