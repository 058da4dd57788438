// Lists the active tokens of an account, one JSON object per line, without their secrets.
import { accountNumber, defineCommand, required } from '#libs/command-line';
import { readConfig } from '#libs/config';
import { ApiTokenEntity, databaseSettings, withDatabase } from '#libs/persistence';
import { TokensRepository } from './tokens.repository.js';

export const COMMAND = defineCommand({
  name: 'token:list',
  summary: 'lists the active tokens of an account, without their secrets',
  options: { user: required('--user <number>', 'the number of the account', { read: accountNumber }) },
  reads: ['DATABASE_URL'],
  run: async ({ user }, { env }) => {
    const active = await withDatabase(readConfig(databaseSettings, env), 'token-list', (dataSource) =>
      new TokensRepository(dataSource.getRepository(ApiTokenEntity)).listActive(user),
    );
    const tokens = active.map(({ tokenId, scope, note, createdAt, lastUsedAt }) => ({ tokenId, scope, note, createdAt, lastUsedAt }));
    const text = tokens.length === 0 ? `Account ${user} has no active token.` : tokens.map((token) => JSON.stringify(token));
    return { json: tokens, text };
  },
});
