import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

const NODE_PACKAGE = `node-${process.platform}-${process.arch}`;
/** The oldest Node that the npm packages support. */
const OLDEST_NODE = '22.12.0';

/** A folder in which npm has installed the packages of this clone. */
export class Installed {
  /** The oldest Node that the packages support. */
  readonly node: string;

  private constructor(
    readonly folder: string,
    readonly tarballs: readonly string[],
  ) {
    this.node = join(folder, 'node_modules', NODE_PACKAGE, 'bin/node');
  }

  /** Packs and installs. @param name of the folder @param what `npm run pack` makes */
  static inFolder(name: string, what: readonly string[]): Installed {
    const printed = execFileSync('npm', ['run', '--silent', 'pack', '--', ...what], { cwd: ROOT, encoding: 'utf8' });
    const tarballs = printed.match(/^.+\.tgz$/gm) ?? [];
    const folder = join(ROOT, '.cache/packages', name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    const packages = [...tarballs, `${NODE_PACKAGE}@${OLDEST_NODE}`];
    execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefer-offline', ...packages], { cwd: folder });
    return new Installed(folder, tarballs);
  }

  /** @param name without the part that all packages share: `receiver` */
  pathOf(name: string): string {
    return join(this.folder, 'node_modules/@owner_placeholder', `parcel-webhooks-${name}`);
  }
}

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
