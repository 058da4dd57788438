import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { prepare, ROOT, runMain } from './prepare/prepare.mjs';

/**
 * Runs a cluster under faults and checks its ledger: test/faults. When the machine allows it, the run has its own mount namespace, so that the
 * small disk of its database always vanishes with it.
 */
await runMain(async () => {
  await prepare({ tools: true });
  const main = [process.execPath, '--enable-source-maps', join(ROOT, 'dist', 'test', 'faults', 'faults.main.js'), ...process.argv.slice(2)];
  const apart = ['unshare', '--mount', '--propagation', 'private'];
  const canMount = spawnSync(apart[0], [...apart.slice(1), 'true']).status === 0;
  const [command, ...args] = canMount ? [...apart, ...main] : main;
  const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
});
