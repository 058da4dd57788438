import type { Schemas } from '../api/schemas.js';

type Token = Schemas['Token'];

const RECENT_MS = 3_600_000;

/** Whether the account can create no further token without this one. */
export const isLastGenerate = (token: Token, tokens: readonly Token[]): boolean =>
  token.scope === 'generate' && !tokens.some((other) => other.scope === 'generate' && other.tokenId !== token.tokenId);

/** Whether a program probably still needs the token. */
export const isUsedRecently = ({ lastUsedAt }: Token, nowMs: number): boolean =>
  lastUsedAt !== null && nowMs - Date.parse(lastUsedAt) < RECENT_MS;
