import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyAssets } from './copy-assets.mjs';
import { runStep } from './step.mjs';

/** What tsconfig.build.json names, and what test/faults uses of the tests. */
const SOURCES = ['apps', 'libs', 'scripts', 'bench', 'test/faults', 'test/fuzz', 'test/support', 'test/builders'];
const STAMP = join('dist', '.sources');
const BUILD_INFO = join('dist', '.tsbuildinfo');

/** Compiles when the sources are not those of the last build; a stamp over their contents tells. */
export async function build(root) {
  const sources = hashSources(root);
  const isNests = isCompiledByNest(root);
  if (readStamp(root) === sources && !isNests) return;
  if (isNests) rmSync(join(root, BUILD_INFO), { force: true }); // or tsc takes what it wrote itself for what lies there
  forgetBuild(root); // a build that is killed half-way must not pass for the one of before
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  await runStep('compiling', [process.execPath, tsc, '-p', 'tsconfig.build.json'], { cwd: root });
  copyAssets(root);
  writeFileSync(join(root, STAMP), sources);
}

/** For who compiles by other means: what then lies in dist is not what the stamp says. */
export function forgetBuild(root) {
  rmSync(join(root, STAMP), { force: true });
}

/** `nest build` and `nest start` write into dist, too, and know nothing of the stamp. */
function isCompiledByNest(root) {
  const builtAtMs = modifiedAtMs(join(root, STAMP));
  const mains = filesBelow(root, join('dist', 'apps')).filter((file) => file.endsWith('main.js'));
  return builtAtMs > 0 && mains.some((file) => modifiedAtMs(join(root, file)) > builtAtMs);
}

const modifiedAtMs = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function hashSources(root) {
  const hash = createHash('sha256');
  for (const file of sourceFiles(root))
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

function sourceFiles(root) {
  const folders = SOURCES.flatMap((folder) => filesBelow(root, folder));
  const relevant = folders.filter((file) => /\.(ts|mts|mjs|json|ya?ml)$/.test(file) && !file.endsWith('.spec.ts'));
  return ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json', ...relevant.toSorted((a, b) => (a < b ? -1 : 1))];
}

function filesBelow(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

function readStamp(root) {
  try {
    return readFileSync(join(root, STAMP), 'utf8');
  } catch {
    return undefined;
  }
}
