// The active tokens of an account, one JSON object per line; never their secrets.
import { readConfig } from '#libs/config';
import type { CommandContext } from '#libs/observability';
import { databaseSettings, withDatabase } from '#libs/persistence';
import { parseTokenListArgs, TOKEN_LIST_USAGE } from './tokens/account-args.js';
import { TokensRepository } from './tokens/tokens.repository.js';

export const COMMAND = {
  usage: TOKEN_LIST_USAGE,
  parse: parseTokenListArgs,
  run: async ({ user }: { user: number }, { env }: CommandContext) => {
    const tokens = await withDatabase(readConfig(databaseSettings, env), 'token-list', (dataSource) =>
      new TokensRepository(dataSource).listActive(user),
    );
    const lines = tokens.map(({ tokenId, scope, note, createdAt, lastUsedAt }) =>
      JSON.stringify({ tokenId, scope, note, createdAt, lastUsedAt }),
    );
    return { output: lines.length === 0 ? `Account ${user} has no active token.` : lines.join('\n') };
  },
};
