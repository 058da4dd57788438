import { parseArgs } from 'node:util';
import { toAccount } from '../auth/credentials.js';

const text = { type: 'string' } as const;

export const ACCOUNT_CREATE_USAGE = 'account:create --user NUMBER [--name TEXT]';
export const TOKEN_LIST_USAGE = 'token:list --user NUMBER';
export const TOKEN_REVOKE_USAGE = 'token:revoke --user NUMBER --token-id NUMBER';

// All of them throw an Error with one sentence that says what is wrong.

export function parseAccountCreateArgs(argv: readonly string[]): { user: number; name: string } {
  const { user, name } = parseArgs({ args: [...argv], options: { user: text, name: text } }).values;
  return { user: accountFrom(user), name: name ?? '' };
}

export function parseTokenListArgs(argv: readonly string[]): { user: number } {
  return { user: accountFrom(parseArgs({ args: [...argv], options: { user: text } }).values.user) };
}

export function parseTokenRevokeArgs(argv: readonly string[]): { user: number; tokenId: number } {
  const values = parseArgs({ args: [...argv], options: { user: text, 'token-id': text } }).values;
  const user = accountFrom(values.user);
  const tokenId = toAccount(values['token-id'] ?? ''); // ids are written as accounts are
  if (tokenId === undefined) throw new Error(`--token-id must be a number as token:list shows it, not ${quote(values['token-id'])}`);
  return { user, tokenId };
}

function accountFrom(user: string | undefined): number {
  const account = toAccount(user ?? '');
  if (account === undefined) throw new Error(`--user must be the account's number, a whole number from 1, not ${quote(user)}`);
  return account;
}

const quote = (given: string | undefined): string => (given === undefined ? 'missing' : `"${given}"`);
