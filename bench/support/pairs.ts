import { median, round } from './percentiles.js';
import type { Figure, Measurement, Row } from './scenario.js';

/** The same measurements, once for each round. */
export type Rounds = readonly (readonly Measurement[])[];

/** Rounds of two commits; the n-th rounds of both were measured one after the other. */
export interface Pairs {
  readonly ours: Rounds;
  readonly theirs: Rounds;
  /** The other commit, as named on the command line. */
  readonly commit: string;
}

const NONE = 'none';

/** One line per figure, with the median of its rounds. */
export const roundsRows = (rounds: Rounds): Row[] =>
  figuresOf(rounds).map((each) => {
    const values = valuesOf(rounds, each);
    return { ...labelOf(each), value: told(median(known(values))), ...(rounds.length > 1 && { spread: spreadOf(known(values)) }) };
  });

/**
 * One line per figure: the medians of both commits, and the median and spread of the ratios of the pairs. `none` = a commit lacks the
 * figure.
 */
export const pairsRows = ({ ours, theirs, commit }: Pairs): Row[] =>
  figuresOf([...ours, ...theirs]).map((each) => {
    const ratios = ratiosOf(valuesOf(ours, each), valuesOf(theirs, each));
    return {
      ...labelOf(each),
      'this clone': told(median(known(valuesOf(ours, each)))),
      [commit]: told(median(known(valuesOf(theirs, each)))),
      ratio: told(median(ratios)),
      'ratios of the pairs': spreadOf(ratios),
    };
  });

/** Returns the figures with a target, for the summary. */
export function pairsFigures({ ours, theirs, commit }: Pairs): Figure[] {
  return figuresOf(ours).flatMap((each) => {
    const rounds = ratiosOf(valuesOf(ours, each), valuesOf(theirs, each));
    if (each.ratioTarget === undefined || rounds.length === 0) return [];
    return [{ name: `${each.variant}: ${each.figure}, by ${commit}`, rounds, unit: '×', target: each.ratioTarget }];
  });
}

/** Returns the ratios of the pairs in which both commits have the figure. */
export function ratiosOf(ours: readonly (number | undefined)[], theirs: readonly (number | undefined)[]): number[] {
  return ours.flatMap((value, index) => {
    const other = theirs[index];
    return value === undefined || other === undefined || other === 0 ? [] : [value / other];
  });
}

/** Each figure once, in the order of its first appearance. */
const figuresOf = (rounds: Rounds): Measurement[] => [
  ...new Map(rounds.flat().map((each) => [`${each.variant}\n${each.figure}`, each])).values(),
];

const labelOf = ({ variant, figure, unit }: Measurement): Row => ({ variant, figure, unit });

const valuesOf = (rounds: Rounds, { variant, figure }: Measurement): (number | undefined)[] =>
  rounds.map((round) => round.find((each) => each.variant === variant && each.figure === figure)?.value);

const known = (values: readonly (number | undefined)[]): number[] => values.filter((value) => value !== undefined);

const told = (value: number): string | number => (Number.isNaN(value) ? NONE : round(value));

const spreadOf = (values: readonly number[]): string =>
  values.length < 2 ? '' : `${round(Math.min(...values))}–${round(Math.max(...values))}`;
