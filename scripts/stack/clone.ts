import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

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
