import { parseArgs } from 'node:util';

const flag = { type: 'boolean' } as const;

export const KEYS_ROTATE_USAGE = `keys:rotate [--give-up-unreadable [--dry-run]]

  --give-up-unreadable   after the loss of a key: take the first key of SECRETS_KEY as the right one, and name the receivers
                         whose customers must send their credentials again
  --dry-run              only name them`;

export interface KeysRotateArgs {
  readonly givesUp: boolean;
  readonly dryRun: boolean;
}

/** @throws Error with one sentence that says what is wrong */
export function parseKeysRotateArgs(argv: readonly string[]): KeysRotateArgs {
  const { values } = parseArgs({ args: [...argv], options: { 'give-up-unreadable': flag, 'dry-run': flag } });
  const { 'give-up-unreadable': givesUp = false, 'dry-run': dryRun = false } = values;
  if (dryRun && !givesUp) throw new Error('--dry-run goes with --give-up-unreadable: without it nothing is lost');
  return { givesUp, dryRun };
}
