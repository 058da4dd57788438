import type { Schemas } from '../api/schemas.js';

type Token = Schemas['Token'];

const RECENT_MS = 3_600_000;

/** Without it, the account can make no further token. */
export const isLastGenerate = (token: Token, tokens: readonly Token[]): boolean =>
  token.scope === 'generate' && !tokens.some((other) => other.scope === 'generate' && other.tokenId !== token.tokenId);

/** A program probably needs it still. */
export const isUsedRecently = ({ lastUsedAt }: Token, nowMs: number): boolean =>
  lastUsedAt !== null && nowMs - Date.parse(lastUsedAt) < RECENT_MS;
