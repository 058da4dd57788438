import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { compiled } from './clone.js';
import { StackError } from './stack-error.js';

const LONGEST_MS = 60_000;

/** Runs one of our compiled commands to its end and answers its stdout. A failure carries what it wrote. */
export async function runCommand(entry: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['--enable-source-maps', compiled(entry), ...args], {
      env,
      timeout: LONGEST_MS,
    });
    return stdout;
  } catch (error) {
    throw new StackError(`${entry} failed:\n${outputOf(error)}`);
  }
}

function outputOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { stderr = '', stdout = '' } = error as Error & { stderr?: string; stdout?: string };
  return `${stderr}${stdout}`.trim() || error.message;
}
