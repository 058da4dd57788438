import { ApiError } from '#libs/errors';
import { FILTER_SIZE } from '#libs/persistence';
import type { EntityManager } from 'typeorm';

interface AccountLimit {
  readonly account: number;
  /** The most that the account may have. */
  readonly limit: number;
  /** The number that is to be added; 1 by default. */
  readonly adding?: number;
}

interface Limited {
  /** SQL that counts what the account has already, as column `held`. */
  readonly held: string;
  readonly refusal: (found: { readonly held: number; readonly adding: number; readonly limit: number }) => string;
}

const LIMITED = {
  receivers: {
    held: 'SELECT count(*)::int AS held FROM receiver WHERE account_id = $1',
    refusal: ({ held, limit }) =>
      `This account has ${held} receivers and may have ${limit}: delete one first, or ask the operator for more.`,
  },
  /** The fan-out searches the filters of all receivers for every batch with an event of the account. */
  filterValues: {
    held: `SELECT coalesce(sum(${FILTER_SIZE}), 0)::int AS held FROM receiver WHERE account_id = $1`,
    refusal: ({ held, adding, limit }) =>
      `The filters of this account's receivers would have ${held + adding} values in total and may have ${limit}: name fewer, or ask the operator for more.`,
  },
  targets: {
    held: 'SELECT count(*)::int AS held FROM notification_target WHERE account_id = $1',
    refusal: ({ held, limit }) => `This account has ${held} notification targets and may have ${limit}: delete one first.`,
  },
  unconfirmedTargets: {
    held: `SELECT count(*)::int AS held FROM notification_target WHERE account_id = $1 AND state = 'unconfirmed'`,
    refusal: ({ held, limit }) =>
      `This account has ${held} notification targets whose owners have not confirmed, and may have ${limit}: wait for them, or delete one first.`,
  },
  tokens: {
    held: 'SELECT count(*)::int AS held FROM api_token WHERE account_id = $1 AND revoked_at IS NULL',
    refusal: ({ held, limit }) => `This account has ${held} tokens and may have ${limit}: revoke one first, or ask the operator for more.`,
  },
  /** Limits the size of the list of tokens: one note can be as long as a request body allows (domain D.9). */
  notes: {
    held: 'SELECT coalesce(sum(octet_length(to_json(note)::text)), 0)::int AS held FROM api_token WHERE account_id = $1 AND revoked_at IS NULL',
    refusal: ({ held, adding, limit }) =>
      `The notes of the tokens of this account would take ${held + adding} bytes in total and may take ${limit}: shorten this note, or first revoke a token with a long note.`,
  },
  sessions: {
    held: `SELECT count(*)::int AS held FROM session JOIN api_token USING (token_id)
      WHERE session.account_id = $1 AND session.ended_at IS NULL AND session.expires_at > now() AND api_token.revoked_at IS NULL`,
    refusal: ({ held, limit }) => `This account has ${held} open sessions and may have ${limit}: end one first, or wait until one expires.`,
  },
  links: {
    held: `SELECT count(*)::int AS held FROM session_link JOIN api_token USING (token_id)
      WHERE session_link.account_id = $1 AND session_link.used_at IS NULL AND session_link.ended_at IS NULL
        AND session_link.expires_at > now() AND api_token.revoked_at IS NULL`,
    refusal: ({ held, limit }) =>
      `This account has ${held} links that still work and may have ${limit}: end one first, or wait until one expires.`,
  },
} as const satisfies Record<string, Limited>;

/**
 * Refuses to exceed a limit of the account. Call it in the transaction that adds more: it locks the account, so that two requests at once
 * cannot both pass.
 * @throws ApiError conflict when the account would have more than it may
 */
export async function refuseBeyond(
  what: keyof typeof LIMITED,
  manager: EntityManager,
  { account, limit, adding = 1 }: AccountLimit,
): Promise<void> {
  await manager.query('SELECT 1 FROM account WHERE account_id = $1 FOR NO KEY UPDATE', [account]);
  const [found] = await manager.query<{ held: number }[]>(LIMITED[what].held, [account]);
  if (!found || found.held + adding <= limit) return;
  throw ApiError.of('conflict', { detail: LIMITED[what].refusal({ ...found, adding, limit }) });
}
