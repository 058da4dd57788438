import { parseArgs } from 'node:util';
import { TOKEN_SCOPES, type TokenScope } from '#libs/contracts';
import { toAccount } from '../auth/credentials.js';

export interface TokenCreateArgs {
  readonly user: number;
  readonly scope: TokenScope;
  readonly note: string;
}

export const USAGE = `Usage: token:create --user NUMBER --scope ${TOKEN_SCOPES.join('|')} [--note TEXT]`;

/** Command line → what to create. @throws Error with one sentence that says what is wrong */
export function parseTokenCreateArgs(argv: readonly string[]): TokenCreateArgs {
  const { user, scope, note } = valuesOf(argv);
  const account = toAccount(user ?? '');
  if (account === undefined) throw new Error(`--user must be the account's number, a whole number from 1, not ${quote(user)}.`);
  if (!isScope(scope)) throw new Error(`--scope must be one of ${TOKEN_SCOPES.join(', ')}, not ${quote(scope)}.`);
  return { user: account, scope, note: note ?? '' };
}

interface Values {
  readonly user?: string;
  readonly scope?: string;
  readonly note?: string;
}

function valuesOf(argv: readonly string[]): Values {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ args: [...argv], options: { user: text, scope: text, note: text }, strict: true }).values;
  } catch (error) {
    throw new Error(`${(error as Error).message.split('. ')[0]}.`, { cause: error });
  }
}

const isScope = (scope: string | undefined): scope is TokenScope => (TOKEN_SCOPES as readonly (string | undefined)[]).includes(scope);

const quote = (given: string | undefined): string => (given === undefined ? 'missing' : `"${given}"`);
