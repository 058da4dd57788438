import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

const SOURCES = '**/*.{ts,tsx,css}';
const KEYWORDS = ['from ', 'import ', 'import('];

/**
 * Compares the imports of an app's top-level folders with the order in ARCHITECTURE.md: a folder imports only folders that stand after it.
 * Test files and the files beside the folders may import all of them.
 * @param {string} root the folder that holds ARCHITECTURE.md and apps/
 * @param {string} app the app's name, as `token-api`
 * @returns {string[]} the faults, each one a sentence; empty if there is none
 */
export function folderFaults(root, app) {
  const source = join(root, 'apps', app, 'src');
  const order = orderOf(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'), app);
  const folders = readdirSync(source, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  const missing = folders
    .filter((folder) => !order.includes(folder))
    .map((folder) => `ARCHITECTURE.md does not name apps/${app}/src/${folder}/`);
  const gone = order
    .filter((folder) => !existsSync(join(source, folder)))
    .map((folder) => `ARCHITECTURE.md names ${folder}/, which apps/${app}/src lacks`);
  const upward = importsOf(source).filter(({ from, to }) => order.indexOf(from) > order.indexOf(to));
  const sentences = upward.map(
    ({ file, from, to }) => `apps/${app}/src/${file} imports ${to}/, which stands before ${from}/ in ARCHITECTURE.md`,
  );
  return [...missing, ...gone, ...sentences];
}

/** The folders in the paragraph that begins with the app's name, in their order. */
function orderOf(architecture, app) {
  const paragraph = architecture.split(/\n(?=\*\*|#)/).find((text) => text.startsWith(`**${app}**`));
  if (paragraph === undefined) throw new Error(`ARCHITECTURE.md has no paragraph that begins with **${app}**`);
  return paragraph.split('`').flatMap((text) => (/^[a-z0-9-]+\/$/.test(text) ? [text.slice(0, -1)] : []));
}

/** The imports from one top-level folder of `source` into another. */
function importsOf(source) {
  const files = globSync(SOURCES, { cwd: source }).filter((file) => !/\.spec\.tsx?$/.test(file) && file.includes(sep));
  return files.flatMap((file) =>
    pathsIn(readFileSync(join(source, file), 'utf8')).flatMap((path) => {
      const target = relative(source, join(source, dirname(file), path));
      const [from, to] = [file.split(sep)[0], target.split(sep)[0]];
      return target.includes(sep) && !target.startsWith('..') && from !== to ? [{ file, from, to }] : [];
    }),
  );
}

/** The relative paths that a file imports. Between two quotes stands a text; the keyword stands before it. */
function pathsIn(text) {
  const pieces = text.split("'");
  return pieces.filter((piece, index) => piece.startsWith('.') && KEYWORDS.some((keyword) => pieces[index - 1]?.endsWith(keyword)));
}
