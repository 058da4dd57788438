// in: a customer managing API tokens (spec: List, Create, Revoke token; domain D.9); all need scope `generate`
import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CallerParam, NeedsScope } from '../auth/access.decorator.js';
import type { Caller } from '../auth/caller.js';
import { Describe } from '../openapi/describe.decorator.js';
import { requestedScope } from './requested-scope.js';
import { NEW_TOKEN, REVOKED_TOKEN, TOKEN_EXAMPLES, TOKENS } from './token-schemas.js';
import { GenerateTokenDto, RevokeTokenDto } from './tokens.dto.js';
import { type GeneratedToken, TokensService, type TokenView } from './tokens.service.js';

@Controller('tokens')
@NeedsScope('generate')
export class TokensController {
  constructor(private readonly tokens: TokensService) {}

  @Get('list')
  @Describe({
    id: 'listTokens',
    summary: 'The active tokens of the account',
    description: 'All of them in one answer, with when each was last used. There are no filters: query parameters are ignored.',
    answer: { description: 'By tokenId; never a secret.', schema: TOKENS, example: TOKEN_EXAMPLES.list },
  })
  async list(@CallerParam() caller: Caller): Promise<{ tokens: TokenView[] }> {
    return { tokens: await this.tokens.list(caller.account) };
  }

  @Post('generate')
  @HttpCode(200)
  @Describe({
    id: 'generateToken',
    summary: 'Create a token',
    description:
      'The token works at once. The secret is shown in this answer only; the service keeps its hash. 409 when the account has as many active tokens as it may have (1000 by default), or when their notes would take more than 4 MiB together.',
    examples: { scope: { scope: 'read', note: 'look only' }, scopes: { scopes: ['read'], note: 'look only' } },
    answer: { description: 'The new token.', schema: NEW_TOKEN, example: TOKEN_EXAMPLES.created },
    errors: ['required', 'conflict'],
  })
  generate(@CallerParam() caller: Caller, @Body() body: GenerateTokenDto): Promise<GeneratedToken> {
    return this.tokens.generate(caller, { scope: requestedScope(body), note: body.note ?? '' });
  }

  @Post('revoke')
  @HttpCode(200)
  @Describe({
    id: 'revokeToken',
    summary: 'Revoke a token',
    description:
      'Takes effect at once, also for a request whose body is still on its way. Revoking twice is no error; a token may revoke itself.',
    examples: { token: { tokenId: 7 } },
    answer: { description: 'It is revoked.', schema: REVOKED_TOKEN, example: { tokenId: 7, revoked: true } },
    errors: ['notFound'],
  })
  async revoke(@CallerParam() caller: Caller, @Body() { tokenId }: RevokeTokenDto): Promise<{ tokenId: number; revoked: true }> {
    await this.tokens.revoke(caller, tokenId);
    return { tokenId, revoked: true };
  }
}
