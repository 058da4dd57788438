import { existsSync, globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The folder of the clone, seen from the sources as well as from the compiled code. */
export const ROOT = rootAbove(import.meta.dirname);

/** The path of a compiled entry file, e.g. `apps/token-api/src/main`. @param root another built clone */
export function compiled(entry: string, root = ROOT): string {
  return join(root, 'dist', `${entry}.js`);
}

function rootAbove(folder: string): string {
  // dist has no package-lock.json, so the way up never stops there
  return existsSync(join(folder, 'package-lock.json')) ? folder : rootAbove(dirname(folder));
}

const MIGRATIONS = join('libs', 'persistence', 'src', 'migrations');

/**
 * Apps of both clones can work on the same tables and topics only while their first migrations have the same number (CONTRIBUTING.md: Until 1.0.0).
 * @returns undefined when they have; otherwise a sentence that says so
 */
export function breakBetween(root: string, otherRoot: string): string | undefined {
  const [own, other] = [root, otherRoot].map(firstMigration);
  if (own === other) return undefined;
  return `a break: the first migration is ${own} in ${root}, ${other} in ${otherRoot}. Each starts with an empty database and empty topics`;
}

const firstMigration = (root: string): string =>
  globSync(join(MIGRATIONS, '*.migration.ts'), { cwd: root })
    .map((file) => basename(file).slice(0, 13))
    .toSorted()[0] ?? 'none';
