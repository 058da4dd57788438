// An account before it has a token; token:create makes one as well.
import { accountNumber, defineCommand, optional, required } from '#libs/command-line';
import { readConfig } from '#libs/config';
import { databaseSettings, withDatabase } from '#libs/persistence';
import { ensureAccount } from './accounts.repository.js';

export const COMMAND = defineCommand({
  name: 'account:create',
  summary: 'creates an account',
  more: 'an existing account keeps its name',
  options: {
    user: required('--user <number>', 'the number of the account', { read: accountNumber }),
    name: optional('--name <text>', 'a name for people'),
  },
  examples: ['--user 7 --name "Shop"'],
  reads: ['DATABASE_URL'],
  run: async ({ user, name }, { env, printError }) => {
    const account = await withDatabase(readConfig(databaseSettings, env), 'account-create', (dataSource) =>
      ensureAccount(dataSource, user, name),
    );
    if (!account.created) printError(`Account ${user} exists already; its name stays "${account.name}".`);
    return { json: { user, ...account } };
  },
});
