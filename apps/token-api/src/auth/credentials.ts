import { isTokenSecret } from '../tokens/token-secret.js';

export type Credentials =
  | { readonly kind: 'absent' }
  /** The form is wrong: no table can hold these credentials, so no table is asked. */
  | { readonly kind: 'impossible' }
  | { readonly kind: 'given'; readonly account: number; readonly secret: string };

/** Reads the headers `user` and `token` (spec: Authentication). If one is missing or empty, no credentials were provided. */
export function readCredentials(user: string | undefined, token: string | undefined): Credentials {
  if (!user || !token) return { kind: 'absent' };
  const account = toAccount(user);
  return account === undefined || !isTokenSecret(token) ? { kind: 'impossible' } : { kind: 'given', account, secret: token };
}

/** Parses an account number: a positive integer without sign, exponent or leading zero. @returns undefined for any other text */
export function toAccount(user: string): number | undefined {
  const account = /^[1-9]\d{0,15}$/.test(user) ? Number(user) : Number.NaN;
  return Number.isSafeInteger(account) ? account : undefined;
}
