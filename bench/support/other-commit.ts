import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../scripts/stack/clone.js';

/** How many characters of a hash a name uses: enough to be unique. */
const NAME_LENGTH = 12;
/** Downloads of a clone that any other clone can use. */
const DOWNLOADS = /^kafka-[\d.]+$/;

/**
 * Clones this repository at a commit into .cache/bench/<commit>, unless the clone exists.
 * @returns its folder
 * @throws when git knows no such commit
 */
export function cloneOf(commit: string): string {
  const hash = git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`], `git knows no commit ${commit}`);
  const folder = join(ROOT, '.cache', 'bench', hash.slice(0, NAME_LENGTH));
  if (existsSync(folder)) return folder;
  const aside = `${folder}.partial`; // renamed when complete: an aborted clone is never measured
  rmSync(aside, { recursive: true, force: true });
  git(['clone', '--quiet', '--local', '--no-checkout', ROOT, aside], `${commit} cannot be cloned`);
  git(['-C', aside, 'checkout', '--quiet', '--detach', hash], `${commit} cannot be checked out`);
  copyDownloads(aside);
  renameSync(aside, folder);
  return folder;
}

function copyDownloads(clone: string): void {
  mkdirSync(join(clone, '.cache'));
  for (const name of readdirSync(join(ROOT, '.cache')).filter((each) => DOWNLOADS.test(each))) {
    cpSync(join(ROOT, '.cache', name), join(clone, '.cache', name), { recursive: true });
  }
}

function git(args: readonly string[], fault: string): string {
  try {
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  } catch (error) {
    throw new Error(`${fault}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
