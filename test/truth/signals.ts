import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from './held-document.js';
import { exportedSeries } from './metrics-table.js';
import { metricsOfQuery } from './promql.js';

export const ALERTS = 'deploy/helm/parcel-event-webhooks/alerts/parcel-event-webhooks.yaml';

export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

export function alertRules(): AlertRule[] {
  const { groups } = parse(readFileSync(join(ROOT, ALERTS), 'utf8')) as { groups: { rules: AlertRule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

/** Counts, for each alert, the times at which its tests expect it to fire, and not to fire. */
export function alertTests(): Map<string, { firing: number; silent: number }> {
  const counts = new Map<string, { firing: number; silent: number }>();
  for (const file of readdirSync(join(ROOT, 'test/alerts'))) {
    const { tests } = parse(readFileSync(join(ROOT, 'test/alerts', file), 'utf8')) as { tests: { alert_rule_test: AlertTest[] }[] };
    for (const { alertname, exp_alerts: expected = [] } of tests.flatMap(({ alert_rule_test: each }) => each)) {
      const { firing, silent } = counts.get(alertname) ?? { firing: 0, silent: 0 };
      counts.set(alertname, expected.length > 0 ? { firing: firing + 1, silent } : { firing, silent: silent + 1 });
    }
  }
  return counts;
}

interface AlertTest {
  readonly alertname: string;
  readonly exp_alerts?: readonly object[];
}

/** Labels that the scrape adds. */
const LABELS_OF_ALL = ['app', 'namespace', 'pod'];

/** Returns the parts of a query that no app exports: metrics, or labels of metrics. */
export function unknownIn(query: string): string[] {
  const series = exportedSeries();
  return metricsOfQuery(query).flatMap(({ name, labels }) => {
    const known = series.get(name);
    if (known === undefined) return [name];
    return labels.filter((label) => !known.includes(label) && !LABELS_OF_ALL.includes(label)).map((label) => `${name}{${label}}`);
  });
}
