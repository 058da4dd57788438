import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Each label with what keeps its values few: every combination is a time series that somebody pays for. */
export type Labels<L extends string> = Readonly<Record<L, string>>;

interface MetricOptions<L extends string> {
  readonly labels?: Labels<L>;
}

interface GaugeOptions<L extends string> extends MetricOptions<L> {
  /** Absent until it is set: what is not known yet must not read 0. */
  readonly isAbsentAtFirst?: boolean;
  /** Called at each scrape, so it must cost next to nothing; what asks a broker or a table belongs into a job. */
  readonly collect?: (this: Gauge<L>) => void;
}

/** The gauges of the event loop's lag read so much at rest; Node.js wakes up for each of their samples, and at the 10 ms of prom-client a process without work spent half a per cent of a core on it. */
const LAG_SAMPLE_MS = 50;

/** A metric as docs/metrics.md describes it. */
export interface DescribedMetric {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** The process' Prometheus registry; every metric is named and explained where it is made. */
export class Metrics {
  readonly registry = new Registry();
  /** The metrics of the apps, without those of the process. */
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
