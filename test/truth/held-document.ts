// Documents that cannot drift from the code: UPDATE_DOCS=1 writes them, otherwise tests compare them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect } from '@jest/globals';
import { format, resolveConfig } from 'prettier';

export const ROOT = join(import.meta.dirname, '../..');

const isUpdate = (): boolean => Boolean(process.env['UPDATE_DOCS']);

/** Compares or writes a whole file, formatted like the repository. @param path from the root */
export async function holdFile(path: string, text: string): Promise<void> {
  const file = join(ROOT, path);
  holdText(path, await format(text, { ...(await resolveConfig(file)), filepath: file }));
}

/** Compares or writes a whole file as it is. @param path from the root */
export function holdText(path: string, text: string): void {
  const file = join(ROOT, path);
  if (isUpdate()) writeFileSync(file, text);
  expect(existsSync(file) ? readFileSync(file, 'utf8') : `${relative(ROOT, file)} is missing: UPDATE_DOCS=1 writes it`).toBe(text);
}

export const holdJson = (path: string, value: unknown): Promise<void> => holdFile(path, JSON.stringify(value, null, 2));

/** Compares or writes the part of a page between `<!-- name: … -->` and `<!-- end of name -->`. */
export function holdPart(path: string, name: string, text: string): void {
  const file = join(ROOT, path);
  const page = readFileSync(file, 'utf8');
  const begin = `<!-- ${name}: generated -->`;
  const end = `<!-- end of ${name} -->`;
  const [from, to] = [page.indexOf(begin) + begin.length, page.indexOf(end)];
  if (!page.includes(begin) || to < from) throw new Error(`${path} lacks the lines ${begin} and ${end}`);
  if (isUpdate()) writeFileSync(file, `${page.slice(0, from)}\n${text}\n${page.slice(to)}`);
  expect((isUpdate() ? text : page.slice(from, to)).trim()).toBe(text.trim());
}
