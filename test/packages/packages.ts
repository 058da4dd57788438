import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** The oldest Node that the npm packages support, as an npm package. */
export const OLDEST_NODE = `node-${process.platform}-${process.arch}@22.12.0`;

/** @returns the blocks of code of a page in this language, in order */
export const snippetsIn = (page: string, language: string): string[] =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(([, code]) => code!);

/**
 * Looks for a program and prints what is left out without it.
 * @param what the name for people
 * @returns `what` if the program is missing or the trial fails
 */
export function missingProgram(program: string, trial: readonly string[], what: string, cwd = ROOT): string | undefined {
  const { status } = spawnSync(program, trial, { cwd, stdio: 'ignore' });
  if (status === 0) return undefined;
  process.stderr.write(`left out: tests that need ${what}\n`);
  return what;
}

interface Options {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** @returns what the program prints @throws Error with all that it printed, unless it ends with 0 */
export function outputOf(program: string, args: readonly string[], { cwd = ROOT, env = {} }: Options = {}): string {
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', COMPOSER_ALLOW_SUPERUSER: '1', ...env },
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status ?? error?.message}\n${stdout}\n${stderr}`);
  return stdout;
}
