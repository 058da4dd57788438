import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { findActionlint } from './prepare/actionlint.mjs';
import { folderFaults } from './prepare/folder-order.mjs';
import { prepare, ROOT, runMain } from './prepare/prepare.mjs';

const CHECKS = {
  types: () =>
    all(
      ['tsc', '-p', 'tsconfig.json', '--noEmit'],
      ['tsc', '-p', 'apps/console/tsconfig.json'],
      ['tsc', '-p', 'packages/receiver-node/tsconfig.json', '--noEmit'],
      ['tsc', '-p', 'examples/tsconfig.json'],
      ['tsc', '-p', 'packages/cli-node/tsconfig.json', '--noEmit'],
    ),
  lint: () =>
    all(['oxlint', '--type-aware', '--deny-warnings', 'apps', 'libs', 'packages', 'examples', 'scripts', 'test', 'bench', 'site']),
  format: () => all(['prettier', '--check', '.']),
  folders: checkFolders,
  workflows: lintWorkflows,
};

/** `npm run check -- [types] [lint] [format] [folders] [workflows]`: the checks that a commit must pass, besides tests. Without a name, all five run. */
await runMain(async () => {
  const unknown = process.argv.slice(2).filter((name) => !Object.hasOwn(CHECKS, name));
  if (unknown.length > 0) throw new Error(`unknown check ${unknown.join(', ')}: the checks are ${Object.keys(CHECKS).join(', ')}`);
  await prepare({ broker: false, compile: false });
  const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(CHECKS);
  const failed = names.filter((name) => !CHECKS[name]());
  process.stdout.write(failed.length === 0 ? `${names.join(', ')}: ok\n` : `failed: ${failed.join(', ')}\n`);
  process.exit(failed.length === 0 ? 0 : 1);
});

/** Runs every command, even after one has failed, so that all faults are shown. */
function all(...commands) {
  return commands.filter(([program, ...args]) => !passes(join(ROOT, 'node_modules', '.bin', program), args)).length === 0;
}

function checkFolders() {
  const faults = ['token-api', 'event-builder', 'webhook-sender', 'console'].flatMap((app) => folderFaults(ROOT, app));
  process.stdout.write(faults.map((fault) => `${fault}\n`).join(''));
  return faults.length === 0;
}

/** Runs without shellcheck and pyflakes, which some machines lack, so that the result is the same everywhere. */
function lintWorkflows() {
  const { program, missing } = findActionlint();
  if (program !== undefined) return passes(program, ['-shellcheck=', '-pyflakes=', ...globSync('.github/workflows/*.yml', { cwd: ROOT })]);
  process.stdout.write(`left out: ${missing}\n`);
  return true;
}

function passes(program, args) {
  return spawnSync(program, args, { cwd: ROOT, stdio: 'inherit' }).status === 0;
}
