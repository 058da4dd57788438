import { runCli } from '../cli/run-cli.js';
import { StackError } from './stack-error.js';

/** How a command of the operator's command line ended. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of the operator's command line in this process: `argv` is its name, then its arguments. */
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

/** @returns what the command wrote to stdout. @throws StackError with all that it wrote, unless its exit code is 0 */
export async function runCommand(name: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { code, stdout, stderr } = await callCommand([name, ...args], env);
  if (code !== 0) throw new StackError(`${name} failed: ${`${stderr}${stdout}`.trim()}`);
  return stdout;
}
