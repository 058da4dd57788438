import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { ensureAccount } from './accounts.repository.js';
import type { TokenCreateArgs } from './token-create-args.js';
import { SECRET_BYTES, toTokenSecret } from './token-secret.js';
import { TokensRepository } from './tokens.repository.js';

export interface CreatedToken extends TokenCreateArgs {
  readonly tokenId: number;
  /** The secret, which only its creator ever sees. */
  readonly token: string;
}

/** Creates a token, and its account where there is none yet. */
export async function createToken(dataSource: DataSource, { user, scope, note }: TokenCreateArgs): Promise<CreatedToken> {
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
