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
  /** The page, without nonce and base. */
  readonly template: string;
  /** By their path below /console/. */
  readonly files: ReadonlyMap<string, ConsoleFile>;
}

/** Reads the built console once: no path of a request reaches the file system, and all answers share the bytes. */
@Injectable()
export class ConsoleFiles {
  private built = readBuilt();

  /**
   * @returns undefined when the console is not built. `npm start` builds it while this app runs, so each call looks again until the files
   * exist.
   */
  find(): BuiltConsole | undefined {
    return (this.built ??= readBuilt());
  }
}

function readBuilt(): BuiltConsole | undefined {
  const folder = builtAbove(import.meta.dirname);
  return folder === undefined ? undefined : { template: readFileSync(join(folder, 'index.html'), 'utf8'), files: readFiles(folder) };
}

/** Searches upwards, so that sources and compiled code find the same folder. */
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
