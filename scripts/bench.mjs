import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { prepare, ROOT, runMain } from './prepare/prepare.mjs';

/** The arguments that need no broker. */
const BARE = ['http-clients', 'plots', '--help', '-h'];

/** Runs measurements that anyone can repeat. Each compares several things in one run; `npm run bench -- --help` lists them. */
await runMain(async () => {
  const args = process.argv.slice(2);
  await prepare(BARE.includes(args[0]) && args.length === 1 ? { broker: false, tools: true } : { tools: true });
  const main = join(ROOT, 'dist', 'bench', 'bench.main.js');
  const child = spawn(process.execPath, ['--enable-source-maps', main, ...args], { stdio: 'inherit' });
  process.on('SIGINT', () => undefined); // the terminal also signals the child, which ends its own processes before it ends itself
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code) => process.exit(code ?? 1));
});
