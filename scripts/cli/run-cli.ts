import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CommandCall, runCommandLine } from '#libs/command-line';
import { COMMANDS } from './commands.js';

/** Runs the command that `argv` names first; the others are its arguments. @returns its exit code */
export const runCli = (call: CommandCall): Promise<number> => runCommandLine({ commands: COMMANDS, version: versionOf() }, call);

/** The file lies two folders above the source and three above the compiled code. */
function versionOf(): string {
  const places = ['../..', '../../..'].map((folder) => join(import.meta.dirname, folder, 'package.json'));
  const file = places.find((place) => existsSync(place));
  return file === undefined ? 'unknown' : (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
