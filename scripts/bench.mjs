import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { prepare, ROOT, runMain } from './prepare/prepare.mjs';

/** These alone need no broker. */
const BARE = ['http-clients', 'plots', '--help', '-h'];

/** Measurements that anyone can repeat; each compares things in one run. What there is: `npm run bench -- --help`. */
await runMain(async () => {
  const args = process.argv.slice(2);
  await prepare(BARE.includes(args[0]) && args.length === 1 ? { broker: false, tools: true } : { tools: true });
  const main = join(ROOT, 'dist', 'bench', 'bench.main.js');
  const child = spawn(process.execPath, ['--enable-source-maps', main, ...args], { stdio: 'inherit' });
  process.on('SIGINT', () => undefined); // the terminal tells the child as well, which ends what it has started before it ends itself
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code) => process.exit(code ?? 1));
});
