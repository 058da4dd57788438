import { existsSync, globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The folder of the clone. It works from the sources and from the compiled code. */
export const ROOT = rootAbove(import.meta.dirname);

/** Returns the path of a compiled entry file, for instance `apps/token-api/src/main`. @param root another built clone */
export function compiled(entry: string, root = ROOT): string {
  return join(root, 'dist', `${entry}.js`);
}

function rootAbove(folder: string): string {
  // dist has no package-lock.json, so the search never stops there
  return existsSync(join(folder, 'package-lock.json')) ? folder : rootAbove(dirname(folder));
}

const MIGRATIONS = join('libs', 'persistence', 'src', 'migrations');

/**
 * Compares the first migrations of two clones. Their apps can share tables and topics only when the numbers are equal (CONTRIBUTING.md: Until 1.0.0).
 * @returns undefined when the numbers are equal; otherwise a sentence about the break
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
