import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { compiled } from './clone.js';
import { StackError } from './stack-error.js';

const LONGEST_MS = 60_000;

/** Runs one of our compiled commands to its end and answers its stdout. A failure carries what it wrote. */
export async function runCommand(entry: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const running = promisify(execFile)(process.execPath, ['--enable-source-maps', compiled(entry), ...args], { env, timeout: LONGEST_MS });
  const end = (): void => void running.child.kill('SIGKILL');
  process.once('exit', end); // told to stop in the middle of it: a migration must not go on without us
  try {
    return (await running).stdout;
  } catch (error) {
    throw new StackError(`${nameOf(entry)} failed: ${outputOf(error)}`);
  } finally {
    process.off('exit', end);
  }
}

/** `topics` for libs/messaging/src/topics.main */
function nameOf(entry: string): string {
  return basename(entry, '.main');
}

function outputOf(error: unknown): string {
  const { stderr = '', stdout = '', message } = error as Partial<Record<'stderr' | 'stdout' | 'message', string>>;
  return `${stderr}${stdout}`.trim() || (message ?? String(error));
}
