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

export interface BuiltConsole {
  /** The page, before nonce and base are in it. */
  readonly template: string;
  /** By their path below /console/. */
  readonly files: ReadonlyMap<string, ConsoleFile>;
}

/** The built console, read once: no path of a request reaches the file system, and all answers share the bytes. */
@Injectable()
export class ConsoleFiles {
  private built = readBuilt();

  /** undefined = the console is not built. `npm start` builds it while this app runs, so each call looks again until it is there. */
  find(): BuiltConsole | undefined {
    return (this.built ??= readBuilt());
  }
}

function readBuilt(): BuiltConsole | undefined {
  const folder = builtAbove(import.meta.dirname);
  return folder === undefined ? undefined : { template: readFileSync(join(folder, 'index.html'), 'utf8'), files: readFiles(folder) };
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
