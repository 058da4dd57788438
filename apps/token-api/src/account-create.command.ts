// An account before it has a token; token:create makes one as well.
import { readConfig } from '#libs/config';
import type { CommandContext } from '#libs/observability';
import { databaseSettings, withDatabase } from '#libs/persistence';
import { ACCOUNT_CREATE_USAGE, parseAccountCreateArgs } from './tokens/account-args.js';
import { ensureAccount } from './tokens/accounts.repository.js';

export const COMMAND = {
  usage: ACCOUNT_CREATE_USAGE,
  parse: parseAccountCreateArgs,
  run: async ({ user, name }: { user: number; name: string }, { env }: CommandContext) => {
    const created = await withDatabase(readConfig(databaseSettings, env), 'account-create', (dataSource) =>
      ensureAccount(dataSource, user, name),
    );
    return { output: JSON.stringify({ user, created }) };
  },
};
