import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Each label with the reason why it has few values: every combination is a time series, which costs money. */
export type Labels<L extends string> = Readonly<Record<L, string>>;

interface MetricOptions<L extends string> {
  readonly labels?: Labels<L>;
}

interface GaugeOptions<L extends string> extends MetricOptions<L> {
  /** True: the metric is absent until it is set, because an unknown value must not read as 0. */
  readonly isAbsentAtFirst?: boolean;
  /** Called at each scrape, so it must be cheap. Questions to a broker or a table belong in a job. */
  readonly collect?: (this: Gauge<L>) => void;
}

/**
 * The gauges of the event loop's lag show this value at rest. Node.js wakes up for each sample: at prom-client's 10 ms, an idle process
 * spent half a per cent of a core on it.
 */
const LAG_SAMPLE_MS = 50;

/** A metric as docs/metrics.md describes it. */
export interface DescribedMetric {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** The Prometheus registry of the process. The code that creates a metric names and explains it. */
export class Metrics {
  readonly registry = new Registry();
  /** The metrics of the apps, without the metrics of the process. */
  readonly described: DescribedMetric[] = [];

  constructor(app: string) {
    this.registry.setDefaultLabels({ app });
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: LAG_SAMPLE_MS });
  }

  counter<L extends string = never>(name: string, help: string, { labels }: MetricOptions<L> = {}): Counter<L> {
    return new Counter({ ...this.describe('counter', { name, help, labels }), registers: [this.registry] });
  }

  gauge<L extends string = never>(name: string, help: string, options: GaugeOptions<L> = {}): Gauge<L> {
    const { labels, collect, isAbsentAtFirst } = options;
    const described = this.describe('gauge', { name, help, labels });
    const gauge = new Gauge({ ...described, ...(collect && { collect }), registers: [this.registry] });
    if (isAbsentAtFirst) gauge.remove();
    return gauge;
  }

  histogram<L extends string = never>(
    name: string,
    help: string,
    options: MetricOptions<L> & { buckets: readonly number[] },
  ): Histogram<L> {
    const described = this.describe('histogram', { name, help, labels: options.labels });
    return new Histogram({ ...described, buckets: [...options.buckets], registers: [this.registry] });
  }

  private describe<L extends string>(
    type: DescribedMetric['type'],
    { name, help, labels }: { name: string; help: string; labels: Labels<L> | undefined },
  ): { name: string; help: string; labelNames: L[] } {
    this.described.push({ name, type, help, labels: labels ?? {} });
    return { name, help, labelNames: Object.keys(labels ?? {}) as L[] };
  }
}
