// Revokes a token of an account, for instance a lost token that was the last: without a token, the account cannot call the API.
import { accountNumber, defineCommand, numberShownBy, required } from '#libs/command-line';
import { readConfig } from '#libs/config';
import { ApiTokenEntity, databaseSettings, withDatabase } from '#libs/persistence';
import { TokensRepository } from './tokens.repository.js';

const BY = { command: 'token:revoke' };

export const COMMAND = defineCommand({
  name: 'token:revoke',
  summary: 'revokes a token; the next request with the token is refused',
  options: {
    user: required('--user <number>', 'the number of the account', { read: accountNumber }),
    tokenId: required('--token-id <number>', 'the number of the token', { read: numberShownBy('token:list') }),
  },
  reads: ['DATABASE_URL'],
  run: async ({ user, tokenId }, { env }) => {
    const found = await withDatabase(readConfig(databaseSettings, env), 'token-revoke', (dataSource) =>
      new TokensRepository(dataSource.getRepository(ApiTokenEntity)).revoke({ account: user, tokenId, by: BY }),
    );
    if (found === 'unknown') throw new Error(`Account ${user} has no token ${tokenId}: token:list shows its tokens.`);
    return { json: { user, tokenId, revoked: true } };
  },
});
