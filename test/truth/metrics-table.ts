import { systemClock } from '#libs/config';
import { type DescribedMetric, Logger, Metrics, NO_TRACING } from '#libs/observability';
import { toCarriersMetrics } from '../../apps/event-builder/src/carriers.job.js';
import { toOverdueMetrics } from '../../apps/event-builder/src/overdue.job.js';
import { ParcelEvents } from '../../apps/event-builder/src/parcel-events.provider.js';
import { RetentionEvents } from '../../apps/event-builder/src/retention/retention-events.provider.js';
import { logRequests } from '../../apps/token-api/src/http/request-log.middleware.js';
import { DeliveryEvents } from '../../apps/webhook-sender/src/attempt/delivery-events.provider.js';
import { toFanOutMetrics } from '../../apps/webhook-sender/src/fan-out/fan-out-turns.job.js';
import { toWaitingMetrics } from '../../apps/webhook-sender/src/queue/waiting-metrics.job.js';
import { toMessagingMetrics } from '../../libs/messaging/src/health/messaging-metrics.provider.js';
import { toDatabaseMetrics } from '../../libs/persistence/src/database-metrics.job.js';

const logger = new Logger('truth', { logLevel: 'error' });

/** What each app makes of its own; int tests compare it with what a running app exports. */
const MAKERS: Readonly<Record<string, (metrics: Metrics) => void>> = {
  'token-api': (metrics) => void logRequests(logger, metrics),
  'event-builder': (metrics) => {
    void new ParcelEvents(logger, metrics, systemClock);
    void new RetentionEvents(logger, metrics);
    toCarriersMetrics(metrics);
    toOverdueMetrics(metrics);
  },
  'webhook-sender': (metrics) => {
    void new DeliveryEvents(logger, metrics, systemClock, NO_TRACING);
    toWaitingMetrics(metrics, { waiting: 0, openCircuits: 0 });
    toFanOutMetrics(metrics, { count: 0 });
  },
};

export type AppMetrics = DescribedMetric & { readonly apps: readonly string[] };

function metricsOf(app: string): readonly DescribedMetric[] {
  const metrics = new Metrics(app);
  toMessagingMetrics(metrics);
  toDatabaseMetrics(metrics, () => undefined);
  MAKERS[app]?.(metrics);
  metrics.registry.clear();
  return metrics.described;
}

/** Every metric of our own, by name, with the apps that export it. */
export function describedMetrics(): AppMetrics[] {
  const byName = new Map<string, AppMetrics>();
  for (const app of Object.keys(MAKERS)) {
    for (const metric of metricsOf(app)) byName.set(metric.name, { ...metric, apps: [...(byName.get(metric.name)?.apps ?? []), app] });
  }
  return [...byName.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}

/** What a query may name, with the labels of each: a histogram has three series; those of the process come with prom-client. */
export function exportedSeries(): ReadonlyMap<string, readonly string[]> {
  const own = describedMetrics().flatMap(({ name, type, labels }) => {
    const names = type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
    return names.map((each) => [each, [...Object.keys(labels), ...(type === 'histogram' ? ['le'] : [])]] as const);
  });
  const usual = new Metrics('truth').registry.getMetricsAsArray().map(({ name }) => [name, []] as const);
  return new Map([...own, ...usual]);
}

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/_timestamp_seconds$/, 'seconds since 1970'],
  [/_seconds$/, 'seconds'],
  [/_bytes$/, 'bytes'],
];
/** With a comma before it; a count has none. */
const unitOf = (name: string): string => UNITS.filter(([suffix]) => suffix.test(name)).map(([, unit]) => `, ${unit}`)[0] ?? '';

const labelsOf = (labels: DescribedMetric['labels']): string =>
  Object.entries(labels)
    .map(([label, limit]) => `\`${label}\`: ${limit}`)
    .join('; ');

const APP_COUNT = Object.keys(MAKERS).length;

export const metricsTable = (): string =>
  [
    '| metric | type, unit | exported by | labels and what limits them | meaning |',
    '| --- | --- | --- | --- | --- |',
    ...describedMetrics().map(({ name, type, help, labels, apps }) => {
      const by = apps.length === APP_COUNT ? 'all' : apps.join(', ');
      return `| \`${name}\` | ${type}${unitOf(name)} | ${by} | ${labelsOf(labels)} | ${help} |`;
    }),
  ].join('\n');
