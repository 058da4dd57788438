import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { prepare, ROOT, runMain } from './prepare/prepare.mjs';

/** Compiles changed sources, then runs the command line, which the image contains too. */
await runMain(async () => {
  await prepare({ broker: false });
  const main = join(ROOT, 'dist', 'scripts', 'cli', 'cli.main.js');
  const child = spawn(process.execPath, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
});
