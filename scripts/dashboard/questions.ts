// What the dashboard answers: each row is a question, each panel a part of its answer. How it is drawn: dashboard.ts.

export interface Series {
  /** PromQL. */
  readonly query: string;
  /** How each line is called; labels as `{{topic}}`. */
  readonly legend: string;
}

export interface PanelOptions {
  readonly title: string;
  /** What to think of it. */
  readonly description: string;
  readonly kind: 'lines' | 'number';
  /** Grafana's name of the unit. */
  readonly unit: 's' | 'short' | 'ops' | 'bytes' | 'percentunit';
  readonly series: readonly Series[];
}

export interface Question {
  readonly title: string;
  readonly panels: readonly PanelOptions[];
}

const HERE = 'namespace=~"$namespace"';

/** A metric of the chosen installation. */
export const of = (name: string, ...matchers: readonly string[]): string => `${name}{${[HERE, ...matchers].join(', ')}}`;

/** Per second. */
export const rate = (name: string, ...matchers: readonly string[]): string => `rate(${of(name, ...matchers)}[$__rate_interval])`;

export const sumBy = (label: string, query: string): Series => ({ query: `sum by (${label}) (${query})`, legend: `{{${label}}}` });

/** Every process says the same, or speaks of the same receivers. */
export const maxBy = (label: string, query: string): Series => ({ query: `max by (${label}) (${query})`, legend: `{{${label}}}` });

/** Median, and what one of a hundred exceeds. */
export const quantiles = (histogram: string, ...matchers: readonly string[]): Series[] =>
  [0.5, 0.95, 0.99].map((quantile) => ({
    query: `histogram_quantile(${quantile}, sum by (le) (${rate(`${histogram}_bucket`, ...matchers)}))`,
    legend: `p${quantile * 100}`,
  }));
