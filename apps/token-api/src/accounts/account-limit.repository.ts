import { ApiError } from '#libs/errors';
import type { EntityManager } from 'typeorm';

interface AccountLimit {
  readonly account: number;
  /** Most that the account may have. */
  readonly limit: number;
  /** What comes on top of what it has; 1 unless told. */
  readonly adding?: number;
}

interface Limited {
  /** How much of it the account has, as `held`. */
  readonly held: string;
  readonly refusal: (found: { readonly held: number; readonly adding: number; readonly limit: number }) => string;
}

const LIMITED = {
  receivers: {
    held: 'SELECT count(*)::int AS held FROM receiver WHERE account_id = $1',
    refusal: ({ held, limit }) =>
      `This account has ${held} receivers and may have ${limit}: delete one first, or ask the operator for more.`,
  },
  /** A list of each receiver: the fan-out looks through all of them for every batch with an event of the account. */
  clients: {
    held: 'SELECT coalesce(sum(cardinality(clients)), 0)::int AS held FROM receiver WHERE account_id = $1',
    refusal: ({ held, adding, limit }) =>
      `The receivers of this account would name ${held + adding} clients together and may name ${limit}: name fewer, or ask the operator for more.`,
  },
  tokens: {
    held: 'SELECT count(*)::int AS held FROM api_token WHERE account_id = $1 AND revoked_at IS NULL',
    refusal: ({ held, limit }) => `This account has ${held} tokens and may have ${limit}: revoke one first, or ask the operator for more.`,
  },
  /** Bytes of the list of tokens: a note alone may be as long as a body takes (domain D.9). */
  notes: {
    held: 'SELECT coalesce(sum(octet_length(to_json(note)::text)), 0)::int AS held FROM api_token WHERE account_id = $1 AND revoked_at IS NULL',
    refusal: ({ held, adding, limit }) =>
      `The notes of the tokens of this account would take ${held + adding} bytes together and may take ${limit}: shorten this one, or revoke a token with a long one first.`,
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
 * In the transaction that adds more, under a lock of the account: two at once must not pass together.
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
