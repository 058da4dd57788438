import { readdirSync, readFileSync } from 'node:fs';
import { type Catalogue, compileCatalogue } from './catalogue.js';
import type { LanguageCodes, Languages } from './languages.js';

/**
 * Loads every `<lang>.json` beside this file; a new language needs only a new file.
 * @throws Error when a file cannot be used
 */
export function loadLanguages(folder: URL = new URL('./', import.meta.url)): Languages {
  return new Map(codesIn(folder).map((code) => [code, readCatalogue(new URL(`${code}.json`, folder))]));
}

/** Returns the codes of all languages without reading their files. */
export const languageCodes = (): LanguageCodes => new Set(codesIn(new URL('./', import.meta.url)));

function codesIn(folder: URL): string[] {
  const files = readdirSync(folder).filter((name) => /^[a-z]{2}\.json$/.test(name));
  return files.map((name) => name.slice(0, 2)).toSorted((a, b) => (a < b ? -1 : 1));
}

function readCatalogue(file: URL): Catalogue {
  const language = file.pathname.slice(-'de.json'.length, -'.json'.length);
  return compileCatalogue(language, JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>);
}
