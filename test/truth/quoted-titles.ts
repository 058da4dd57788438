// Documents quote the titles of tests. A long title may end in the document with " …": its beginning must then name one test of the file.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './held-document.js';

const SHORTENED = / …$/;

/** Titles of the tests in a file, without the seed that some carry. @param file from the root; one that is missing has none */
export function titlesIn(file: string): string[] {
  const path = join(ROOT, file);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return [...text.matchAll(/(['"`])((?:(?!\1).)+)\1,/g)].map(([, , title = '']) => title.replace(/ \(SEED=.*$/, ''));
}

/** The titles of the file that a document means by its quotation: one, where all is well. */
export function quotedTitles(file: string, quoted: string): string[] {
  const beginning = quoted.replace(SHORTENED, '');
  const isMeant = (title: string): boolean => (SHORTENED.test(quoted) ? title.startsWith(beginning) : title === quoted);
  return [...new Set(titlesIn(file).filter(isMeant))];
}
