import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { prepare, ROOT, runMain } from './prepare/prepare.mjs';

/**
 * A cluster under faults, and its ledger: test/faults. Where the machine allows it, it runs among mounts of its own, so that the small
 * disk of its database vanishes with it, however it ends.
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
