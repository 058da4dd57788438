// The first token of an account, made by the operator: there is no default one (domain D.11).
import { randomBytes } from 'node:crypto';
import { type Env, readConfig } from '#libs/config';
import { connect, createDataSource, databaseSettings } from '#libs/persistence';
import { ensureAccount } from './tokens/accounts.repository.js';
import { parseTokenCreateArgs, type TokenCreateArgs, USAGE } from './tokens/token-create-args.js';
import { SECRET_BYTES, toTokenSecret } from './tokens/token-secret.js';
import { TokensRepository } from './tokens/tokens.repository.js';

const BAD_USAGE = 2;
const FAILED = 1;

process.exitCode = await run(process.argv.slice(2), process.env);

async function run(argv: readonly string[], env: Env): Promise<number> {
  let args: TokenCreateArgs;
  try {
    args = parseTokenCreateArgs(argv);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${USAGE}\n`);
    return BAD_USAGE;
  }
  return createToken(args, env).then(
    (created) => {
      process.stdout.write(`${JSON.stringify(created)}\n`);
      return 0;
    },
    (error: Error) => {
      process.stderr.write(`No token was created: ${error.message}\n`);
      return FAILED;
    },
  );
}

async function createToken({ user, scope, note }: TokenCreateArgs, env: Env): Promise<object> {
  const dataSource = await connect(createDataSource(readConfig(databaseSettings, env), 'token-create'));
  try {
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
  } finally {
    await dataSource.destroy();
  }
}
