import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '#libs/config';
import type { TokenScope } from '#libs/contracts';
import { ApiError } from '#libs/errors';
import { Logger } from '#libs/observability';
import type { ApiTokenEntity } from '#libs/persistence';
import type { Caller } from '../http/access.decorator.js';
import type { TokenApiConfig } from '../token-api.config.js';
import { SECRET_BYTES, toTokenSecret } from './token-secret.js';
import type { NewToken, RevokedToken, Token, TokenWarning } from './tokens.dto.js';
import { TokensRepository } from './tokens.repository.js';

const LAST_TOKEN: TokenWarning = {
  code: 'no_generate_token',
  detail:
    'This was the last token of the account with scope `generate`. Only the operator of the service can create another (command token:create).',
};

@Injectable()
export class TokensService {
  constructor(
    private readonly tokens: TokensRepository,
    private readonly logger: Logger,
    @Inject(CONFIG) private readonly config: Pick<TokenApiConfig, 'maxTokensPerAccount'>,
  ) {}

  async list(account: number): Promise<Token[]> {
    return (await this.tokens.listActive(account)).map(toView);
  }

  async generate(caller: Caller, wanted: { scope: TokenScope; note: string }): Promise<NewToken> {
    const secret = toTokenSecret(randomBytes(SECRET_BYTES));
    const limit = this.config.maxTokensPerAccount;
    const { tokenId, createdAt } = await this.tokens.create({ account: caller.account, secret, ...wanted, by: caller, limit });
    this.logger.info('token.created', { account: caller.account, tokenId, scope: wanted.scope, byTokenId: caller.tokenId });
    return { tokenId, token: secret, ...wanted, createdAt: createdAt.toISOString() };
  }

  /** @throws ApiError not_found when the account has no such token */
  async revoke(caller: Caller, tokenId: number): Promise<RevokedToken> {
    // beyond 2^53, JSON has already lost digits, and the table has no such id
    const found = Number.isSafeInteger(tokenId) ? await this.tokens.revoke({ account: caller.account, tokenId, by: caller }) : 'unknown';
    if (found === 'unknown') throw ApiError.of('notFound', { attr: 'tokenId' });
    this.logger.info('token.revoked', { account: caller.account, tokenId, byTokenId: caller.tokenId });
    return { tokenId, revoked: true, ...(found === 'last' && { warnings: [LAST_TOKEN] }) };
  }
}

const toView = (token: ApiTokenEntity): Token => ({
  tokenId: token.tokenId,
  note: token.note,
  scope: token.scope,
  createdAt: token.createdAt.toISOString(),
  lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
});
