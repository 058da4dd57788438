import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version in package.json, which lies three folders above the source and four above the compiled code. */
export const VERSION = versionOf(['../../..', '../../../..'].map((folder) => join(import.meta.dirname, folder, 'package.json')));

function versionOf(places: readonly string[]): string {
  const file = places.find((place) => existsSync(place));
  return file === undefined ? 'unknown' : (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
