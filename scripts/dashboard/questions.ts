// The content of the dashboard: each row is a question, and each panel is a part of its answer. dashboard.ts draws it.

export interface Series {
  /** PromQL. */
  readonly query: string;
  /** The name of each line; labels as `{{topic}}`. */
  readonly legend: string;
}

export interface PanelOptions {
  readonly title: string;
  /** How to read the panel. */
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

/** Selects a metric of the chosen installation. */
export const of = (name: string, ...matchers: readonly string[]): string => `${name}{${[HERE, ...matchers].join(', ')}}`;

/** The rate per second. */
export const rate = (name: string, ...matchers: readonly string[]): string => `rate(${of(name, ...matchers)}[$__rate_interval])`;

export const sumBy = (label: string, query: string): Series => ({ query: `sum by (${label}) (${query})`, legend: `{{${label}}}` });

/** For metrics that every process reports alike, or about the same receivers. */
export const maxBy = (label: string, query: string): Series => ({ query: `max by (${label}) (${query})`, legend: `{{${label}}}` });

/** The median and the 99th percentile. */
export const quantiles = (histogram: string, ...matchers: readonly string[]): Series[] =>
  [0.5, 0.95, 0.99].map((quantile) => ({
    query: `histogram_quantile(${quantile}, sum by (le) (${rate(`${histogram}_bucket`, ...matchers)}))`,
    legend: `p${quantile * 100}`,
  }));
