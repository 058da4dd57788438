// `helm test` runs this command.
import { accountNumber, baseAddress, defineCommand, flag, optional, required } from '#libs/command-line';
import { readConfig } from '#libs/config';
import { databaseSettings, withDatabase } from '#libs/persistence';
import { checkInstallation } from './check-installation.client.js';

export const COMMAND = defineCommand({
  name: 'installation:check',
  summary: 'calls an installed system as a customer would',
  more: 'creates a token and a receiver, sends a test webhook to --receiver, and removes both; without --receiver, no webhook leaves the system',
  options: {
    api: required('--api <url>', 'the address of token-api', { read: baseAddress }),
    user: required('--user <number>', 'the number of an unused account', { read: accountNumber }),
    receiver: optional('--receiver <url>', 'HTTPS URL that gets a webhook'),
    createAccount: flag('--create-account', 'create the account if it does not exist'),
  },
  reads: ['DATABASE_URL'],
  run: async (options, { env }) => {
    const checks = await withDatabase(readConfig(databaseSettings, env), 'installation-check', (database) =>
      checkInstallation(options, database),
    );
    return { json: { checks }, text: checks };
  },
});
