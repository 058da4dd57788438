import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runStep } from './step.mjs';

/** Installs the npm packages when what lies in node_modules is not what package-lock.json says. */
export async function installPackages(root) {
  if (isInstalled(root)) return;
  await runStep('installing the npm packages', npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']), {
    cwd: root,
  });
}

/**
 * npm writes node_modules/.package-lock.json as its last act, so a broken-off install has none. Comparing what the two name is
 * surer than their ages, which a checkout or a copy changes.
 */
export function isInstalled(root) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, entry]) => path === '' || isPresent(entry, present[path]));
}

function isPresent(wanted, present) {
  // optional packages are the binaries of other platforms
  if (!present) return Boolean(wanted.optional || wanted.devOptional);
  return present.version === wanted.version && present.integrity === wanted.integrity;
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function npm(args) {
  const script = process.env.npm_execpath;
  return script?.endsWith('npm-cli.js') ? [process.execPath, script, ...args] : ['npm', ...args];
}
