// Creates an account without a token. token:create creates a missing account too.
import { accountNumber, defineCommand, optional, required, timeZone } from '#libs/command-line';
import { readConfig } from '#libs/config';
import { databaseSettings, withDatabase } from '#libs/persistence';
import { ensureAccount } from './accounts.repository.js';

export const COMMAND = defineCommand({
  name: 'account:create',
  summary: 'creates an account',
  more: 'an existing account is not changed: use account:change',
  options: {
    user: required('--user <number>', 'the number of the account', { read: accountNumber }),
    name: optional('--name <text>', 'a name for people'),
    timeZone: optional('--time-zone <zone>', 'an IANA time zone, in which the console can show all times', { read: timeZone }),
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
