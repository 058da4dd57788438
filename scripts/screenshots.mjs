import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { prepare, ROOT, runMain } from './prepare/prepare.mjs';

/** Takes screenshots of every view of the console: docs/images/*.png, light, dark and narrow. */
await runMain(async () => {
  await prepare({ tools: true });
  const main = join(ROOT, 'dist', 'scripts', 'screenshots', 'screenshots.main.js');
  const child = spawn(process.execPath, ['--enable-source-maps', main, ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
});
