import { TOKEN_SCOPES, type TokenScope } from '#libs/contracts';

/** Scopes are ordered, each includes the lower ones: read < write < generate (domain D.9). */
export const includesScope = (held: TokenScope, needed: TokenScope): boolean => TOKEN_SCOPES.indexOf(held) >= TOKEN_SCOPES.indexOf(needed);
