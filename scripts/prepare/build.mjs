import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { buildConsole } from './console.mjs';
import { copyAssets } from './copy-assets.mjs';
import { filesBelow, hashFiles, readStamp } from './stamp.mjs';
import { runStep } from './step.mjs';

/** What tsconfig.build.json names, and what test/faults uses of the tests. */
const SOURCES = ['apps', 'libs', 'scripts', 'bench', 'test/faults', 'test/fuzz', 'test/support', 'test/builders'];
const STAMP = join('dist', '.sources');
const BUILD_INFO = join('dist', '.tsbuildinfo');

/** Builds the programs and the console's page, each when its sources are not those of the last build; a stamp over their contents tells. */
export async function build(root) {
  await compile(root);
  await buildConsole(root);
}

async function compile(root) {
  const sources = hashFiles(root, sourceFiles(root));
  const isNests = isCompiledByNest(root);
  if (readStamp(join(root, STAMP)) === sources && !isNests) return;
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
  const mains = filesBelow(root, join('dist', 'apps')).filter((file) => file.endsWith(`${sep}main.js`));
  return builtAtMs > 0 && mains.some((file) => modifiedAtMs(join(root, file)) > builtAtMs);
}

const modifiedAtMs = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function sourceFiles(root) {
  const folders = SOURCES.flatMap((folder) => filesBelow(root, folder)).filter((file) => !file.startsWith(join('apps', 'console', sep)));
  const relevant = folders.filter((file) => /\.(ts|mts|mjs|json|ya?ml)$/.test(file) && !file.endsWith('.spec.ts'));
  return ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json', ...relevant.toSorted((a, b) => (a < b ? -1 : 1))];
}
