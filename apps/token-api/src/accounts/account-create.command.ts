// An account before it has a token; token:create makes one as well.
import { accountNumber, defineCommand, optional, required, timeZone } from '#libs/command-line';
import { readConfig } from '#libs/config';
import { databaseSettings, withDatabase } from '#libs/persistence';
import { ensureAccount } from './accounts.repository.js';

export const COMMAND = defineCommand({
  name: 'account:create',
  summary: 'creates an account',
  more: 'an existing account stays as it is: account:change changes it',
  options: {
    user: required('--user <number>', 'the number of the account', { read: accountNumber }),
    name: optional('--name <text>', 'a name for people'),
    timeZone: optional('--time-zone <zone>', 'its zone, which the console offers for all times', { read: timeZone }),
  },
  examples: ['--user 7 --name "Shop" --time-zone Europe/Berlin'],
  reads: ['DATABASE_URL'],
  run: async ({ user, name, timeZone: zone }, { env, printError }) => {
    const account = await withDatabase(readConfig(databaseSettings, env), 'account-create', (dataSource) =>
      ensureAccount(dataSource, user, { ...(name !== undefined && { name }), ...(zone !== undefined && { timeZone: zone }) }),
    );
    if (!account.created) printError(`Account ${user} exists already; its name stays "${account.name}".`);
    return { json: { user, ...account } };
  },
});
