import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { prepare, ROOT, runMain } from './prepare/prepare.mjs';

/** Searches for inputs that break a reader. The arguments of `npm run test:fuzz --` go to test/fuzz/fuzz.main.ts. */
await runMain(async () => {
  await prepare({ broker: false, tools: true });
  const main = join(ROOT, 'dist', 'test', 'fuzz', 'fuzz.main.js');
  const child = spawn(process.execPath, ['--enable-source-maps', main, ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
});
