import { appHost, type Ran } from './app-host.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Runs a command of the operator's command line in the app host: its name, then its arguments. */
export async function runHostedCommand(argv: readonly string[], env: Env): Promise<Ran> {
  return (await appHost().ask({ kind: 'command', argv, env: { ...process.env, ...env } }).answer) as Ran;
}

/** What the command wrote to stdout. @throws Error unless its exit code is 0 */
export function stdoutOf({ code, stdout, stderr }: Ran): string {
  if (code !== 0) throw new Error(`exit code ${code}: ${stderr}`);
  return stdout;
}
