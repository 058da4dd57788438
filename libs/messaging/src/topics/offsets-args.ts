import { parseArgs } from 'node:util';
import { parseInstant } from '#libs/contracts';

export const OFFSETS_RESET_USAGE = 'offsets:reset --to TIME [--dry-run]';

export interface OffsetsResetArgs {
  readonly toMs: number;
  readonly dryRun: boolean;
}

/** @throws Error with one sentence */
export function parseOffsetsResetArgs(argv: readonly string[]): OffsetsResetArgs {
  const options = { to: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } } as const;
  const { to, 'dry-run': dryRun } = parseArgs({ args: [...argv], options }).values;
  const toMs = to === undefined ? undefined : parseInstant(to);
  if (toMs === undefined) {
    throw new Error(`--to must be a time such as 2026-03-29T10:00:00Z, not ${to === undefined ? 'missing' : `"${to}"`}`);
  }
  return { toMs, dryRun };
}
