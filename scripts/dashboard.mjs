import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { prepare, ROOT, runMain } from './prepare/prepare.mjs';
import { findPrometheus } from './prepare/prometheus.mjs';

/** Runs the dashboard's queries in a real Prometheus, against the local stack under load. */
await runMain(async () => {
  await prepare({ tools: true });
  const main = join(ROOT, 'dist', 'scripts', 'dashboard', 'try-dashboard.main.js');
  const child = spawn(process.execPath, ['--enable-source-maps', main, findPrometheus().prometheus], { cwd: ROOT, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
});
