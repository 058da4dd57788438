import { parseArgs } from 'node:util';

export interface CheckArgs {
  /** Undefined: the usual one. */
  readonly folder: string | undefined;
  /** Lists what CARRIERS_OVERLAY=true would change. */
  readonly isOverlay: boolean;
}

export const CHECK_USAGE = `mapping:check [DIR] [--overlay]

  --overlay   lays DIR over what comes with the service, and lists the readings that would change with CARRIERS_OVERLAY=true`;

/** @throws Error with one sentence that says what is wrong */
export function parseCheckArgs(argv: readonly string[]): CheckArgs {
  const { positionals, values } = parseArgs({ args: [...argv], options: { overlay: { type: 'boolean' } }, allowPositionals: true });
  if (positionals.length > 1) throw new Error('name one folder, or none for the usual one');
  return { folder: positionals[0], isOverlay: values.overlay === true };
}
