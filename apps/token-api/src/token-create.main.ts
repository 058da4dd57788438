// The first token of an account, made by the operator: there is no default one (domain D.11).
import { randomBytes } from 'node:crypto';
import { readConfig } from '#libs/config';
import { runCommandLine } from '#libs/observability';
import { databaseSettings, withDatabase } from '#libs/persistence';
import type { DataSource } from 'typeorm';
import { ensureAccount } from './tokens/accounts.repository.js';
import { parseTokenCreateArgs, TOKEN_CREATE_USAGE, type TokenCreateArgs } from './tokens/token-create-args.js';
import { SECRET_BYTES, toTokenSecret } from './tokens/token-secret.js';
import { TokensRepository } from './tokens/tokens.repository.js';

const COMMAND = {
  usage: TOKEN_CREATE_USAGE,
  parse: parseTokenCreateArgs,
  run: async (args: TokenCreateArgs) => {
    const config = readConfig(databaseSettings, process.env);
    return { output: JSON.stringify(await withDatabase(config, 'token-create', (dataSource) => createToken(dataSource, args))) };
  },
};

process.exitCode = await runCommandLine(COMMAND, process.argv.slice(2));

async function createToken(dataSource: DataSource, { user, scope, note }: TokenCreateArgs): Promise<object> {
  await ensureAccount(dataSource, user);
  const token = toTokenSecret(randomBytes(SECRET_BYTES));
  const { tokenId } = await new TokensRepository(dataSource).create({
    account: user,
    secret: token,
    scope,
    note,
    by: { command: 'token:create' },
  });
  return { user, tokenId, token, scope, note };
}
