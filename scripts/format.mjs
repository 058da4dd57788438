import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { prepare, ROOT, runMain } from './prepare/prepare.mjs';

/** Fixes the faults that `npm run check -- format` reports. */
await runMain(async () => {
  await prepare({ broker: false, compile: false });
  const prettier = join(ROOT, 'node_modules', '.bin', 'prettier');
  process.exit(spawnSync(prettier, ['--write', '--log-level', 'warn', '.'], { cwd: ROOT, stdio: 'inherit' }).status ?? 1);
});
