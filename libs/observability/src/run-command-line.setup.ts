import { parseArgs } from 'node:util';

/** One command of the operator's command line. `A` = its arguments, read. */
export interface CommandLine<A> {
  /** `name --option VALUE [--other]`; further lines may tell of each option */
  readonly usage: string;
  /** @throws Error with one sentence that says what is wrong with the arguments */
  readonly parse: (argv: readonly string[]) => A;
  /** @throws Error with one sentence that says what could not be done */
  readonly run: (args: A) => CommandOutcome | Promise<CommandOutcome>;
}

export interface CommandOutcome {
  /** For stdout, without the last line break; '' = nothing. */
  readonly output: string;
  readonly exitCode?: number;
}

const FAILED = 1;
const BAD_USAGE = 2;

/** Runs it. @returns the exit code: 0 done, 1 failed, 2 asked in a way that it does not understand */
export async function runCommandLine<A>({ usage, parse, run }: CommandLine<A>, argv: readonly string[]): Promise<number> {
  if (asksForHelp(argv)) {
    process.stdout.write(`Usage: ${usage}\n`);
    return 0;
  }
  let args: A;
  try {
    args = parse(argv);
  } catch (error) {
    // What parseArgs adds behind its first sentence is advice for programmers.
    process.stderr.write(`${(error as Error).message.split('. ')[0]}\nUsage: ${usage}\n`);
    return BAD_USAGE;
  }
  try {
    const { output, exitCode = 0 } = await run(args);
    if (output !== '') process.stdout.write(`${output}\n`);
    return exitCode;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return FAILED;
  }
}

export const asksForHelp = (argv: readonly string[]): boolean => argv.includes('--help') || argv.includes('-h');

/** For a command that takes none. @throws Error with one sentence that names the first */
export function noArgs(argv: readonly string[]): void {
  parseArgs({ args: [...argv], options: {} });
}
