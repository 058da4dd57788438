import { accountNumber, defineCommand, optional, required, timeZone, UsageError } from '#libs/command-line';
import { readConfig } from '#libs/config';
import { databaseSettings, withDatabase } from '#libs/persistence';
import { changeAccount } from './accounts.repository.js';

const BY = { command: 'account:change' };

export const COMMAND = defineCommand({
  name: 'account:change',
  summary: 'changes the name or the time zone of an account',
  more: 'an option that is not given changes nothing',
  options: {
    user: required('--user <number>', 'the number of the account', { read: accountNumber }),
    name: optional('--name <text>', 'a name for people; empty = none'),
    timeZone: optional('--time-zone <zone>', 'an IANA time zone, in which the console can show all times; empty = none', {
      read: (text) => (text === '' ? null : timeZone(text)),
    }),
  },
  examples: ['--user 7 --time-zone Europe/Berlin'],
  reads: ['DATABASE_URL'],
  run: async ({ user, name, timeZone: zone }, { env }) => {
    if (name === undefined && zone === undefined) throw new UsageError('give --name or --time-zone');
    const changes = { ...(name !== undefined && { name }), ...(zone !== undefined && { timeZone: zone }), by: BY };
    const account = await withDatabase(readConfig(databaseSettings, env), 'account-change', (dataSource) =>
      changeAccount(dataSource, user, changes),
    );
    if (!account) throw new Error(`There is no account ${user}: account:create creates it.`);
    return { json: { user, ...account } };
  },
});
