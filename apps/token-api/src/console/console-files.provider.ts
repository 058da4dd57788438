import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Injectable } from '@nestjs/common';

/** A file of the console in each of its encodings; the build compresses it (scripts/prepare/console-bundle.mjs). */
export interface ConsoleFile {
  readonly identity: Buffer;
  readonly gzip: Buffer;
  readonly br: Buffer;
}

const NOTICE = 'licences.txt';

/** The built console, read once: no path of a request reaches the file system, and all answers share the bytes. */
@Injectable()
export class ConsoleFiles {
  /** The page, before nonce and base are in it; undefined = the console is not built. */
  readonly template: string | undefined;
  /** By their path below /console/. */
  readonly files: ReadonlyMap<string, ConsoleFile>;

  constructor() {
    const folder = builtAbove(import.meta.dirname);
    this.template = folder && readFileSync(join(folder, 'index.html'), 'utf8');
    this.files = folder === undefined ? new Map() : readFiles(folder);
  }
}

/** Found from the sources as well as from the compiled code. */
function builtAbove(folder: string): string | undefined {
  const built = join(folder, 'dist', 'apps', 'console');
  if (existsSync(join(built, 'index.html'))) return built;
  return dirname(folder) === folder ? undefined : builtAbove(dirname(folder));
}

function readFiles(folder: string): Map<string, ConsoleFile> {
  const assets = readdirSync(join(folder, 'assets')).filter((name) => !/\.(?:br|gz)$/.test(name));
  return new Map([NOTICE, ...assets.map((name) => `assets/${name}`)].map((name) => [name, readEncodings(join(folder, name))]));
}

const readEncodings = (path: string): ConsoleFile => ({
  identity: readFileSync(path),
  gzip: readFileSync(`${path}.gz`),
  br: readFileSync(`${path}.br`),
});
