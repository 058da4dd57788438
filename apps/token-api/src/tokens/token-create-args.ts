import { parseArgs } from 'node:util';
import { TOKEN_SCOPES, type TokenScope } from '#libs/contracts';
import { toAccount } from '../auth/credentials.js';

export interface TokenCreateArgs {
  readonly user: number;
  readonly scope: TokenScope;
  readonly note: string;
}

export const TOKEN_CREATE_USAGE = `token:create --user NUMBER --scope ${TOKEN_SCOPES.join('|')} [--note TEXT]`;

/** Command line → what to create. @throws Error with one sentence that says what is wrong */
export function parseTokenCreateArgs(argv: readonly string[]): TokenCreateArgs {
  const text = { type: 'string' } as const;
  const { user, scope, note } = parseArgs({ args: [...argv], options: { user: text, scope: text, note: text } }).values;
  const account = toAccount(user ?? '');
  if (account === undefined) throw new Error(`--user must be the account's number, a whole number from 1, not ${quote(user)}`);
  if (!isScope(scope)) throw new Error(`--scope must be one of ${TOKEN_SCOPES.join(', ')}, not ${quote(scope)}`);
  return { user: account, scope, note: note ?? '' };
}

const isScope = (scope: string | undefined): scope is TokenScope => (TOKEN_SCOPES as readonly (string | undefined)[]).includes(scope);

const quote = (given: string | undefined): string => (given === undefined ? 'missing' : `"${given}"`);
