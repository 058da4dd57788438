import { parseArgs } from 'node:util';
import type { Env } from '#libs/config';

/** One command of the operator's command line. `A` = its arguments, read. */
export interface CommandLine<A> {
  /** `name --option VALUE [--other]`; further lines may tell of each option */
  readonly usage: string;
  /** @throws Error with one sentence that says what is wrong with the arguments */
  readonly parse: (argv: readonly string[]) => A;
  /** @throws Error with one sentence that says what could not be done */
  readonly run: (args: A, context: CommandContext) => CommandOutcome | Promise<CommandOutcome>;
}

/** What a command has of the process that runs it; tests run commands without a process of their own. */
export interface CommandContext {
  readonly env: Env;
  /** Writes a line to stdout. */
  readonly print: (line: string) => void;
  /** Writes a line to stderr. */
  readonly printError: (line: string) => void;
}

/** A command as it is called: its arguments, and where it reads and writes. */
export interface CommandCall extends CommandContext {
  readonly argv: readonly string[];
}

export interface CommandOutcome {
  /** For stdout, without the last line break; '' = nothing. */
  readonly output: string;
  readonly exitCode?: number;
}

const FAILED = 1;
const BAD_USAGE = 2;

/** Runs it. @returns the exit code: 0 done, 1 failed, 2 asked in a way that it does not understand */
export async function runCommandLine<A>({ usage, parse, run }: CommandLine<A>, { argv, ...context }: CommandCall): Promise<number> {
  const { print, printError } = context;
  if (asksForHelp(argv)) {
    print(`Usage: ${usage}`);
    return 0;
  }
  let args: A;
  try {
    args = parse(argv);
  } catch (error) {
    // What parseArgs adds behind its first sentence is advice for programmers.
    printError(`${(error as Error).message.split('. ')[0]}\nUsage: ${usage}`);
    return BAD_USAGE;
  }
  try {
    const { output, exitCode = 0 } = await run(args, context);
    if (output !== '') print(output);
    return exitCode;
  } catch (error) {
    printError((error as Error).message);
    return FAILED;
  }
}

export const asksForHelp = (argv: readonly string[]): boolean => argv.includes('--help') || argv.includes('-h');

/** For a command that takes none. @throws Error with one sentence that names the first */
export function noArgs(argv: readonly string[]): void {
  parseArgs({ args: [...argv], options: {} });
}
