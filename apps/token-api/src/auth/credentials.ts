import { isTokenSecret } from '../tokens/token-secret.js';

export type Credentials =
  | { readonly kind: 'absent' }
  /** Cannot be right whatever the tables hold, so they are not asked. */
  | { readonly kind: 'impossible' }
  | { readonly kind: 'given'; readonly account: number; readonly secret: string };

/** The headers `user` and `token` (spec: Authentication). One missing or empty = no credentials were provided. */
export function readCredentials(user: string | undefined, token: string | undefined): Credentials {
  if (!user || !token) return { kind: 'absent' };
  const account = toAccount(user);
  return account === undefined || !isTokenSecret(token) ? { kind: 'impossible' } : { kind: 'given', account, secret: token };
}

/** Account numbers are positive and written plainly; undefined for anything else. */
export function toAccount(user: string): number | undefined {
  const account = /^[1-9]\d{0,15}$/.test(user) ? Number(user) : Number.NaN;
  return Number.isSafeInteger(account) ? account : undefined;
}
