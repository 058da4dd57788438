import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { filesBelow } from './stamp.mjs';

/** The sources of the console's page, which Vite builds (console.mjs). */
const PAGE = join('apps', 'console', sep);

/**
 * Copies the files that the compiler leaves out: catalogues and mappings of the apps and libs, and the plain modules that scripts/stack
 * imports. Then it removes compiled files whose sources are gone: a deleted migration must not run again.
 */
export function copyAssets(root) {
  for (const file of assets(root)) {
    mkdirSync(dirname(join(root, 'dist', file)), { recursive: true });
    cpSync(join(root, file), join(root, 'dist', file));
  }
  for (const file of orphans(root)) rmSync(join(root, 'dist', file), { force: true });
  copyReferenceLibrary(root);
}

/** Copies the one browser script of the library for GET /docs, so that production does not need the library's packages. */
function copyReferenceLibrary(root) {
  const library = join(root, 'node_modules/@scalar/api-reference');
  const { version } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8'));
  const target = join(root, 'dist/apps/token-api/src/docs');
  cpSync(join(library, 'dist/browser/standalone.js'), join(target, `scalar-${version}.js`));
}

function assets(root) {
  const inSources = ['apps', 'libs']
    .flatMap((folder) => filesBelow(root, folder))
    .filter((file) => file.includes('/src/') && !file.startsWith(PAGE) && /\.(?:json|ya?ml)$/.test(file));
  const modules = filesBelow(root, join('scripts', 'prepare')).filter((file) => file.endsWith('.mjs'));
  return [...inSources, ...modules];
}

function orphans(root) {
  const dist = join(root, 'dist');
  const compiled = ['apps', 'libs', 'scripts'].flatMap((folder) => filesBelow(dist, folder));
  return compiled.filter((file) => !file.startsWith(PAGE) && !existsSync(join(root, sourceOf(file))));
}

function sourceOf(compiled) {
  return compiled.replace(/\.js(\.map)?$/, '.ts');
}
