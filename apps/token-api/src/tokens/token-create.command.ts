// Creates the first token of an account. The operator must create it, because there is no default token (domain D.11).
import { randomBytes } from 'node:crypto';
import { accountNumber, defineCommand, flag, optional, required, requiredChoice } from '#libs/command-line';
import { readConfig } from '#libs/config';
import { TOKEN_SCOPES } from '#libs/contracts';
import { ApiTokenEntity, databaseSettings, withDatabase } from '#libs/persistence';
import { requireAccount } from '../accounts/accounts.repository.js';
import { SECRET_BYTES, toTokenSecret } from './token-secret.js';
import { TokensRepository } from './tokens.repository.js';

const BY = { command: 'token:create' };

export const COMMAND = defineCommand({
  name: 'token:create',
  summary: 'creates a token and prints its secret, only once',
  more: 'also creates the account if it is the first account of the installation',
  options: {
    user: required('--user <number>', 'the number of the account', { read: accountNumber }),
    scope: requiredChoice('--scope <scope>', 'what the token may do', TOKEN_SCOPES),
    note: optional('--note <text>', 'a note for people'),
    createAccount: flag('--create-account', 'create the account if it does not exist'),
  },
  examples: ['--user 1 --scope generate', '--user 7 --scope write --create-account'],
  reads: ['DATABASE_URL'],
  run: async ({ user, scope, note = '', createAccount }, { env }) => {
    const secret = toTokenSecret(randomBytes(SECRET_BYTES));
    const tokenId = await withDatabase(readConfig(databaseSettings, env), 'token-create', async (dataSource) => {
      await requireAccount(dataSource, user, createAccount);
      return (await new TokensRepository(dataSource.getRepository(ApiTokenEntity)).create({ account: user, secret, scope, note, by: BY }))
        .tokenId;
    });
    return { json: { user, tokenId, token: secret, scope, note } };
  },
});
