// Revokes a token for its account, for instance the last one, which nobody can revoke any more after its loss.
import { readConfig } from '#libs/config';
import type { CommandContext } from '#libs/observability';
import { databaseSettings, withDatabase } from '#libs/persistence';
import { parseTokenRevokeArgs, TOKEN_REVOKE_USAGE } from './tokens/account-args.js';
import { TokensRepository } from './tokens/tokens.repository.js';

export const COMMAND = {
  usage: TOKEN_REVOKE_USAGE,
  parse: parseTokenRevokeArgs,
  run: async ({ user, tokenId }: { user: number; tokenId: number }, { env }: CommandContext) => {
    const revocation = { account: user, tokenId, by: { command: 'token:revoke' } };
    const isKnown = await withDatabase(readConfig(databaseSettings, env), 'token-revoke', (dataSource) =>
      new TokensRepository(dataSource).revoke(revocation),
    );
    if (!isKnown) throw new Error(`Account ${user} has no token ${tokenId}: token:list shows those it has.`);
    return { output: JSON.stringify({ user, tokenId, revoked: true }) };
  },
};
