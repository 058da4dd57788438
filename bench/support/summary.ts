import { median, round } from './percentiles.js';
import type { Figure, Row } from './scenario.js';

/** The result of one scenario: its figures, or broken. */
export interface Outcome {
  readonly name: string;
  readonly figures: readonly Figure[];
  /** Why there are no figures. */
  readonly broken?: string;
}

/** Returns one line per figure: value, spread over the rounds, target, value / target, and whether the target is met. */
export const toSummary = (outcomes: readonly Outcome[]): Row[] =>
  outcomes.flatMap(({ name, figures, broken }) => {
    if (broken !== undefined) return [{ scenario: name, figure: `BROKEN: ${broken}` }];
    return figures.length === 0 ? [{ scenario: name, figure: 'see its table' }] : figures.map((figure) => toRow(name, figure));
  });

function toRow(scenario: string, { name, rounds, unit, target }: Figure): Row {
  const value = median(rounds);
  const spread = rounds.length > 1 ? `${round(Math.min(...rounds))}–${round(Math.max(...rounds))}` : '';
  const line = { scenario, figure: name, value: withUnit(value, unit), spread };
  if (!target) return line;
  const [limit, sign, isMet] =
    'atLeast' in target ? [target.atLeast, '≥', value >= target.atLeast] : [target.atMost, '≤', value <= target.atMost];
  return { ...line, target: `${sign} ${withUnit(limit, unit)}`, 'of target': round(value / limit), '': isMet ? 'ok' : 'missed' };
}

const withUnit = (value: number, unit: string): string => `${round(value)}${unit.startsWith('/') ? '' : ' '}${unit}`.trim();
