import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { prepare, ROOT, runMain } from './prepare/prepare.mjs';

const CHECKS = {
  types: [
    ['tsc', '-p', 'tsconfig.json', '--noEmit'],
    ['tsc', '-p', 'apps/console/tsconfig.json'],
  ],
  lint: [['oxlint', '--type-aware', '--deny-warnings', 'apps', 'libs', 'scripts', 'test', 'bench']],
  format: [['prettier', '--check', '.']],
};

/** `npm run check -- [types] [lint] [format]`: what a commit must pass without running a test. Without a name, all three. */
await runMain(async () => {
  const unknown = process.argv.slice(2).filter((name) => !Object.hasOwn(CHECKS, name));
  if (unknown.length > 0) throw new Error(`there is no check ${unknown.join(', ')}: there are ${Object.keys(CHECKS).join(', ')}`);
  await prepare({ broker: false, compile: false });
  const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(CHECKS);
  const failed = names.filter((name) => CHECKS[name].filter((command) => !passes(command)).length > 0);
  process.stdout.write(failed.length === 0 ? `${names.join(', ')}: ok\n` : `failed: ${failed.join(', ')}\n`);
  process.exit(failed.length === 0 ? 0 : 1);
});

function passes([program, ...args]) {
  return spawnSync(join(ROOT, 'node_modules', '.bin', program), args, { cwd: ROOT, stdio: 'inherit' }).status === 0;
}
