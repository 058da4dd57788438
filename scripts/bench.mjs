import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { prepare, ROOT, runMain } from './prepare/prepare.mjs';

/** Measurements that anyone can repeat; each compares things in one run. Those over the whole stack are files of bench/scenarios. */
await runMain(async () => {
  const [name = 'http-clients'] = process.argv.slice(2);
  const isAlone = name === 'http-clients';
  await prepare(isAlone ? { broker: false } : {});
  const main = isAlone ? 'bench/http-clients/http-clients.main.js' : 'bench/bench.main.js';
  const child = spawn(process.execPath, ['--enable-source-maps', join(ROOT, 'dist', main), name], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
});
