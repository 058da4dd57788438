import { execFile } from 'node:child_process';
import { compiled } from '../../scripts/stack/clone.js';
import type { Ran } from '../../scripts/stack/run-command.js';
import { appHost } from './app-host.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Runs a command of the operator's command line in the app host. @param argv the command's name, then its arguments */
export async function runHostedCommand(argv: readonly string[], env: Env): Promise<Ran> {
  return (await appHost().ask({ kind: 'command', argv, env: { ...process.env, ...env } }).answer) as Ran;
}

/** Runs a command as in the image: a separate process, without npm and without preparing the clone. */
export function spawnCommand(argv: readonly string[], env: Env = {}): Promise<Ran> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...env }, cwd: '/' };
    const child = execFile(process.execPath, [compiled('scripts/cli/cli.main'), ...argv], options, (_, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, stdout, stderr });
    });
  });
}

/** Returns the command's stdout. @throws Error unless its exit code is 0 */
export function stdoutOf({ code, stdout, stderr }: Ran): string {
  if (code !== 0) throw new Error(`exit code ${code}: ${stderr}`);
  return stdout;
}
