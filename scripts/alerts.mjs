import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runMain } from './prepare/prepare.mjs';
import { findPrometheus, MissingPrometheus } from './prepare/prometheus.mjs';

/** Unit tests of the alert rules by promtool. Without promtool nothing is tested, and the reason is printed: it comes as a Debian package alone. */
await runMain(async () => {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const promtool = findPromtool();
  if (promtool === undefined) return;
  const rules = filesIn('deploy/helm/parcel-event-webhooks/alerts');
  const tests = filesIn('test/alerts');
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

function filesIn(folder) {
  return readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => join(folder, name));
}

function run(command, args) {
  return spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' }).status ?? 1;
}
