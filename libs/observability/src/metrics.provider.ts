import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Each label with what keeps its values few: every combination is a time series that somebody pays for. */
export type Labels<L extends string> = Readonly<Record<L, string>>;

interface MetricOptions<L extends string> {
  readonly labels?: Labels<L>;
  /** The name before a rename; the metric is also exported under this name until 1.0.0. A gauge needs `collect` for it. */
  readonly deprecatedName?: string;
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

  counter<L extends string = never>(name: string, help: string, { labels, deprecatedName }: MetricOptions<L> = {}): Counter<L> {
    const counter = new Counter({ ...this.describe('counter', { name, help, labels }), registers: [this.registry] });
    if (deprecatedName !== undefined) this.repeatCounter(counter, { name: deprecatedName, help: deprecatedHelp(name), labels });
    return counter;
  }

  /** Copies the values of the counter at each scrape. */
  private repeatCounter<L extends string>(counter: Counter<L>, old: { name: string; help: string; labels: Labels<L> | undefined }): void {
    const copy: Counter<L> = new Counter({
      ...this.describe('counter', old),
      registers: [this.registry],
      collect: async () => {
        const { values } = await counter.get();
        copy.reset();
        for (const { labels, value } of values) copy.inc(labels, value);
      },
    });
  }

  gauge<L extends string = never>(name: string, help: string, options: GaugeOptions<L> = {}): Gauge<L> {
    const { labels, collect, isAbsentAtFirst, deprecatedName } = options;
    if (deprecatedName !== undefined)
      this.gauge(deprecatedName, deprecatedHelp(name), { ...(labels && { labels }), ...(collect && { collect }) });
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

const deprecatedHelp = (name: string): string => `deprecated until 1.0.0: use ${name}`;
