import { execFile } from 'node:child_process';

export interface Place {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

const MEBIBYTE = 1024 * 1024;

/** @returns the command's stdout @throws Error with the command's output unless its exit code is 0 */
export function must(command: string, args: readonly string[], place: Place = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(command, args, { ...place, maxBuffer: 64 * MEBIBYTE }, (error, stdout, stderr) => {
      if (!error) return resolve(stdout);
      reject(new Error(`${command} ${args.join(' ')} ended with ${error.code}:\n${stdout}${stderr}`));
    });
  });
}
