import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { prepare, ROOT, runMain } from './prepare/prepare.mjs';

/** Measurements that anyone can repeat; each compares things in one run. */
const BENCHES = { 'http-clients': 'bench/http-clients/http-clients.main.js' };

await runMain(async () => {
  const [name = 'http-clients'] = process.argv.slice(2);
  const main = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
  if (!main) {
    process.stderr.write(`unknown measurement: ${name}; there are: ${Object.keys(BENCHES).join(', ')}\n`);
    process.exit(2);
  }
  await prepare({ broker: false });
  spawn(process.execPath, [join(ROOT, 'dist', main)], { stdio: 'inherit' }).on('exit', (code) => process.exit(code ?? 1));
});
