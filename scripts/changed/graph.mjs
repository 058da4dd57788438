import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { importsBesides } from './programs.mjs';

const ENDINGS = ['', '.ts', '.tsx', '/index.ts'];

/** Returns the imports of a text that Prettier formatted, static or by a literal `import()`. Type imports are left out: they do not run. */
export function specifiersIn(text) {
  const imports = [...text.matchAll(/\b(?:from |import |import\(|require\()'/g)].filter((match) => !isOfTypes(text, match));
  return imports.map(({ 0: { length }, index }) => text.slice(index + length, text.indexOf("'", index + length)));
}

function isOfTypes(text, { 0: words, index }) {
  const statement = Math.max(...['\nimport ', '\nexport '].map((start) => `\n${text}`.lastIndexOf(start, index)));
  return words === "from '" && /^(?:import|export) type /.test(text.slice(statement, statement + 'import type '.length));
}

/** Returns the file of an import by the rules of jest.config.js and package.json; undefined = a package. @param known paths of all files */
export function resolveImport(from, specifier, known) {
  const base = pathOf(from, specifier);
  if (base === undefined) return undefined;
  return [base, base.replace(/\.js$/, '')].flatMap((each) => ENDINGS.map((ending) => each + ending)).find((each) => known.has(each));
}

function pathOf(from, specifier) {
  const [path] = specifier.split('?'); // vite: docs/signatures.md?raw
  if (path.startsWith('.')) return posix.join(posix.dirname(from), path);
  const [, lib, file = 'index'] = /^#libs\/([^/]+)(?:\/([^/]+))?$/.exec(path) ?? [];
  return lib && `libs/${lib}/src/${file}`;
}

export const isSource = (file) => /\.(?:[cm]?[jt]s|tsx)$/.test(file);

/** @param files paths from the root @returns the importers of each file */
export function importersOf(root, files) {
  const known = new Set(files);
  const importers = new Map(files.map((file) => [file, []]));
  for (const file of files.filter(isSource)) {
    const imported = specifiersIn(textOf(root, file)).map((specifier) => resolveImport(file, specifier, known));
    for (const each of [...imported, ...importsBesides(file, files)]) importers.get(each)?.push(file);
  }
  return importers;
}

/** Returns these files and all their importers, direct or indirect. @param end the importers of this file are left out */
export function reach(files, importers, end) {
  const reached = new Set(files);
  for (const file of reached) if (file !== end) for (const each of importers.get(file) ?? []) reached.add(each);
  return reached;
}

/** Returns the texts of a test file and of its imports from `test/`, direct or indirect. */
export function testTexts(root, file) {
  const texts = new Map([[file, textOf(root, file)]]);
  for (const [from, text] of texts)
    for (const path of specifiersIn(text).map((specifier) => pathOf(from, specifier)?.replace(/\.js$/, '.ts')))
      if (path?.startsWith('test/') && !texts.has(path)) texts.set(path, textOf(root, path));
  return [...texts.values()];
}

/** Returns the text of a file; '' for a deleted file. */
export function textOf(root, file) {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    return '';
  }
}
