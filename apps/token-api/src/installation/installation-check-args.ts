import { parseArgs } from 'node:util';
import { toAccount } from '../auth/credentials.js';

export interface InstallationCheckArgs {
  /** Base address of token-api, without a slash at its end. */
  readonly api: string;
  readonly user: number;
  /** HTTPS URL that is to hear a webhook; undefined = nobody. */
  readonly receiver: string | undefined;
}

export const INSTALLATION_CHECK_USAGE = 'installation:check --api URL --user NUMBER [--receiver URL]';

const text = { type: 'string' } as const;

/** @throws Error with one sentence that says what is wrong */
export function parseInstallationCheckArgs(argv: readonly string[]): InstallationCheckArgs {
  const { values } = parseArgs({ args: [...argv], options: { api: text, user: text, receiver: text } });
  const user = toAccount(values.user ?? '');
  if (user === undefined) throw new Error('--user must be the number of an account that nobody uses, a whole number from 1');
  if (!URL.canParse(values.api ?? '')) throw new Error('--api must be the address of token-api, such as http://token-api:80');
  return { api: (values.api ?? '').replace(/\/$/, ''), user, receiver: values.receiver };
}
