import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { buildConsole, removeOldConsole } from './console.mjs';
import { copyAssets } from './copy-assets.mjs';
import { filesBelow, hashFiles, readStamp } from './stamp.mjs';
import { runStep } from './step.mjs';

/** The sources of the image and the local stack. They must not import from `test` or `bench` (test/truth/rooms.spec.ts). */
const PRODUCT = {
  config: 'tsconfig.build.json',
  folders: ['apps', 'libs', 'scripts/cli', 'scripts/stack', 'scripts/prepare'],
  stamp: join('dist', '.sources'),
};
/** The product, and the programs for tests, measurements and pictures. */
const TOOLS = {
  config: 'tsconfig.tools.json',
  folders: ['apps', 'libs', 'scripts', 'bench', 'test/cluster', 'test/faults', 'test/fuzz', 'test/support', 'test/builders'],
  stamp: join('dist', '.sources.tools'),
};
const MAPPINGS = ['apps', 'event-builder', 'src', 'carriers', 'compile-mappings.main.js'];
const BUILD_INFO = join('dist', '.tsbuildinfo');

const TYPES_CHECKED = ' types checked';

/** Builds the programs and the console's page, each only when its sources have changed since the last build: a hash tells. */
export async function build(root, { tools = false, types = false, page = true } = {}) {
  await compile(root, tools ? TOOLS : PRODUCT, types);
  await (page ? buildConsole(root) : removeOldConsole(root));
}

async function compile(root, part, types) {
  const sources = hashFiles(root, sourceFiles(root, part));
  const built = [`${sources}${TYPES_CHECKED}`, ...(types ? [] : [sources])];
  const isNests = isCompiledByNest(root);
  if (built.includes(readStamp(join(root, part.stamp))) && !isNests) return;
  if (isNests) rmSync(join(root, BUILD_INFO), { force: true }); // otherwise tsc assumes that its earlier output is still there
  forgetBuild(root); // an interrupted build must not pass as the previous build
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  await runStep('compiling', [process.execPath, tsc, '-p', part.config, ...(types ? [] : ['--noCheck'])], { cwd: root });
  copyAssets(root);
  await runStep('compiling the mappings', [process.execPath, join('dist', ...MAPPINGS)], { cwd: root });
  const checked = types ? TYPES_CHECKED : '';
  if (part === TOOLS) writeFileSync(join(root, PRODUCT.stamp), `${hashFiles(root, sourceFiles(root, PRODUCT))}${checked}`);
  writeFileSync(join(root, part.stamp), `${sources}${checked}`);
}

/** Removes the stamps. Call it before another program writes into dist. */
export function forgetBuild(root) {
  for (const { stamp } of [PRODUCT, TOOLS]) rmSync(join(root, stamp), { force: true });
}

/** `nest build` and `nest start` also write into dist, and do not update the stamp. */
function isCompiledByNest(root) {
  const builtAtMs = modifiedAtMs(join(root, PRODUCT.stamp));
  const mains = filesBelow(root, join('dist', 'apps')).filter((file) => file.endsWith(`${sep}main.js`));
  return builtAtMs > 0 && mains.some((file) => modifiedAtMs(join(root, file)) > builtAtMs);
}

const modifiedAtMs = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function sourceFiles(root, { folders, config }) {
  const files = folders.flatMap((folder) => filesBelow(root, folder)).filter((file) => !file.startsWith(join('apps', 'console', sep)));
  const relevant = files.filter((file) => /\.(ts|mts|mjs|json|ya?ml)$/.test(file) && !file.endsWith('.spec.ts'));
  return ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json', config, ...relevant.toSorted((a, b) => (a < b ? -1 : 1))];
}
