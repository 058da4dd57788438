import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The process' Prometheus registry; every metric is named and explained where it is made. */
export class Metrics {
  readonly registry = new Registry();

  constructor(app: string) {
    this.registry.setDefaultLabels({ app });
    collectDefaultMetrics({ register: this.registry });
  }

  counter<L extends string = never>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  gauge<L extends string = never>(name: string, help: string, labelNames: readonly L[] = []): Gauge<L> {
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }

  histogram<L extends string = never>(name: string, help: string, options: { labelNames?: readonly L[]; buckets: number[] }): Histogram<L> {
    return new Histogram({ name, help, labelNames: options.labelNames ?? [], buckets: options.buckets, registers: [this.registry] });
  }
}
