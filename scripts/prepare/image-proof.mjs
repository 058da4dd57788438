import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesBelow, hashFiles, readStamp } from './stamp.mjs';

const PROOF = join('.cache', 'image-proved');
/** Files that decide how the image is built and started. The apps' sources are not listed: `.ci/run` builds the image each time. */
const FILES = [
  'Dockerfile',
  '.dockerignore',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'apps/console/vite.config.ts',
  'deploy/compose.yaml',
  'docs/run-it.md',
  'scripts/run',
  'scripts/node.cjs',
  'scripts/build.mjs',
];
const FOLDERS = ['scripts/prepare', 'scripts/cli', 'apps/token-api/src/demo', 'libs/demo', 'test/image'];
/** The files and folders as paths. A folder ends in a slash. */
export const IMAGE_FILES = [...FILES, ...FOLDERS.map((folder) => `${folder}/`)];

/** True unless test/image has passed with these files, here or before they were merged into the main branch of `origin`. */
export function isImageUnproved(root) {
  return readStamp(join(root, PROOF)) !== stamp(root) && !isAsOnMain(root);
}

/** Call it when test/image has passed. */
export function rememberImageProof(root) {
  mkdirSync(dirname(join(root, PROOF)), { recursive: true });
  writeFileSync(join(root, PROOF), stamp(root));
}

function stamp(root) {
  const files = [...FILES, ...FOLDERS.flatMap((folder) => filesBelow(root, folder))];
  return hashFiles(root, files.filter((file) => existsSync(join(root, file))).toSorted());
}

function isAsOnMain(root) {
  return spawnSync('git', ['diff', '--quiet', 'origin/HEAD', '--', ...FILES, ...FOLDERS], { cwd: root }).status === 0;
}
