import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, hashFiles, readStamp } from './stamp.mjs';
import { runStep } from './step.mjs';

/** The stamp lies beside the page's folder, because each build replaces the folder. */
const STAMP = join('dist', '.console-sources');
const SETTINGS = ['package-lock.json', 'tsconfig.json', 'scripts/prepare/console-bundle.mjs'];

/** Builds the console's page into dist/apps/console when its sources have changed. It has its own stamp: a server change builds no page. */
export async function buildConsole(root) {
  const sources = hashFiles(root, sourceFiles(root));
  if (readStamp(join(root, STAMP)) === sources) return;
  removeConsole(root);
  const program = join(import.meta.dirname, 'console-bundle.mjs');
  // otherwise the caller's NODE_ENV decides which React build the page gets
  const env = { ...process.env, NODE_ENV: 'production' };
  await runStep('building the console', [process.execPath, program, root], { cwd: root, env });
  writeFileSync(join(root, STAMP), sources);
}

/** Removes an outdated page: token-api must not serve it while the new page is built. */
export function removeOldConsole(root) {
  if (readStamp(join(root, STAMP)) !== hashFiles(root, sourceFiles(root))) removeConsole(root);
}

function removeConsole(root) {
  rmSync(join(root, STAMP), { force: true });
  rmSync(join(root, 'dist', 'apps', 'console'), { recursive: true, force: true });
}

function sourceFiles(root) {
  const files = ['apps/console', 'libs/api-client/src', 'docs'].flatMap((folder) => filesBelow(root, folder));
  const isBuilt = (file) => !/\.spec\.tsx?$/.test(file) && (!file.startsWith('docs') || /^docs.[^\\/]+\.md$/.test(file));
  return [...SETTINGS, ...files.filter(isBuilt).toSorted((a, b) => (a < b ? -1 : 1))];
}
