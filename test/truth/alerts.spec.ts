import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { ROOT } from './held-document.js';
import { metricsOfQuery } from './promql.js';
import { alertRules, alertTests, unknownIn } from './signals.js';

const RULES = alertRules();
const VALUES = readFileSync(join(ROOT, 'deploy/helm/parcel-event-webhooks/values.yaml'), 'utf8');
/** The default of the chart. The rules' file contains the same URL, for those who load it without the chart. */
const { runbookBaseUrl } = (parse(VALUES) as { metrics: { prometheusRule: { runbookBaseUrl: string } } }).metrics.prometheusRule;

describe('the alert rules', () => {
  it('read only metrics and labels that the apps export', () => {
    expect(RULES.flatMap(({ alert, expr }) => unknownIn(expr).map((name) => `${alert}: ${name}`))).toEqual([]);
    expect(RULES.filter(({ expr }) => metricsOfQuery(expr).length === 0)).toEqual([]);
  });

  it('each have a runbook in docs/runbooks.md, and each runbook has its alert', () => {
    const page = readFileSync(join(ROOT, 'docs/runbooks.md'), 'utf8');
    const urls = [...page.matchAll(/^## (.+)$/gm)].map(([, title]) => `${runbookBaseUrl}#${title!.toLowerCase().replaceAll(' ', '-')}`);
    expect(RULES.map(({ annotations }) => annotations.runbook_url)).toEqual(urls);
    for (const part of page.split(/^## /m).slice(1)) {
      expect(part).toMatch(/^[^\n]+\n\*\*Means\*\*: .+\n\*\*First look\*\*: .+\n\*\*Do\*\*: /);
    }
  });

  it('are pages or tickets, each with a summary', () => {
    expect(RULES.filter(({ labels }) => !['page', 'ticket'].includes(labels.severity))).toEqual([]);
    expect(RULES.filter(({ annotations }) => annotations.summary === '')).toEqual([]);
    expect(new Set(RULES.map(({ alert }) => alert)).size).toBe(RULES.length);
  });

  it('are each tested both firing and not firing', () => {
    const tests = alertTests();
    const untested = RULES.filter(({ alert }) => !tests.get(alert)?.firing || !tests.get(alert)?.silent);
    expect(untested.map(({ alert }) => alert)).toEqual([]);
    expect([...tests.keys()].filter((name) => !RULES.some(({ alert }) => alert === name))).toEqual([]);
  });
});

describe('the metrics that a query reads', () => {
  it.each([
    ['up', ['up[]']],
    ['sum by (topic) (rate(a_total{topic="scans", reason=~"E_.*"}[5m])) > 0.5', ['a_total[topic,reason]']],
    ['time() - max by (topic) (b_seconds) < 300 and on (topic) deriv(max(c)[30m:1m]) > 1e6', ['b_seconds[]', 'c[]']],
    ['histogram_quantile(0.99, sum by (le) (rate(d_bucket[$__rate_interval]))) unless e{}', ['d_bucket[]', 'e[]']],
  ])('%s', (query, expected) => {
    expect(metricsOfQuery(query).map(({ name, labels }) => `${name}[${labels.join(',')}]`)).toEqual(expected);
  });
});
