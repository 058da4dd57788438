import { ApiError } from '#libs/errors';
import type { EntityManager } from 'typeorm';

interface AccountLimit {
  readonly account: number;
  /** Most that the account may have. */
  readonly limit: number;
}

const LIMITED = {
  receivers: { count: 'SELECT count(*)::int AS count FROM receiver WHERE account_id = $1', help: 'delete one' },
  tokens: { count: 'SELECT count(*)::int AS count FROM api_token WHERE account_id = $1 AND revoked_at IS NULL', help: 'revoke one' },
} as const;

/**
 * In the transaction that adds one more, under a lock of the account: two at once must not pass together.
 * @throws ApiError conflict when the account has as many as it may
 */
export async function refuseBeyond(what: keyof typeof LIMITED, manager: EntityManager, { account, limit }: AccountLimit): Promise<void> {
  await manager.query('SELECT 1 FROM account WHERE account_id = $1 FOR NO KEY UPDATE', [account]);
  const [found] = await manager.query<{ count: number }[]>(LIMITED[what].count, [account]);
  if (!found || found.count < limit) return;
  throw ApiError.of('conflict', {
    detail: `This account has ${found.count} ${what} and may have ${limit}: ${LIMITED[what].help} first, or ask the operator for more.`,
  });
}
