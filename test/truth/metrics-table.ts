import { systemClock } from '#libs/config';
import { type DescribedMetric, Logger, Metrics, NO_TRACING } from '#libs/observability';
import { toCarriersMetrics } from '../../apps/event-builder/src/rulebook/carriers.job.js';
import { toOverdueMetrics } from '../../apps/event-builder/src/tracking/overdue.job.js';
import { ParcelEvents } from '../../apps/event-builder/src/tracking/parcel-events.provider.js';
import { RetentionEvents } from '../../apps/event-builder/src/retention/retention-events.provider.js';
import { logRequests } from '../../apps/token-api/src/http/request-log.middleware.js';
import { MailEvents } from '../../apps/token-api/src/mail/mail-events.provider.js';
import { NotificationEvents } from '../../apps/token-api/src/notifications/notification-events.provider.js';
import { DeliveryEvents } from '../../apps/webhook-sender/src/attempt/delivery-events.provider.js';
import { toFanOutMetrics } from '../../apps/webhook-sender/src/fan-out/fan-out-turns.job.js';
import { TokenEvents } from '../../apps/webhook-sender/src/oauth2/token-events.provider.js';
import { toWaitingMetrics } from '../../apps/webhook-sender/src/dispatch/waiting-metrics.job.js';
import { toMessagingMetrics } from '../../libs/messaging/src/health/messaging-metrics.provider.js';
import { toDatabaseMetrics } from '../../libs/persistence/src/database-metrics.job.js';

const logger = new Logger('truth', { logLevel: 'error' });

/** How each app makes its own metrics; int tests compare them with the metrics of a running app. */
const MAKERS: Readonly<Record<string, (metrics: Metrics) => void>> = {
  'token-api': (metrics) => {
    logRequests(logger, metrics);
    void new NotificationEvents(logger, metrics);
    void new MailEvents(logger, metrics);
  },
  'event-builder': (metrics) => {
    void new ParcelEvents(logger, metrics, systemClock);
    void new RetentionEvents(logger, metrics);
    toCarriersMetrics(metrics);
    toOverdueMetrics(metrics);
  },
  'webhook-sender': (metrics) => {
    void new DeliveryEvents(logger, metrics, systemClock, NO_TRACING);
    void new TokenEvents(logger, metrics);
    toWaitingMetrics(metrics, { turns: { waiting: 0, inFlight: 0 }, queues: { openCircuits: 0 }, log: { unrecorded: 0 } });
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

/** Returns every metric of the apps, by name, with the apps that export it. */
export function describedMetrics(): AppMetrics[] {
  const byName = new Map<string, AppMetrics>();
  for (const app of Object.keys(MAKERS)) {
    for (const metric of metricsOf(app)) byName.set(metric.name, { ...metric, apps: [...(byName.get(metric.name)?.apps ?? []), app] });
  }
  return [...byName.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Returns every name that a query may use, with its labels. A histogram has three series; the process metrics come with prom-client. */
export function exportedSeries(): ReadonlyMap<string, readonly string[]> {
  const own = describedMetrics().flatMap(({ name, type, labels }) => {
    const names = type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
    return names.map((each) => [each, [...Object.keys(labels), ...(type === 'histogram' ? ['le'] : [])]] as const);
  });
  const usual = new Metrics('truth').registry.getMetricsAsArray().map(({ name }) => [name, []] as const);
  return new Map([...own, ...usual]);
}

const lineOf = ({ name, type, help, labels }: AppMetrics): string => {
  const names = Object.keys(labels);
  return `- \`${name}${names.length === 0 ? '' : `{${names.join(',')}}`}\` (${type}): ${help}`;
};

function sectionOf(title: string, metrics: readonly AppMetrics[]): string[] {
  return [`### ${title}`, '', ...metrics.map(lineOf), ''];
}

/** Lists the metrics of all apps first, then the metrics of each app. */
export function metricsTable(): string {
  const all = describedMetrics();
  const apps = Object.keys(MAKERS);
  const isOfAll = ({ apps: by }: AppMetrics): boolean => by.length === apps.length;
  const ofApp = (app: string): AppMetrics[] => all.filter((metric) => !isOfAll(metric) && metric.apps.includes(app));
  return [...sectionOf('All apps', all.filter(isOfAll)), ...apps.flatMap((app) => sectionOf(app, ofApp(app)))].join('\n').trimEnd();
}
