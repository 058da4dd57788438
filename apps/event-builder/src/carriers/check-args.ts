import { parseArgs } from 'node:util';
import type { FolderArgs } from './folder-args.js';

/** With `isOverlay` it also lists what CARRIERS_OVERLAY=true would change. */
export type CheckArgs = FolderArgs;

export const CHECK_USAGE = `mapping:check [DIR] [--overlay]

  --overlay   lays DIR over what comes with the service, and lists the readings that would change with CARRIERS_OVERLAY=true`;

/** @throws Error with one sentence that says what is wrong */
export function parseCheckArgs(argv: readonly string[]): CheckArgs {
  const { positionals, values } = parseArgs({ args: [...argv], options: { overlay: { type: 'boolean' } }, allowPositionals: true });
  if (positionals.length > 1) throw new Error('name one folder, or none for the usual one');
  return { folder: positionals[0], isOverlay: values.overlay === true };
}
