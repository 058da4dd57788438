import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Its `exports` name neither the file for browsers nor package.json. */
const FOLDER = join(dirname(createRequire(import.meta.url).resolve('@scalar/api-reference')), '..');

const { version } = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8')) as { version: string };

/** The library that draws the page, as one script. */
export const REFERENCE_LIBRARY = { file: `scalar-${version}.js`, load: () => readFile(join(FOLDER, 'dist/browser/standalone.js')) };
