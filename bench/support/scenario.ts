import type { BenchStack } from './bench-stack.js';
import type { NpmStack } from './npm-stack.js';

export type Row = Readonly<Record<string, string | number>>;

/** One measured quantity, with what it is held against in the summary. */
export interface Figure {
  readonly name: string;
  /** One value per round; the median counts, the others show how far to trust it. */
  readonly rounds: readonly number[];
  readonly unit: string;
  /** Information, never a failure. */
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
  /** The median of these is the bar's length, smallest and largest are its whisker. */
  readonly rounds: readonly number[];
  /** What the others are compared with: drawn in another colour. */
  readonly isLimit?: boolean;
}

export interface Result {
  readonly title: string;
  readonly rows: readonly Row[];
  /** What a reader must know to judge the rows. */
  readonly notes: readonly string[];
  readonly figures?: readonly Figure[];
  readonly charts?: readonly Chart[];
}

/** One figure of one variant, measured once. */
export interface Measurement {
  readonly variant: string;
  readonly figure: string;
  readonly unit: string;
  /** undefined = the measured commit lacks what the figure is about. */
  readonly value: number | undefined;
  /** The target of this commit's value divided by the other commit's. It goes into the summary. */
  readonly ratioTarget?: Figure['target'];
}

/** How much is asked of a measurement from outside. */
export interface Load {
  /** Records of a flood. */
  readonly records: number;
  /** A first look: shorter phases. */
  readonly isQuick: boolean;
}

/** Measured on a fresh stack that `npm start` of some commit runs: it uses nothing but topics, tables, the API and process ids. */
export interface OutsideStack {
  readonly name: string;
  /** For the apps. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly measure: (stack: NpmStack, load: Load) => Promise<Measurement[]>;
}

export interface Outside {
  /** `--records` decides how much is measured. */
  readonly hasRecords?: true;
  readonly stacks: readonly OutsideStack[];
}

/** One file of bench/scenarios: things compared with each other in one run. It fails only when it is broken, never because it is slow. */
export interface Scenario {
  readonly what: string;
  readonly isBare?: false;
  /** It runs for minutes: beside a broker that is compiled well, like one that has long been in operation. In a short drain the compiling itself would count. */
  readonly runsLong?: true;
  run(stack: BenchStack): Promise<Result>;
  /** What of it can be measured for another commit. */
  readonly outside?: Outside;
}

/** One that needs neither broker nor database. */
export interface BareScenario {
  readonly what: string;
  readonly isBare: true;
  run(): Promise<Result>;
  readonly outside?: undefined;
}

/** One that is always measured from outside. */
export interface OutsideScenario {
  readonly what: string;
  readonly isBare?: false;
  readonly run?: undefined;
  readonly outside: Outside;
}

export type Scenarios = Readonly<Record<string, Scenario | BareScenario | OutsideScenario>>;
