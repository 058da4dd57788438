import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The script that browsers get, as a file. */
interface LibraryFile {
  /** Changes with the version. */
  readonly name: string;
  readonly path: string;
}

const HERE = import.meta.dirname;

/** The build puts the file beside the compiled code (scripts/prepare/copy-assets.mjs). */
function builtFile(): LibraryFile | undefined {
  const name = readdirSync(HERE).find((file) => /^scalar-[\d.]+\.js$/.test(file));
  return name === undefined ? undefined : { name, path: join(HERE, name) };
}

/** Tests run the sources. There the file is in a development dependency, whose `exports` do not name it. */
function installedFile(): LibraryFile {
  const folder = join(dirname(createRequire(import.meta.url).resolve('@scalar/api-reference')), '..');
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return { name: `scalar-${version}.js`, path: join(folder, 'dist/browser/standalone.js') };
}

const { name, path } = builtFile() ?? installedFile();

/** The library shows this text in every empty credential field. It looks like a leaked token. */
const PLACEHOLDER = 'QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT';

/** The library that draws the page, as one script. */
export const REFERENCE_LIBRARY = {
  file: name,
  load: async () => Buffer.from((await readFile(path, 'utf8')).replaceAll(PLACEHOLDER, 'Not filled in')),
};
