import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runMain } from './prepare/prepare.mjs';
import { findPrometheus, MissingPrometheus } from './prepare/prometheus.mjs';

/**
 * Tests the alert rules with promtool, and checks the dashboard's queries. promtool exists only as a Debian package: without it, nothing is
 * tested, and the reason is printed.
 */
await runMain(async () => {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const promtool = findPromtool();
  if (promtool === undefined) return;
  const rules = [...filesIn('deploy/helm/parcel-event-webhooks/alerts', '.yaml'), dashboardQueries()];
  const tests = filesIn('test/alerts', '.yaml');
  process.exit(run(promtool, ['check', 'rules', ...rules]) || run(promtool, ['test', 'rules', ...tests]));
});

function findPromtool() {
  try {
    return findPrometheus().promtool;
  } catch (error) {
    if (!(error instanceof MissingPrometheus)) throw error;
    process.stderr.write(`The alert rules were not tested: ${error.message}\n`);
    return undefined;
  }
}

/** Writes the dashboard's queries as rules, in which promtool finds invalid PromQL. */
function dashboardQueries() {
  const [file] = filesIn('deploy/helm/parcel-event-webhooks/dashboards', '.json');
  const exprs = JSON.parse(readFileSync(join(ROOT, file), 'utf8')).panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const rules = exprs.map((expr, index) => ({ record: `dashboard:query${index}`, expr: expr.replaceAll('$__rate_interval', '5m') }));
  const path = join('.cache', 'dashboard-queries.yaml');
  writeFileSync(join(ROOT, path), JSON.stringify({ groups: [{ name: 'dashboard', rules }] })); // JSON is YAML
  return path;
}

function filesIn(folder, ending) {
  return readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
}

function run(command, args) {
  return spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' }).status ?? 1;
}
