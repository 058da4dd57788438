import { runCli } from '../cli/run-cli.js';
import { StackError } from './stack-error.js';

/** The result of a command of the operator's command line. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of the operator's command line in this process. `argv` is its name, then its arguments. */
export async function callCommand(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  const written = { stdout: '', stderr: '' };
  const code = await runCli({
    argv,
    env,
    print: (line) => void (written.stdout += `${line}\n`),
    printError: (line) => void (written.stderr += `${line}\n`),
  });
  return { code, ...written };
}

/** @returns the command's stdout @throws StackError with the whole output when the exit code is not 0 */
export async function runCommand(name: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { code, stdout, stderr } = await callCommand([name, ...args], env);
  if (code !== 0) throw new StackError(`${name} failed: ${`${stderr}${stdout}`.trim()}`);
  return stdout;
}
