import { spawn } from 'node:child_process';

export interface Ran {
  readonly code: number;
  readonly output: string;
}

/** Runs a command to its end. @returns exit code, and stdout and stderr together */
export function run(command: string, args: readonly string[], input?: string): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }));
    child.stdin.end(input);
  });
}

/** Runs a command to its end. @throws with the output unless the exit code is 0 */
export async function must(command: string, args: readonly string[], input?: string): Promise<string> {
  const { code, output } = await run(command, args, input);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output}`);
  return output;
}

export const kubectl = (...args: string[]): Promise<string> => must('kubectl', args);
export const helm = (...args: string[]): Promise<string> => must('helm', args);
