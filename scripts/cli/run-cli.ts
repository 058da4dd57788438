import { type CommandCall, runCommandLine } from '#libs/command-line';
import { VERSION } from '#libs/config';
import { COMMANDS } from './commands.js';

/** Runs the command that `argv` begins with; the rest are its arguments. @returns its exit code */
export const runCli = (call: CommandCall): Promise<number> => runCommandLine({ commands: COMMANDS, version: VERSION }, call);
