import { readdirSync, readFileSync } from 'node:fs';
import { type Catalogue, compileCatalogue } from './catalogue.js';
import type { Languages } from './languages.js';

/** Every `<lang>.json` beside this file; adding one is all a new language takes. @throws Error when one cannot be used */
export function loadLanguages(folder: URL = new URL('./', import.meta.url)): Languages {
  const files = readdirSync(folder).filter((name) => /^[a-z]{2}\.json$/.test(name));
  return new Map(files.map((name) => [name.slice(0, 2), readCatalogue(new URL(name, folder))]));
}

function readCatalogue(file: URL): Catalogue {
  const language = file.pathname.slice(-'de.json'.length, -'.json'.length);
  return compileCatalogue(language, JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>);
}
