// The first token of an account, made by the operator: there is no default one (domain D.11).
import { readConfig } from '#libs/config';
import type { CommandContext } from '#libs/observability';
import { databaseSettings, withDatabase } from '#libs/persistence';
import { createToken } from './tokens/create-token.setup.js';
import { parseTokenCreateArgs, TOKEN_CREATE_USAGE, type TokenCreateArgs } from './tokens/token-create-args.js';

export const COMMAND = {
  usage: TOKEN_CREATE_USAGE,
  parse: parseTokenCreateArgs,
  run: async (args: TokenCreateArgs, { env }: CommandContext) => {
    const config = readConfig(databaseSettings, env);
    return { output: JSON.stringify(await withDatabase(config, 'token-create', (dataSource) => createToken(dataSource, args))) };
  },
};
