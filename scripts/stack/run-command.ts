import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { compiled } from './clone.js';
import { StackError } from './stack-error.js';

const LONGEST_MS = 60_000;

/** Runs a command of the operator's command line in a process of its own and returns its stdout. A failure carries what it wrote. */
export async function runCommand(name: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const running = promisify(execFile)(process.execPath, [compiled('scripts/cli/cli.main'), name, ...args], { env, timeout: LONGEST_MS });
  const end = (): void => void running.child.kill('SIGKILL');
  process.once('exit', end); // told to stop in the middle of it: a migration must not go on without us
  try {
    return (await running).stdout;
  } catch (error) {
    throw new StackError(`${name} failed: ${outputOf(error)}`);
  } finally {
    process.off('exit', end);
  }
}

function outputOf(error: unknown): string {
  const { stderr = '', stdout = '', message } = error as Partial<Record<'stderr' | 'stdout' | 'message', string>>;
  return `${stderr}${stdout}`.trim() || (message ?? String(error));
}
